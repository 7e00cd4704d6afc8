#include "protocol/ugi_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "base/random.h"
#include "base/text.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {
namespace {

/// A session whose output is kept.
class Conversation {
 public:
  explicit Conversation(const std::string& game = "omega", base::OptionValues rules = {{"side", "3"}}) {
    UgiSetup setup;
    setup.game = game;
    setup.rules = std::move(rules);
    setup.engine.overrides = {{"hash_mb", "1"}};
    auto made = UgiSession::make(setup, [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      lines_.push_back(line);
    });
    session_ = std::move(made.value());
  }
  /// Sends lines and returns what was answered since the last call.
  std::vector<std::string> say(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) session_->handle(line);
    return taken();
  }
  std::vector<std::string> taken() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }
  UgiSession& session() { return *session_; }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
  std::unique_ptr<UgiSession> session_;
};

using Lines = std::vector<std::string>;

TEST(UgiSession, EveryGameHasAFreshSeedUnlessOneIsGiven) {
  Conversation talk("andantino", {{"side", "5"}});
  talk.say({"setoption name Preset value random"});
  const auto seeds_of = [&](int games) {
    std::set<std::string> seeds;
    for (int game = 0; game < games; ++game) {
      for (const std::string& line : talk.say({"uginewgame"})) {
        if (line.rfind("info string seed ", 0) == 0) seeds.insert(line);
      }
    }
    return seeds;
  };
  EXPECT_GT(seeds_of(3).size(), 1U);
  talk.say({"setoption name seed value 5"});
  EXPECT_TRUE(seeds_of(3).empty()) << "what the user chose stays";
}

TEST(UgiSession, AGameThatNobodyBeganHasAFreshSeedToo) {
  std::set<std::string> moves;
  for (int session = 0; session < 5; ++session) {
    Conversation talk("hex", {{"side", "11"}});
    talk.say({"setoption name Preset value random"});
    int told = 0;
    for (int search = 0; search < 2; ++search) {
      for (const char* line : {"position startpos", "go depth 1"}) talk.session().handle(line);
      talk.session().wait();
      for (const std::string& line : talk.taken()) {
        if (line.rfind("info string seed ", 0) == 0) ++told;
        if (search == 0 && line.rfind("bestmove ", 0) == 0) moves.insert(line);
      }
    }
    EXPECT_EQ(told, 1) << "once a game";
  }
  EXPECT_GT(moves.size(), 1U) << "five sessions began with the same of 121 moves";
}

TEST(UgiSession, IntroducesItself) {
  Conversation talk;
  const Lines lines = talk.say({"ugi"});
  EXPECT_EQ(lines.front(), "id name Partita partita");
  EXPECT_EQ(lines.back(), "ugiok");
  const auto has = [&](const std::string& begin) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.rfind(begin, 0) == 0; });
  };
  EXPECT_TRUE(has("option name Game type combo default omega"));
  EXPECT_TRUE(has("option name Rules_side type spin default 3 min 2 max 10"));
  EXPECT_TRUE(has("option name Preset type combo default partita"));
}

TEST(UgiSession, EveryOptionLineCanBeReadBack) {
  Conversation talk;
  for (const std::string& line : talk.say({"ugi"})) {
    if (line.rfind("option ", 0) != 0) continue;
    const auto spec = read_option(line);
    ASSERT_TRUE(spec) << line;
    base::OptionSpec wire = *spec;
    if (wire.kind == base::OptionSpec::Kind::kCheck) wire.default_value = wire.default_value == "true" ? "on" : "off";
    EXPECT_EQ(write_option(wire), line);
  }
}

TEST(UgiSession, AnswersQueries) {
  Conversation talk;
  EXPECT_EQ(talk.say({"query p1turn", "query p2turn", "query turn", "query gameover", "query result"}),
            (Lines{"response true", "response false", "response 1", "response false", "response none"}));
  EXPECT_EQ(talk.say({"position startpos moves W:A1", "query p1turn", "query islegal B:C3", "query islegal B:A1"}),
            (Lines{"response true", "response true", "response false"}));
  EXPECT_EQ(talk.say({"position startpos moves W:A1 B:C3", "query p1turn", "query fen"}),
            (Lines{"response false", "response 3 2 W2/4/2B2/4/3 2 WB"}));
}

TEST(UgiSession, SearchesAndEndsWithBestmoveOfTwoTokens) {
  Conversation talk;
  talk.session().handle("position startpos");
  talk.session().handle("go nodes 500");
  talk.session().wait();
  const Lines lines = talk.taken();
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(base::words(lines.back()).size(), 2u);
  EXPECT_EQ(base::words(lines.back())[0], "bestmove");
  EXPECT_EQ(lines[lines.size() - 2].rfind("info nodes ", 0), 0u);
}

