#include "store/backup.h"

#include <fcntl.h>
#include <soci/soci.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <filesystem>

#include "base/text.h"

// Declared here because the library's own header asks for that of the database's client.
namespace soci {
extern "C" {
const backend_factory* factory_sqlite3();
}
}  // namespace soci

namespace partita::store {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNameBegin = "partita-";
constexpr std::string_view kNameEnd = ".sqlite";

/// "20261118T113000Z": in the order of time.
std::string time_word(std::int64_t now_ms) {
  const std::time_t seconds = now_ms / 1'000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &parts);
  return text;
}

std::string sql_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

bool make_private_file(const std::string& path) {
  constexpr int kOwnersOnly = 0600;
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnersOnly);
  if (file >= 0) ::close(file);
  return file >= 0;
}

bool sync_to_disk(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_synced = file >= 0 && ::fsync(file) == 0;
  if (file >= 0) ::close(file);
  return is_synced;
}

}  // namespace

base::Parsed<Contents> contents_of(const std::string& database) {
  try {
    soci::session sql(*soci::factory_sqlite3(), "db=\"" + database + "\" timeout=10 readonly=true");
    std::string verdict;
    sql << "pragma quick_check(1)", soci::into(verdict);
    if (verdict != "ok") return base::Error{database + " is damaged: " + verdict};
    long long games = 0;
    long long moves = 0;
    long long last_ms = 0;
    sql << "select count(*), coalesce(max(updated_ms), 0) from games", soci::into(games), soci::into(last_ms);
    sql << "select count(*) from moves", soci::into(moves);
    return Contents{games, moves, last_ms};
  } catch (const std::exception& failure) {
    return base::Error{database + ": " + failure.what()};
  }
}

base::Parsed<std::string> back_up(const std::string& database, const std::string& folder, std::int64_t now_ms) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  const std::string path = folder + "/" + std::string(kNameBegin) + time_word(now_ms) + std::string(kNameEnd);
  const std::string part = path + ".part";
  if (fs::exists(path, failure)) return base::Error{path + " is there already"};
  if (!make_private_file(part)) return base::Error{part + ": cannot be written"};
  try {
    soci::session sql(*soci::factory_sqlite3(), "db=\"" + database + "\" timeout=10 readonly=true");
    sql << "vacuum into " + sql_quoted(part);
  } catch (const std::exception& problem) {
    fs::remove(part, failure);
    return base::Error{database + ": " + problem.what()};
  }
  const auto contents = contents_of(part);
  if (!contents || !sync_to_disk(part)) {
    fs::remove(part, failure);
    return base::Error{contents ? part + ": cannot be written" : contents.error()};
  }
  fs::rename(part, path, failure);
  if (failure) return base::Error{path + ": " + failure.message()};
  return path;
}

base::Parsed<std::string> backup_at(const std::string& folder, const std::string& at) {
  std::string latest;
  for (const char c : at) {
    if (c != '-' && c != ':') latest += c;
  }
  const bool is_time =
      latest.size() == 16 && latest[8] == 'T' && latest.back() == 'Z' &&
      std::count_if(latest.begin(), latest.end(), [](unsigned char c) { return std::isdigit(c); }) == 14;
  if (!at.empty() && !is_time) return base::Error{base::quoted(at) + ": expected a time as 2026-11-18T11:30:00Z"};
  std::string best;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kNameBegin) || !name.ends_with(kNameEnd)) continue;
    const std::string word = name.substr(kNameBegin.size(), name.size() - kNameBegin.size() - kNameEnd.size());
    if ((at.empty() || word <= latest) && word > best) best = word;
  }
  if (best.empty()) return base::Error{folder + " has no backup" + (at.empty() ? "" : " of that time or before")};
  return folder + "/" + std::string(kNameBegin) + best + std::string(kNameEnd);
}

base::Parsed<std::string> restore(const std::string& backup, const std::string& database) {
  const std::string part = database + ".part";
  std::error_code failure;
  fs::remove(part, failure);
  if (!make_private_file(part)) return base::Error{part + ": cannot be written"};
  fs::copy_file(backup, part, fs::copy_options::overwrite_existing, failure);
  if (failure || !sync_to_disk(part)) return base::Error{part + ": cannot be written"};
  std::string kept;
  if (fs::exists(database, failure)) {
    const auto age = [&](int number) { return database + ".before-" + std::to_string(number); };
    int number = 1;
    while (fs::exists(age(number), failure)) ++number;
    kept = age(number);
    fs::rename(database, kept, failure);
    if (failure) return base::Error{kept + ": " + failure.message()};
    for (const char* suffix : {"-wal", "-shm"}) {
      // What the log still holds belongs to the old file.
      if (fs::exists(database + suffix, failure)) fs::rename(database + suffix, kept + suffix, failure);
    }
  }
  fs::rename(part, database, failure);
  if (failure) return base::Error{database + ": " + failure.message()};
  return kept;
}

}  // namespace partita::store
