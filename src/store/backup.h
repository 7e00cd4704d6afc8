#pragma once

#include <cstdint>
#include <string>

#include "base/parsed.h"

namespace partita::store {

/// What a SQLite file of ours holds.
struct Contents {
  std::int64_t games = 0;
  std::int64_t moves = 0;
  std::int64_t last_ms = 0;  ///< when a game was last changed
};

/// Reads, changes nothing, and says what is damaged.
base::Parsed<Contents> contents_of(const std::string& database);

/// Writes a whole and consistent copy of a SQLite database, which a server may be writing to, into the folder, named by
/// the time. Only its owner can read it. Returns its path: under that name it is there whole or not at all.
base::Parsed<std::string> back_up(const std::string& database, const std::string& folder, std::int64_t now_ms);

/// The newest backup of the folder; where `at` is not empty ("2026-11-18T11:30:00Z"), the newest that is not later.
base::Parsed<std::string> backup_at(const std::string& folder, const std::string& at);

/// Puts a copy of the backup in the database's place. What was there is kept beside it under the name returned (empty:
/// nothing was). REQUIRES: no server uses the database.
base::Parsed<std::string> restore(const std::string& backup, const std::string& database);

}  // namespace partita::store
