#include "record/json_fields.h"

#include <gtest/gtest.h>

#include <functional>

namespace partita::record {
namespace {

/// What a reader says of a text; "" if it is content.
std::string fault_of(std::string_view text, const std::function<void(JsonFields&)>& read,
                     const std::string& place = "") {
  const auto value = parse_json(text);
  if (!value) return value.error();
  JsonFault fault;
  JsonFields fields(*value, place, &fault);
  read(fields);
  return fault.text();
}

TEST(JsonFields, ReadWhatIsThere) {
  const auto value = parse_json(R"( {"name":"a\nb","count":-3,"share":0.5,"whole":2,"yes":true,"list":["x","y"],
    "rules":{"side":"5"},"rows":[{"n":1},{"n":2}],"none":null} )");
  ASSERT_TRUE(value) << value.error();
  JsonFault fault;
  JsonFields fields(*value, "file", &fault);
  EXPECT_EQ(fields.free_text("name"), "a\nb");
  EXPECT_EQ(fields.integer("count", -5, 5), -3);
  EXPECT_EQ(fields.number("share"), 0.5);
  EXPECT_EQ(fields.number("whole"), 2.0);
  EXPECT_TRUE(fields.boolean("yes"));
  EXPECT_EQ(fields.texts("list", 10, 2), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(fields.string_map("rules", 10), (base::OptionValues{{"side", "5"}}));
  std::int64_t sum = 0;
  for (JsonFields& row : fields.objects("rows")) sum += row.integer("n", 0, 9);
  EXPECT_EQ(sum, 3);
  EXPECT_FALSE(fields.object_or_none("none").has_value());
  EXPECT_FALSE(fields.find("elsewhere").has_value());
  EXPECT_EQ(fields.integer_or("elsewhere", 7, 0, 9), 7);
  fields.finish();
  EXPECT_TRUE(fault.empty()) << fault.text();
}

TEST(JsonFields, FaultsNameThePath) {
  const auto third_moves = [](JsonFields& fields) {
    for (JsonFields& game : fields.objects("games")) (void)game.texts("moves", 10, 100);
  };
  EXPECT_EQ(fault_of(R"({"games":[{"moves":[]},{"moves":["a",3]}]})", third_moves),
            "games[1].moves[1]: expected a string of at most 10 bytes without control characters");
  EXPECT_EQ(fault_of(R"({"games":[{"moves":[]},{}]})", third_moves), "games[1].moves: is missing");
  EXPECT_EQ(fault_of(R"({"games":[{"moves":"a"}]})", third_moves), "games[0].moves: expected an array of at most 100");
  EXPECT_EQ(fault_of(R"({"games":[7]})", third_moves), "games[0]: expected an object");
  EXPECT_EQ(fault_of(R"({"games":{}})", third_moves, "file"), "file.games: expected an array");
  EXPECT_EQ(fault_of("[]", third_moves, "file"), "file: expected an object");
  EXPECT_EQ(fault_of("[]", third_moves), "expected an object");
}

TEST(JsonFields, EveryKindIsHeldToItsBounds) {
  const char* text = R"({"n":1e3,"big":18446744073709551615,"t":"a\u0000b","l":[1,"2",[3,true]],"m":{"k: v":4}})";
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.item("n").integer(); }), "n: expected a whole number");
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.item("big").integer(0); }),
            "big: expected a whole number from 0");
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.text("t", kAnySize); }),
            "t: expected a string without control characters");
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.free_text("t"); }), "");
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.free_texts("l"); }), "l[0]: expected a string");
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.items("l")[2].items()[1].number(); }),
            "l[2][1]: expected a number");
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.string_map("m", 60); }),
            "m.'k: v': expected a string of at most 60 bytes without control characters");
  EXPECT_EQ(fault_of(text, [](JsonFields& f) { (void)f.boolean("n"); }), "n: expected true or false");
}

TEST(JsonFields, TheFirstFaultIsToldAndTheRestIsHarmless) {
  const auto value = parse_json("7");
  ASSERT_TRUE(value);
  JsonFault fault;
  JsonFields fields(*value, "job", &fault);
  EXPECT_EQ(fields.free_text("id"), "");
  EXPECT_EQ(fields.integer("n", 3, 5), 3);
  EXPECT_TRUE(fields.objects("rows").empty());
  EXPECT_TRUE(fields.item("rules").members().empty());
  fields.fail("id", "later");
  EXPECT_EQ(fault.place, "job");
  EXPECT_EQ(fault.message, "expected an object");
}

TEST(JsonFields, WhatNobodyAskedForIsRefused) {
  EXPECT_EQ(fault_of(R"({"a":1,"b":2})",
                     [](JsonFields& f) {
                       (void)f.find("a");
                       f.finish();
                     },
                     "body"),
            "body: unknown field 'b'");
}

TEST(Json, WhatIsNoneIsToldWithItsByte) {
  EXPECT_EQ(parse_json("").error().rfind("not JSON at byte 1", 0), 0U) << parse_json("").error();
  EXPECT_EQ(parse_json("{\"a\":}").error().rfind("not JSON at byte 6", 0), 0U) << parse_json("{\"a\":}").error();
  EXPECT_EQ(parse_json("[1").error(), "not JSON at byte 3: incomplete JSON");
  EXPECT_FALSE(parse_json("{} x").ok());
  EXPECT_FALSE(parse_json("1 2").ok());
  EXPECT_FALSE(parse_json(std::string(20'000, '[')).ok());
  EXPECT_FALSE(parse_json(std::string("\xff\xfe\x00", 3)).ok());
  for (const char* fine : {"7", " 7 ", "-1.5e3\n", "\"a\"", "null", "[]  \n", "{}"}) {
    EXPECT_TRUE(parse_json(fine).ok()) << fine << ": " << parse_json(fine).error();
  }
}

}  // namespace
}  // namespace partita::record
