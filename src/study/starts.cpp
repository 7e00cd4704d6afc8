#include "study/starts.h"

#include <limits>

#include "base/text.h"
#include "study/shipped_file.h"

namespace partita::study {

namespace {

constexpr std::string_view kStartColumns = "rules\tmoves\tlevel\tgames\thalf points\twinner\tplies\tnodes";

/// How far from one half a fair score may be, and from where on a score is a handicap. In 100 games chance alone moves
/// a score of one half by 0.05 (one standard deviation).
constexpr double kFairWithin = 0.06;
constexpr double kHelpedFrom = 0.10;

base::Parsed<std::int64_t> start_number(const char* column, std::string_view text, std::int64_t most) {
  const auto number = base::read_int(text);
  if (!number || *number < 0 || *number > most)
    return base::Error{std::string(column) + ": expected a number up to " + std::to_string(most) + ", got " +
                       base::quoted(text)};
  return *number;
}

base::Parsed<OfferedStart> read_start(std::string_view game, std::string_view line) {
  constexpr std::int64_t kMost = 1'000'000;
  const auto columns = base::split(line, '\t');
  if (columns.size() != 8) return base::Error{"expected 8 columns, got " + std::to_string(columns.size())};
  OfferedStart start;
  auto rules = base::read_values(columns[0]);
  if (!rules) return rules.error_at("rules");
  start.rules = std::move(*rules);
  for (const std::string_view move : base::words(columns[1])) start.moves.emplace_back(move);
  const auto position = position_of(game, start);
  if (!position) return position.forward_error();
  if (position->is_over()) return base::Error{"moves: the game is over there"};
  if (position->seat_count() != 2) return base::Error{"rules: expected a game of two seats"};
  const auto level = start_number("level", columns[2], 100);
  if (!level) return level.forward_error();
  const auto games = start_number("games", columns[3], kMost);
  if (!games) return games.forward_error();
  const auto half_points = start_number("half points", columns[4], 2 * *games);
  if (!half_points) return half_points.forward_error();
  const auto plies = start_number("plies", columns[6], kMost);
  if (!plies) return plies.forward_error();
  const auto nodes = start_number("nodes", columns[7], std::numeric_limits<std::int64_t>::max());
  if (!nodes) return nodes.forward_error();
  start.level = static_cast<int>(*level);
  start.games = static_cast<int>(*games);
  start.half_points = static_cast<int>(*half_points);
  start.plies = static_cast<int>(*plies);
  start.nodes_in_vain = static_cast<std::uint64_t>(*nodes);
  for (int i = 0; i < position->seat_count(); ++i) {
    const auto seat = static_cast<catalog::Seat>(i);
    if (columns[5] == position->seat_name(seat)) start.winner = seat;
  }
  if (!start.winner && columns[5] != "-")
    return base::Error{"winner: expected - or a seat's name, got " + base::quoted(columns[5])};
  return start;
}

}  // namespace

OfferedStart::Kind OfferedStart::kind() const {
  if (winner) return Kind::kHandicap;
  const double away = share() < 0.5 ? 0.5 - share() : share() - 0.5;
  if (games == 0) return Kind::kNeither;
  return away <= kFairWithin ? Kind::kFair : away >= kHelpedFrom ? Kind::kHandicap : Kind::kNeither;
}

catalog::Seat OfferedStart::helped() const {
  if (winner) return *winner;
  return share() > 0.5 ? catalog::Seat{0} : catalog::Seat{1};
}

base::Parsed<std::vector<OfferedStart>> read_starts(std::string_view game, std::string_view text) {
  std::vector<OfferedStart> starts;
  int number = 0;
  for (const std::string_view line : base::split(text, '\n')) {
    const std::string place = "line " + std::to_string(++number);
    if (number == 1 && line != kStartColumns) return base::Error{place + ": expected the columns' names"};
    if (number == 1 || line.empty()) continue;
    auto start = read_start(game, line);
    if (!start) return start.error_at(place);
    starts.push_back(std::move(*start));
  }
  return starts;
}

std::string write_starts(const std::vector<OfferedStart>& starts, std::string_view game) {
  std::string text = std::string(kStartColumns) + "\n";
  for (const OfferedStart& start : starts) {
    const auto position = position_of(game, start);
    const std::string winner = start.winner && position ? position->seat_name(*start.winner) : "-";
    text += rules_column(start.rules) + "\t" + base::join(start.moves, " ") + "\t" + std::to_string(start.level) +
            "\t" + std::to_string(start.games) + "\t" + std::to_string(start.half_points) + "\t" + winner + "\t" +
            std::to_string(start.plies) + "\t" + std::to_string(start.nodes_in_vain) + "\n";
  }
  return text;
}

base::Parsed<catalog::AnyPosition> position_of(std::string_view game, const OfferedStart& start) {
  auto position = catalog::AnyPosition::initial(game, start.rules);
  if (!position) return position.error_at("rules");
  for (std::size_t i = 0; i < start.moves.size(); ++i) {
    if (auto played = position->play(start.moves[i]); !played)
      return played.error_at("moves: move " + std::to_string(i + 1));
  }
  return position;
}

std::vector<OfferedStart> shipped_starts(std::string_view game) {
  const auto starts = read_once<std::vector<OfferedStart>>(
      "starts/" + std::string(game) + ".tsv", [&](const std::string& text) { return read_starts(game, text); });
  return starts ? *starts : std::vector<OfferedStart>();
}

}  // namespace partita::study
