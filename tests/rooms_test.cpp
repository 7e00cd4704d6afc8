// The room law: a file may include its own room and those its row of src/rooms.tsv names. The order of rows is the
// order of the stairs, so a row may only name rows above it. And: outside its folder nobody names a game.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Room {
  std::string name;
  std::set<std::string> may_include;
};

/// The folders of src/games: "games/*" in the table stands for a row of each, or for all of them.
std::vector<std::string> game_rooms() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(PARTITA_SOURCE_DIR) / "src" / "games")) {
    names.push_back("games/" + entry.path().filename().string());
  }
  return names;
}

std::vector<Room> read_rooms() {
  std::ifstream file(std::string(PARTITA_SOURCE_DIR) + "/src/rooms.tsv");
  std::vector<Room> rooms;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream columns(line);
    Room room;
    std::string below;
    std::getline(columns, room.name, '\t');
    std::getline(columns, below, '\t');
    std::istringstream names(below);
    for (std::string name; names >> name;) {
      if (name == "games/*") {
        for (const std::string& game : game_rooms()) room.may_include.insert(game);
      } else if (name != "-") {
        room.may_include.insert(name);
      }
    }
    if (room.name != "games/*") {
      rooms.push_back(room);
      continue;
    }
    for (const std::string& game : game_rooms()) rooms.push_back({game, room.may_include});
  }
  return rooms;
}

std::string room_of(const std::vector<Room>& rooms, const std::string& path) {
  std::string best;
  for (const Room& room : rooms) {
    if (path.rfind(room.name + "/", 0) == 0 && room.name.size() > best.size()) best = room.name;
  }
  return best;
}

/// Every offending include below `source`, as "file:line: reason".
std::vector<std::string> offences(const fs::path& source, const std::vector<Room>& rooms) {
  std::map<std::string, std::set<std::string>> allowed;
  for (const Room& room : rooms) allowed[room.name] = room.may_include;
  const std::regex include("^\\s*#\\s*include\\s*\"([^\"]+)\"");
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string path = fs::relative(entry.path(), source).generic_string();
    const std::string room = room_of(rooms, path);
    if (room.empty()) {
      found.push_back(path + ": stands in no room");
      continue;
    }
    std::ifstream file(entry.path());
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      const std::string target = room_of(rooms, match[1].str());
      const std::string place = path + ":" + std::to_string(number) + ": ";
      if (target.empty()) {
        found.push_back(place + "\"" + match[1].str() + "\" names no room");
      } else if (target != room && !allowed[room].contains(target)) {
        found.push_back(place + room + " may not include " + match[1].str());
      }
    }
  }
  return found;
}

/// Constants and types that two .cpp files of a room call alike, as "file:line: NAME stands in OTHER too". The presets
/// compile a room's files as one, where such names meet although each stands in an unnamed namespace.
std::vector<std::string> repeated_names(const fs::path& source, const std::vector<Room>& rooms) {
  const std::regex named(
      "^(?:static |inline )*(?:(?:constexpr|const) [^()]*?\\b(k[A-Z]\\w*)(?:\\[|\\{| =)|"
      "(?:struct|class|enum class) (\\w+)[^;]*\\{|using (\\w+) =)");
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    if (entry.path().extension() == ".cpp") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::map<std::string, std::string> first;
  std::vector<std::string> found;
  for (const fs::path& at : files) {
    const std::string path = fs::relative(at, source).generic_string();
    std::ifstream file(at);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      std::smatch match;
      if (!std::regex_search(line, match, named)) continue;
      const std::string name = match[1].str() + match[2].str() + match[3].str();
      const auto [met, is_new] = first.emplace(room_of(rooms, path) + " " + name, path);
      if (!is_new && met->second != path)
        found.push_back(path + ":" + std::to_string(number) + ": " + name + " stands in " + met->second + " too");
    }
  }
  return found;
}

