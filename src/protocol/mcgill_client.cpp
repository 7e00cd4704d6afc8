#include <array>
#include <optional>

#include "base/text.h"
#include "protocol/foreign_game.h"
#include "protocol/tcp_connection.h"

namespace partita::protocol {

namespace {

constexpr int kMcgillWriteMs = 10'000;
constexpr std::size_t kLongestLine = 4096;
constexpr int kMcgillSide = 9;

/// x is the row from 0 (rank x + 1), y the file.
std::string square_name(std::int64_t x, std::int64_t y) {
  return std::string(1, static_cast<char>('a' + y)) + std::to_string(x + 1);
}

/// "Player-1" -> 1.
std::optional<int> player_number(std::string_view word) {
  constexpr std::string_view kPrefix = "Player-";
  if (word.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
  const auto number = base::read_int(word.substr(kPrefix.size()));
  if (!number || *number < 0 || *number > 1) return std::nullopt;
  return static_cast<int>(*number);
}

/// "xStart yStart xEnd yEnd playerId".
std::optional<std::array<std::int64_t, 5>> read_move(const std::vector<std::string_view>& words) {
  std::array<std::int64_t, 5> numbers{};
  if (words.size() != numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = base::read_int(words[i]);
    if (!number || *number < 0 || *number >= (i < 4 ? kMcgillSide : 2)) return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
}

std::string write_move(const std::string& move, int player) {
  const FromTo squares = squares_of(move);
  const auto row_and_file = [](const std::string& square) {
    return std::to_string(square.at(1) - '1') + " " + std::to_string(square.at(0) - 'a');
  };
  return row_and_file(squares.from) + " " + row_and_file(squares.to) + " " + std::to_string(player);
}

class McgillGame {
 public:
  McgillGame(const ForeignSetup& setup, ForeignPlayer& player, TcpConnection& server)
      : setup_(setup), player_(player), server_(server) {}

  base::Parsed<ForeignOutcome> play() {
    if (auto done = say("START " + setup_.name); !done) return done.forward_error();
    while (true) {
      const auto line = server_.read_line(kLongestLine, setup_.wait_ms);
      if (!line) return line.forward_error();
      const auto words = base::words(*line);
      if (words.empty()) continue;
      if (words[0] == "GAMEOVER") return ForeignOutcome{player_.position(), own_, *line};
      if (auto done = heed(words, *line); !done) return done.forward_error();
    }
  }

 private:
  base::Parsed<base::Done> say(const std::string& line) { return server_.write(line + "\n", kMcgillWriteMs); }

  base::Parsed<base::Done> heed(const std::vector<std::string_view>& words, const std::string& line) {
    if (words[0] == "START" || words[0] == "PLAY") {
      const auto number = words.size() > 1 ? player_number(words[1]) : std::nullopt;
      if (!number) return base::Error{"expected Player-0 or Player-1 in " + base::quoted(line)};
      if (words[0] == "START")
        own_ = *number;
      else if (*number == own_)
        return move();
      return base::Done{};
    }
    if (const auto numbers = read_move(words)) {
      const auto& n = *numbers;
      if (n[4] != player_.position().to_move()) return base::Error{"a move of the wrong side: " + base::quoted(line)};
      return player_.play(square_name(n[0], n[1]), square_name(n[2], n[3]));
    }
    // Servers chat; a line of no known kind is shown and left.
    player_.tell("server: " + base::quoted(line, 200));
    return base::Done{};
  }

  base::Parsed<base::Done> move() {
    if (own_ < 0) return base::Error{"PLAY came before START"};
    const catalog::AnyPosition& position = player_.position();
    if (position.is_over()) {
      return base::Error{"the server asks for a move where our rules see the end: " + position.ending().reason};
    }
    if (position.to_move() != own_) return base::Error{"the server asks for a move when it is not our turn"};
    return say(write_move(player_.choose(), own_));
  }

  const ForeignSetup& setup_;
  ForeignPlayer& player_;
  TcpConnection& server_;
  int own_ = -1;
};

}  // namespace

base::Parsed<ForeignOutcome> play_on_mcgill(const ForeignSetup& setup) {
  auto player = ForeignPlayer::make(setup, "mcgill");
  if (!player) return player.forward_error();
  auto server = TcpConnection::open(setup.host, setup.port, setup.connect_ms);
  if (!server) return server.forward_error();
  return McgillGame(setup, *player, **server).play();
}

}  // namespace partita::protocol
