#include "record/declared_json.h"

#include <gtest/gtest.h>

namespace partita::record {
namespace {

enum class Colour { kRed, kBlue };

struct Point {
  int x = 0;
  int y = 0;
  static constexpr bool kIsRow = true;
  static void declare(auto& visit, auto& point) {
    visit("x", point.x, base::Range{0, 9});
    visit("y", point.y);
    visit.require("y", point.x <= point.y, "below x");
  }
};

struct Inner {
  std::string word;
  static void declare(auto& visit, auto& inner) { visit("word", inner.word, base::Longest{3}); }
};

struct Outer {
  std::int64_t count = 5;
  double seconds = 0;
  Colour colour = Colour::kRed;
  std::optional<int> maybe;
  std::vector<Inner> inners;
  std::array<int, 2> pair{};
  std::map<std::string, std::string> rules;
  std::vector<Point> points;
  std::string note;
  int later = 7;

  static constexpr const char* kPlace = "outer";
  static constexpr bool kIsStrict = true;
  static void declare(auto& visit, auto& outer) {
    visit("count", outer.count, base::at_least(1), "how many");
    visit("us", outer.seconds, base::Parts{1e6});
    visit("colour", outer.colour, base::Names{"red", "blue"});
    visit("maybe", outer.maybe);
    visit("inners", outer.inners);
    visit("pair", outer.pair);
    visit("rules", outer.rules);
    visit("points", outer.points);
    visit("note", outer.note, base::kLeftOut);
    visit("later", outer.later, base::kMayBeMissing);
  }
};

struct Seed {
  std::uint64_t seed = 0;
  static constexpr const char* kPlace = "seed";
  static void declare(auto& visit, auto& record) { visit("seed", record.seed); }
};

constexpr const char* kText =
    R"({"count":3,"us":1500000,"colour":"blue","maybe":null,"inners":[{"word":"abc"}],"pair":[1,2],)"
    R"("rules":{"a":"b"},"points":[[1,2],[3,4]],"later":8})";

std::string fault_in(const std::string& from, const std::string& to) {
  std::string text = kText;
  text.replace(text.find(from), from.size(), to);
  const auto read = read_object<Outer>(text);
  return read ? "none" : read.error();
}

TEST(DeclaredJson, ReadsAndWritesWhatIsDeclared) {
  const auto read = read_object<Outer>(kText);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->seconds, 1.5);
  EXPECT_EQ(read->colour, Colour::kBlue);
  EXPECT_EQ(read->points[1].y, 4);
  EXPECT_EQ(write_object(*read), kText);
}

TEST(DeclaredJson, LeavesOutWhatIsEmptyAndKeepsTheInitialiserOfWhatIsMissing) {
  Outer outer;
  outer.note = "n";
  EXPECT_NE(write_object(outer).find(R"("note":"n")"), std::string::npos);
  EXPECT_EQ(fault_in(R"(,"later":8)", ""), "none");
  std::string text = kText;
  text.replace(text.find(R"(,"later":8)"), 10, "");
  EXPECT_EQ(read_object<Outer>(text)->later, 7);
}

TEST(DeclaredJson, ALargeUnsignedNumberComesBack) {
  EXPECT_EQ(read_object<Seed>(write_object(Seed{0xFEDCBA9876543210U}))->seed, 0xFEDCBA9876543210U);
}

TEST(DeclaredJson, NamesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(fault_in(R"("count":3,)", ""), "outer.count: is missing");
  EXPECT_EQ(fault_in(R"("count":3)", R"("count":0)"), "outer.count: expected a whole number from 1");
  // More than the field's type holds, though nobody declared a range.
  EXPECT_EQ(fault_in(R"("maybe":null)", R"("maybe":4294967297)"),
            "outer.maybe: expected a whole number from -2147483648 to 2147483647");
  EXPECT_EQ(fault_in("blue", "green"), "outer.colour: expected red or blue");
  EXPECT_EQ(fault_in("abc", "abcd"),
            "outer.inners[0].word: expected a string of at most 3 bytes without control characters");
  EXPECT_EQ(fault_in("[1,2],\"rules", "[1],\"rules"), "outer.pair: expected an array of 2 values");
  EXPECT_EQ(fault_in(R"("a":"b")", R"("a":1)"), "outer.rules.'a': expected a string");
  EXPECT_EQ(fault_in("[3,4]", "[3]"), "outer.points[1]: expected an array of 2 values");
  EXPECT_EQ(fault_in("[3,4]", "[10,14]"), "outer.points[1][0]: expected a whole number from 0 to 9");
  EXPECT_EQ(fault_in("[3,4]", "[5,4]"), "outer.points[1][1]: below x");
  EXPECT_EQ(fault_in(R"("later":8)", R"("other":8)"), "outer: unknown field 'other'");
  EXPECT_EQ(fault_in(R"({"word":"abc"})", R"({"word":"abc","w":1})"), "outer.inners[0]: unknown field 'w'");
}

}  // namespace
}  // namespace partita::record