/// C++ text without its comments; every line keeps its number. What stands in string literals stays.
std::string without_comments(const std::string& text) {
  std::string code;
  std::string raw_end;  // of the raw string literal we are in
  enum class In { kCode, kString, kCharacter, kRawString, kLineComment, kBlockComment } in = In::kCode;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (in == In::kCode && c == '/' && next == '/') in = In::kLineComment;
    if (in == In::kCode && c == '/' && next == '*') in = In::kBlockComment;
    if (c == '\n' && in == In::kLineComment) in = In::kCode;
    if (in == In::kBlockComment && c == '*' && next == '/') {
      in = In::kCode;
      ++i;
      continue;
    }
    if (in == In::kLineComment || in == In::kBlockComment) {
      if (c == '\n') code += c;
      continue;
    }
    code += c;
    if (in == In::kRawString) {
      if (code.ends_with(raw_end)) in = In::kCode;
    } else if ((in == In::kString || in == In::kCharacter) && c == '\\') {
      code += next;
      ++i;
    } else if (in == In::kCode && c == '"' && code.ends_with("R\"")) {
      raw_end = ")" + text.substr(i + 1, text.find('(', i) - i - 1) + "\"";
      in = In::kRawString;
    } else if (in == In::kCode && c == '"') {
      in = In::kString;
    } else if (in == In::kString && c == '"') {
      in = In::kCode;
    } else if (in == In::kCode && c == '\'' &&
               (code.size() < 2 || !std::isalnum(static_cast<unsigned char>(code[code.size() - 2])))) {
      in = In::kCharacter;
    } else if (in == In::kCharacter && c == '\'') {
      in = In::kCode;
    }
  }
  return code;
}

/// Words of a line in small letters, identifiers taken apart: "kOmegaGames" is k, omega and games.
std::vector<std::string> words_in(const std::string& line) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto c = static_cast<unsigned char>(line[i]);
    const bool begins = std::isupper(c) != 0 && (i == 0 || std::isupper(static_cast<unsigned char>(line[i - 1])) == 0);
    if (begins || std::isalpha(c) == 0) words.emplace_back();
    if (std::isalpha(c) != 0) words.back() += static_cast<char>(std::tolower(c));
  }
  std::erase(words, "");
  return words;
}

/// A game's name that is a common word as well means the game only in a string or behind the games' namespace.
const std::set<std::string> kCommonWords = {"hex"};

/// Whether a line of code names the game.
bool names_game(const std::string& line, const std::string& game) {
  if (kCommonWords.contains(game)) {
    if (line.find("std::" + game) != std::string::npos) return false;
    const std::string quoted = "\"[^\"]*\\b" + game + "\\b[^\"]*\"";
    if (line.find("\"square\"") != std::string::npos) return false;  // the shape of a board's cells
    if (line.find("\"board/" + game + ".h\"") != std::string::npos) return false;
    return std::regex_search(line, std::regex("games(::|/)" + game + "\\b|" + quoted, std::regex::icase));
  }
  const std::vector<std::string> words = words_in(line);
  for (std::size_t i = 0; i < words.size(); ++i) {
    // "OpenTafl" is the name of a file format.
    if (words[i] == game && (i == 0 || words[i - 1] != "open")) return true;
  }
  return false;
}

/// The one list of games, and the games themselves.
bool may_name_games(const std::string& path) { return path == "catalog/game_list.h" || path.rfind("games/", 0) == 0; }

/// Every line of code below `source` that names a game outside its folder, as "file:line: names GAME".
std::vector<std::string> named_games(const fs::path& source, const std::vector<std::string>& games) {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(source)) {
    const std::string extension = entry.path().extension().string();
    const std::string path = fs::relative(entry.path(), source).generic_string();
    if ((extension != ".h" && extension != ".cpp") || may_name_games(path)) continue;
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    std::istringstream lines(without_comments(text.str()));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      std::string small = line;
      std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) { return std::tolower(c); });
      for (const std::string& game : games) {
        if (small.find(game) != std::string::npos && names_game(line, game))
          found.push_back(path + ":" + std::to_string(number) + ": names " + game);
      }
    }
    for (const std::string& game : games) {
      if (!kCommonWords.contains(game) && names_game(entry.path().stem().string(), game))
        found.push_back(path + ": is called after " + game);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// "omega" of "games/omega".
std::vector<std::string> names_of_games() {
  std::vector<std::string> names;
  for (const std::string& room : game_rooms()) names.push_back(room.substr(room.find('/') + 1));
  return names;
}

TEST(Rooms, EveryRowNamesOnlyRowsAbove) {
  std::set<std::string> above;
  for (const Room& room : read_rooms()) {
    for (const std::string& name : room.may_include)
      EXPECT_TRUE(above.contains(name)) << room.name << " names " << name;
    above.insert(room.name);
  }
  EXPECT_GT(above.size(), 15u);
}

TEST(Rooms, IncludesFollowTheLaw) {
  for (const std::string& offence : offences(fs::path(PARTITA_SOURCE_DIR) / "src", read_rooms())) {
    ADD_FAILURE() << offence;
  }
}

TEST(Rooms, TheReadmesFolderMapIsTheTable) {
  std::ifstream table(std::string(PARTITA_SOURCE_DIR) + "/src/rooms.tsv");
  std::string expected;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::string owns = line.substr(line.rfind('\t') + 1);
    expected += "| `src/" + line.substr(0, line.find('\t')) + "` | " + owns + " |\n";
  }
  std::ifstream file(std::string(PARTITA_SOURCE_DIR) + "/README.md");
  std::ostringstream readme;
  readme << file.rdbuf();
  EXPECT_NE(readme.str().find(expected), std::string::npos) << "scripts/folder-map prints what belongs there";
}

