#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/random.h"
#include "kit/effort.h"
#include "kit/program.h"
#include "lab/selfplay_file.h"

namespace partita::lab {
namespace {

// A game of few moves: what is tested are blocks and bytes, and each of them is read some hundred times.
const SelfplayHeader kHeader{"hex", {{"side", "4"}, {"swap", "off"}}, "partita", "nodes=10", 7};

SelfplayGame make_random_game(std::uint64_t number) {
  auto position = *catalog::AnyPosition::initial(kHeader.game, kHeader.rules);
  base::Random random(number);
  SelfplayGame game;
  game.number = number;
  game.opening = 2;
  while (!position.is_over()) {
    const auto moves = position.legal_moves();
    const std::string move = *position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    const bool has_value = game.plies.size() >= 2;
    const bool is_proven = has_value && random.below(4) == 0;
    const auto value = static_cast<std::int64_t>(random.below(200'000)) - 100'000;
    game.plies.push_back({move, has_value, is_proven, has_value ? value : 0});
  }
  game.payoff = position.ending().payoff;
  return game;
}

/// The same for the same number: most tests ask for each many times.
const SelfplayGame& random_game(std::uint64_t number) {
  static std::map<std::uint64_t, SelfplayGame> made;
  const auto found = made.find(number);
  return found != made.end() ? found->second : made.emplace(number, make_random_game(number)).first->second;
}

void expect_same(const SelfplayGame& a, const SelfplayGame& b) {
  EXPECT_EQ(a.number, b.number);
  EXPECT_EQ(a.opening, b.opening);
  EXPECT_EQ(a.payoff, b.payoff);
  ASSERT_EQ(a.plies.size(), b.plies.size());
  for (std::size_t i = 0; i < a.plies.size(); ++i) {
    EXPECT_EQ(a.plies[i].move, b.plies[i].move);
    EXPECT_EQ(a.plies[i].has_value, b.plies[i].has_value);
    EXPECT_EQ(a.plies[i].is_proven, b.plies[i].is_proven);
    EXPECT_EQ(a.plies[i].value, b.plies[i].value);
  }
}

class SelfplayFile : public testing::Test {
 protected:
  SelfplayFile() { std::filesystem::remove(path_); }
  ~SelfplayFile() override { std::filesystem::remove(path_); }
  void write(std::uint64_t from, std::uint64_t to, SelfplayWriter::Mode mode) {
    auto writer = SelfplayWriter::open(path_, kHeader, mode);
    ASSERT_TRUE(writer) << writer.error();
    for (std::uint64_t number = from; number < to; ++number) ASSERT_TRUE((*writer)->add(random_game(number)));
  }
  std::set<std::uint64_t> numbers() {
    std::set<std::uint64_t> found;
    const auto header = read_selfplay(path_, [&](const SelfplayGame& game) {
      EXPECT_TRUE(found.insert(game.number).second);
      expect_same(game, random_game(game.number));
      return true;
    });
    EXPECT_TRUE(header) << header.error();
    return found;
  }
  std::string path_ = kit::scratch_path("games.selfplay");
};

TEST_F(SelfplayFile, GivesBackWhatWasWritten) {
  write(0, 150, SelfplayWriter::Mode::kNew);
  EXPECT_EQ(numbers().size(), 150u);
  int positions = 0;
  const auto header = read_selfplay(path_, [&](const SelfplayGame& game) {
    for_each_position(kHeader, game, [&](const catalog::AnyPosition& position, const SelfplayGame::Ply&) {
      EXPECT_EQ(position.ply(), positions++ % static_cast<int>(game.plies.size()));
    });
    return false;
  });
  ASSERT_TRUE(header);
  EXPECT_TRUE(*header == kHeader);
  EXPECT_EQ(positions, static_cast<int>(random_game(0).plies.size()));
}

TEST_F(SelfplayFile, CutOffAnywhereItIsRefusedAndCanBeGoneOnWith) {
  write(0, 150, SelfplayWriter::Mode::kNew);
  const std::string whole = kit::read_whole(path_);
  for (const std::size_t keep : {std::size_t{3}, std::size_t{40}, whole.size() / 2, whole.size() - 1}) {
    std::ofstream(path_, std::ios::binary) << whole.substr(0, keep);
    EXPECT_FALSE(read_selfplay(path_, [](const SelfplayGame&) { return true; })) << keep;
  }
  auto writer = SelfplayWriter::open(path_, kHeader, SelfplayWriter::Mode::kResume);
  ASSERT_TRUE(writer) << writer.error();
  const std::set<std::uint64_t> earlier((*writer)->earlier().begin(), (*writer)->earlier().end());
  EXPECT_EQ(earlier.size(), 128u) << "whole blocks stay";
  for (std::uint64_t number = 0; number < 150; ++number) {
    if (earlier.contains(number)) continue;
    ASSERT_TRUE((*writer)->add(random_game(number)));
  }
  writer->reset();
  EXPECT_EQ(numbers().size(), 150u);
}

TEST_F(SelfplayFile, KilledInTheFirstMomentItIsBegunAgain) {
  write(0, 1, SelfplayWriter::Mode::kNew);
  const std::string whole = kit::read_whole(path_);
  const std::size_t header = whole.find("PBLK");
  for (std::size_t keep = 0; keep <= header; ++keep) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << whole.substr(0, keep);
    write(0, 1, SelfplayWriter::Mode::kResume);
    ASSERT_EQ(numbers().size(), 1u) << keep;
  }
}

TEST_F(SelfplayFile, AFlippedBitCostsItsBlockAndNothingElse) {
  constexpr std::uint64_t kGames = 200;  // three whole blocks and a part
  write(0, kGames, SelfplayWriter::Mode::kNew);
  const std::string whole = kit::read_whole(path_);
  base::Random random(9);
  constexpr int kStep = 60 / kit::samples(60);  // of the header's bits and of the others
  for (int i = 0; i < 60; i += kStep) {
    std::string damaged = whole;
    const std::size_t at =
        i < 30 ? static_cast<std::size_t>(i) * 3 : random.below(static_cast<std::uint32_t>(whole.size()));
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
    SCOPED_TRACE("byte " + std::to_string(at));
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << damaged;
    EXPECT_FALSE(read_selfplay(path_, [](const SelfplayGame&) { return true; }));
    auto writer = SelfplayWriter::open(path_, kHeader, SelfplayWriter::Mode::kResume);
    ASSERT_TRUE(writer) << writer.error();
    EXPECT_NE((*writer)->damage().find("damaged"), std::string::npos);
    const std::set<std::uint64_t> earlier((*writer)->earlier().begin(), (*writer)->earlier().end());
    const bool is_header = at < whole.find("PBLK");
    EXPECT_GE(earlier.size(), is_header ? kGames : kGames - 64);
    for (std::uint64_t number = 0; number < kGames; ++number) {
      if (earlier.contains(number)) continue;
      ASSERT_TRUE((*writer)->add(random_game(number)));
    }
    writer->reset();
    EXPECT_EQ(numbers().size(), kGames);
  }
}

TEST_F(SelfplayFile, AFileOfAnotherKindIsNotTakenOver) {
  for (const std::string& text :
       {std::string("a letter to a friend"), std::string("PARTITA\x1a\x01\x02", 10), std::string(5000, 'P')}) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << text;
    EXPECT_FALSE(SelfplayWriter::open(path_, kHeader, SelfplayWriter::Mode::kResume));
    EXPECT_EQ(kit::read_whole(path_), text);
  }
}

TEST_F(SelfplayFile, TheProgramGoesOnWithAnEmptyAndWithADamagedFile) {
  const std::string command =
      "selfplay --game hex --side 4 --engine partita-ab --tc nodes=50 --games 100 --plies 4 --resume --out " + path_;
  std::ofstream(path_, std::ios::trunc).close();
  const auto first = kit::run_program(command);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(first.out.rfind("100 games", 0), 0u) << first.out;
  std::string bytes = kit::read_whole(path_);
  bytes[bytes.find("PBLK") + 100] ^= 4;
  std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  const auto second = kit::run_program(command);
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(second.out.rfind("64 games", 0), 0u) << second.out;
  EXPECT_NE(second.err.find("damaged bytes in 1 places were dropped, 36 games are whole"), std::string::npos)
      << second.err;
  int games = 0;
  const auto header = read_selfplay(path_, [&](const SelfplayGame&) { return ++games > 0; });
  EXPECT_TRUE(header) << header.error();
  EXPECT_EQ(games, 100);
}

TEST_F(SelfplayFile, RefusesWhatItDoesNotKnow) {
  write(0, 3, SelfplayWriter::Mode::kNew);
  EXPECT_FALSE(SelfplayWriter::open(path_, kHeader, SelfplayWriter::Mode::kNew)) << "exists";
  SelfplayHeader other = kHeader;
  other.engine = "random";
  EXPECT_FALSE(SelfplayWriter::open(path_, other, SelfplayWriter::Mode::kResume)) << "another engine";
  std::string bytes = kit::read_whole(path_);
  base::Random random(1);
  for (int i = 0; i < 300; ++i) {
    std::string damaged = bytes;
    damaged[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(random.below(256));
    std::ofstream(path_, std::ios::binary) << damaged;
    static_cast<void>(
        read_selfplay(path_, [](const SelfplayGame&) { return true; }));  // refused or not, but never a crash
  }
}

TEST_F(SelfplayFile, TheProgramWritesIt) {
  const kit::ProgramRun run = kit::run_program(
      "selfplay --game omega --side 3 --engine partita-ab --tc nodes=50 --games 20 --plies 4 --out " + path_);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.rfind("20 games, 320 positions", 0), 0u) << run.out;
  int games = 0;
  const auto header = read_selfplay(path_, [&](const SelfplayGame& game) {
    ++games;
    EXPECT_EQ(game.opening, 4);
    EXPECT_FALSE(game.plies[3].has_value);
    EXPECT_TRUE(game.plies[4].has_value);
    EXPECT_EQ(game.payoff[0] + game.payoff[1], catalog::kPoint);
    return true;
  });
  ASSERT_TRUE(header) << header.error();
  EXPECT_EQ(header->engine, "partita-ab");
  EXPECT_EQ(games, 20);
  EXPECT_EQ(
      kit::run_program(
          "selfplay --game omega --side 3 --engine partita-ab --tc nodes=50 --games 22 --plies 4 --resume --out " +
          path_)
          .out.rfind("2 games", 0),
      0u);
}

}  // namespace
}  // namespace partita::lab
