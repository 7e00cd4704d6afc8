// The room law: a file may include its own room and those its row of src/rooms.tsv names. The order of rows is the
// order of the stairs, so a row may only name rows above it.
#include <gtest/gtest.h>
#include <unistd.h>

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

}  // namespace