TEST(Rooms, AnUpwardIncludeIsReportedWithItsLine) {
  const fs::path root = fs::temp_directory_path() / ("partita_rooms_" + std::to_string(::getpid()));
  fs::create_directories(root / "base");
  std::ofstream(root / "base" / "wrong.h") << "#pragma once\n#include \"search/limits.h\"\n";
  const auto found = offences(root, read_rooms());
  fs::remove_all(root);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], "base/wrong.h:2: base may not include search/limits.h");
}

TEST(Rooms, FilesOfARoomCanBeCompiledAsOne) {
  for (const std::string& offence : repeated_names(fs::path(PARTITA_SOURCE_DIR) / "src", read_rooms())) {
    ADD_FAILURE() << offence;
  }
}

TEST(Rooms, ANameThatTwoFilesHaveIsReportedWithItsLine) {
  const fs::path root = fs::temp_directory_path() / ("partita_alike_" + std::to_string(::getpid()));
  fs::create_directories(root / "study");
  fs::create_directories(root / "lab");
  std::ofstream(root / "study" / "atlas.cpp")
      << "constexpr std::int64_t kMost = 1'000;\nstruct Row {\nusing Sum = int;\n";
  std::ofstream(root / "study" / "reason.cpp")
      << "// why\nconstexpr std::size_t kMost = 10;\nclass Row {\n"
         "  constexpr int kInside = kMost;\nusing Sum = long;\nstruct Later;\n";
  std::ofstream(root / "lab" / "other.cpp") << "constexpr int kMost = 1;\n";
  const auto found = repeated_names(root, read_rooms());
  fs::remove_all(root);
  EXPECT_EQ(found, (std::vector<std::string>{"study/reason.cpp:2: kMost stands in study/atlas.cpp too",
                                             "study/reason.cpp:3: Row stands in study/atlas.cpp too",
                                             "study/reason.cpp:5: Sum stands in study/atlas.cpp too"}));
}

TEST(Rooms, OnlyItsFolderAndTheListNameAGame) {
  ASSERT_GE(names_of_games().size(), 4U);
  for (const std::string& offence : named_games(fs::path(PARTITA_SOURCE_DIR) / "src", names_of_games())) {
    ADD_FAILURE() << offence << " (what differs from game to game belongs into its profile: docs/adding-a-game.md)";
  }
}

TEST(Rooms, AGamesNameIsReportedWithItsLine) {
  const fs::path root = fs::temp_directory_path() / ("partita_names_" + std::to_string(::getpid()));
  fs::create_directories(root / "lab");
  fs::create_directories(root / "games" / "omega");
  fs::create_directories(root / "catalog");
  std::ofstream(root / "games" / "omega" / "omega.h") << "struct Omega {};\n";
  std::ofstream(root / "catalog" / "game_list.h") << "#include \"games/omega/omega.h\"\n";
  std::ofstream(root / "lab" / "fine.cpp")
      << "// Omega in a comment, /* or */ here\nconst char* url = \"http://x\"; /* Tafl\n"
         "hex */ int quantity = 1'000; // hex\nstd::hex(text); board::Hex cell;\n"
         "auto s = shape == Shape::kHex ? \"hex\" : \"square\"; OpenTaflReader r;\n";
  std::ofstream(root / "lab" / "wrong.cpp") << "int a; // omega\nif (game == \"omega\") return;\nsolve_omega(1);\n"
                                               "OmegaDetail d;\ngo(\"partita --game hex\");\ngames::hex::Rules r;\n"
                                               "auto t = R\"(a // play Tafl)\";\n";
  const auto found = named_games(root, {"omega", "hex", "tafl"});
  fs::remove_all(root);
  EXPECT_EQ(found, (std::vector<std::string>{"lab/wrong.cpp:2: names omega", "lab/wrong.cpp:3: names omega",
                                             "lab/wrong.cpp:4: names omega", "lab/wrong.cpp:5: names hex",
                                             "lab/wrong.cpp:6: names hex", "lab/wrong.cpp:7: names tafl"}));
}

}  // namespace