TEST(UgiSession, StopsAnInfiniteSearchAndStillAnswersMeanwhile) {
  Conversation talk;
  talk.say({"position startpos", "go infinite"});
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  Lines lines = talk.say({"isready", "position startpos"});
  EXPECT_NE(std::find(lines.begin(), lines.end(), "readyok"), lines.end());
  if (talk.session().is_searching()) {
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
      return line.rfind("info string error while searching", 0) == 0;
    }));
  }
  talk.session().handle("stop");
  talk.session().wait();
  EXPECT_EQ(talk.taken().back().rfind("bestmove ", 0), 0u);
}

TEST(UgiSession, AnImmediateStopIsNotLost) {
  for (int round = 0; round < 20; ++round) {
    Conversation talk;
    talk.say({"position startpos", "go infinite", "stop"});
    talk.session().wait();
    EXPECT_FALSE(talk.session().is_searching());
  }
}

TEST(UgiSession, InfiniteWaitsForStopWhereEverythingIsProven) {
  Conversation talk("omega", {{"side", "2"}});
  talk.say({"position startpos moves W:A1 B:A2", "go infinite"});
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  for (const std::string& line : talk.taken()) EXPECT_NE(line.rfind("bestmove", 0), 0u) << line;
  EXPECT_TRUE(talk.session().is_searching());
  talk.session().handle("stop");
  talk.session().wait();
  EXPECT_EQ(talk.taken().back().rfind("bestmove ", 0), 0u);
}

TEST(UgiSession, SearchesOnlyTheMovesItIsTold) {
  Conversation talk;
  talk.session().handle("position startpos");
  talk.session().handle("go nodes 300 searchmoves W:B2");
  talk.session().wait();
  EXPECT_EQ(talk.taken().back(), "bestmove W:B2");
  const Lines lines = talk.say({"go nodes 300 searchmoves W:B2 W:Z9"});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].rfind("info string error go: searchmoves: ", 0), 0u) << lines[0];
}

TEST(UgiSession, ANewGameBeginsAtTheStart) {
  Conversation talk;
  EXPECT_EQ(talk.say({"setoption name seed value 1", "position startpos moves W:A1", "uginewgame", "query fen"}),
            (Lines{"response 3 2 3/4/5/4/3 1 WB"}));
}

TEST(UgiSession, AnAuthorsEnginePlaysByItsBook) {
  Conversation talk;
  EXPECT_TRUE(talk.say({"setoption name Preset value trebing-full"}).empty());
  const Lines lines = talk.say({"ugi"});
  EXPECT_NE(std::find(lines.begin(), lines.end(), "option name own_book type check default true"), lines.end());
  talk.session().handle("go depth 1");
  talk.session().wait();
  // The report's book: the own stone to a corner.
  EXPECT_EQ(talk.taken().back(), "bestmove W:A1");
  EXPECT_TRUE(talk.say({"setoption name OwnBook value false", "position startpos moves W:C3"}).empty());
  talk.session().handle("go depth 1");
  talk.session().wait();
  const Lines shut = talk.taken();
  EXPECT_EQ(std::find(shut.begin(), shut.end(), "info string book"), shut.end());
}

TEST(UgiSession, OurOwnEngineLeavesItsBookShut) {
  Conversation talk;
  const Lines lines = talk.say({"ugi"});
  EXPECT_NE(std::find(lines.begin(), lines.end(), "option name OwnBook type check default false"), lines.end());
}

TEST(UgiSession, TheBookSaysThatItAnswered) {
  Conversation talk;
  talk.say({"setoption name Preset value trebing-full"});
  talk.session().handle("go depth 3");
  talk.session().wait();
  const Lines lines = talk.taken();
  EXPECT_NE(std::find(lines.begin(), lines.end(), "info string book"), lines.end());
  const auto line =
      std::find_if(lines.begin(), lines.end(), [](const auto& l) { return l.rfind("info depth", 0) == 0; });
  ASSERT_NE(line, lines.end());
  const catalog::LineReport report = read_info(*line);
  EXPECT_EQ(report.depth, 0);
  EXPECT_EQ(report.nodes, 0u);
  EXPECT_EQ(report.pv, (std::vector<std::string>{"W:A1"}));
  EXPECT_EQ(line->find("score"), std::string::npos) << "nobody worked one out: " << *line;
}

TEST(UgiSession, CollisionsAreTold) {
  Conversation talk("andantino", {});
  talk.say({"setoption name Preset value sweere-neighbours", "setoption name hash_mb value 16"});
  // His first hashing gives the same key to positions by the thousand, a number for each cell and state to none.
  const auto told = [&](const char* hashing) {
    talk.say({std::string("setoption name hashing value ") + hashing, "position startpos"});
    talk.session().handle("go depth 6");
    talk.session().wait();
    for (const std::string& line : talk.taken()) {
      if (line.find(" collisions in ") != std::string::npos) return line;
    }
    return std::string();
  };
  EXPECT_NE(told("cells").find(", 0 with the same key; 0 of "), std::string::npos) << told("cells");
  const std::string first = told("rows_and_columns");
  EXPECT_NE(first.find("info string "), std::string::npos);
  EXPECT_EQ(first.find(", 0 with the same key"), std::string::npos) << first;
}

