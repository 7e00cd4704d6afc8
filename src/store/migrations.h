#pragma once

namespace soci {
class session;
}

namespace partita::store {

/// The schema this program writes.
inline constexpr int kSchemaVersion = 7;

/// Brings the database to `target`, one step at a time, each in its transaction. Forward only: a database from a newer
/// program is refused (throws std::runtime_error). Tests pass an old target to make old databases.
void migrate(soci::session& sql, int target = kSchemaVersion);

}  // namespace partita::store