TEST(UgiSession, OptionNamesAreReadWhateverTheirCase) {
  Conversation talk;
  EXPECT_TRUE(talk.say({"setoption name rules_SIDE value 4", "setoption name multipv value 2"}).empty());
  EXPECT_EQ(talk.say({"query fen"}), (Lines{"response 4 2 4/5/6/7/6/5/4 1 WB"}));
}

TEST(UgiSession, WhatFollowsAStopWaitsForBestmove) {
  Conversation talk;
  const Lines lines =
      talk.say({"position startpos", "go infinite", "stop", "position startpos moves W:A1", "query fen"});
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(lines.back(), "response 3 2 W2/4/5/4/3 1 B");
  EXPECT_EQ(lines[lines.size() - 2].rfind("bestmove ", 0), 0u) << lines[lines.size() - 2];
}

TEST(UgiSession, BadLinesChangeNothing) {
  Conversation talk;
  const std::string before = talk.say({"position startpos moves W:A1", "query fen"}).back();
  for (const char* line : {"position",
                           "position fen",
                           "position fen rubbish",
                           "position startpos moves W:A1 W:A1",
                           "position startpos W:A1",
                           "go",
                           "go depth",
                           "go depth x",
                           "go depth 3 nodes 5",
                           "go movetime -1",
                           "go p3time 5",
                           "setoption",
                           "setoption name",
                           "setoption name nonsense value 3",
                           "setoption name Rules_side value 99",
                           "query",
                           "query nonsense",
                           "dance",
                           "setoption name Game value chess",
                           "setoption value name",
                           "\x01\x02\xff"}) {
    const Lines lines = talk.say({line});
    ASSERT_EQ(lines.size(), 1u) << line;
    EXPECT_EQ(lines[0].rfind("info string error ", 0), 0u) << line << " -> " << lines[0];
  }
  EXPECT_EQ(talk.say({"query fen"}).back(), before);
}

TEST(UgiSession, ChangesGameAndRulesByOption) {
  Conversation talk;
  EXPECT_TRUE(talk.say({"setoption name Rules_players value 3"}).empty());
  EXPECT_EQ(talk.say({"query fen"}), (Lines{"response 3 3 3/4/5/4/3 1 WBR"}));
}

TEST(UgiSession, SurvivesMutatedInput) {
  const Lines seeds = {"ugi",
                       "isready",
                       "position startpos moves W:A1 B:C3",
                       "position fen 3 2 W2/4/2B2/4/3 2 WB",
                       "go nodes 20",
                       "go movetime 1",
                       "go depth 1",
                       "stop",
                       "setoption name MultiPV value 2",
                       "setoption name Rules_side value 3",
                       "query result",
                       "query legalmoves",
                       "uginewgame",
                       "d"};
  base::Random random(11);
  Conversation talk;
  for (int i = 0; i < 3000; ++i) {
    std::string line = seeds[random.below(static_cast<std::uint32_t>(seeds.size()))];
    for (std::uint32_t edits = random.below(4); edits > 0 && !line.empty(); --edits) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(line.size()));
      switch (random.below(3)) {
        case 0: line[at] = static_cast<char>(random.below(256)); break;
        case 1: line.erase(at, 1 + random.below(4)); break;
        default: line.insert(at, line.substr(at, 1 + random.below(6))); break;
      }
    }
    if (base::words(line).size() == 1 && base::trim(line) == "quit") continue;
    // An unlimited or enormous search is the asker's wish, not a fault; it would only make the test slow.
    if (line.find("infinite") != std::string::npos) continue;
    if (line.find("go") != std::string::npos) talk.session().handle("stop");
    talk.session().handle(line);
    if (i % 16 == 0) talk.session().handle("stop");
  }
  talk.session().handle("stop");
  talk.session().wait();
  talk.taken();
  EXPECT_EQ(talk.say({"isready"}), (Lines{"readyok"}));
}

TEST(UgiText, ReadsGoForThreePlayers) {
  const std::string text = "go p1time 1000 p2time 2000 p3time 3000 p1inc 1 p2inc 2 p3inc 3";
  const auto limits = read_go(base::words(text), 3);
  ASSERT_TRUE(limits) << limits.error();
  EXPECT_EQ(limits->clock_ms[2], 3000);
  EXPECT_EQ(limits->increment_ms[2], 3);
  EXPECT_FALSE(read_go(base::words(text), 2));
}

TEST(UgiText, InfoLinesRoundTrip) {
  catalog::LineReport line;
  line.rank = 2;
  line.depth = 7;
  line.seldepth = 12;
  line.score.distance = -5;
  line.score.bound = catalog::ScoreReport::Bound::kLower;
  line.nodes = 1234;
  line.time_ms = 56;
  line.nps = 22;
  line.hashfull = 3;
  line.pv = {"W:A1", "B:C3"};
  EXPECT_EQ(write_info(read_info(write_info(line))), write_info(line));
}

}  // namespace
}  // namespace partita::protocol
