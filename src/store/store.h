#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "store/game_row.h"
#include "store/migrations.h"

namespace partita::store {

/// Games made by invitation belong to those who have the link: no list for everybody has them.
enum class Listed { kAll, kPublic };

/// Which games a list asks for, newest first. `before` is the cursor of the page before ("" is the first page).
struct GameFilter {
  enum class Status { kAny, kOpen, kOver };
  Status status = Status::kAny;
  std::string game;
  std::string before;
  int limit = 50;
  int least_plies = 0;
  Listed listed = Listed::kAll;
};

/// A game as it stood when it was changed last.
struct ChangedGame {
  std::string id;
  std::int64_t updated_ms = 0;
  bool is_over = false;
};

/// Whose a game is, among servers that share a database.
struct Lease {
  std::string server;
  std::string address;     ///< of that server, for people
  std::int64_t fence = 0;  ///< goes up with every new owner: what an earlier one still wants to write is refused
  bool is_ours = false;
  bool is_taken_over = false;  ///< just now, from a server that is silent
  std::int64_t left_ms = 0;    ///< how long its server is believed to live, if that is another
  std::int64_t used_ms = 0;    ///< what the mover's clock had run in this turn while an earlier server had the game
};

/// A game that we believe to be ours.
struct Holding {
  std::string id;
  std::int64_t fence = 0;
};

/// The game belongs to another server by now.
class LeaseLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Games in a database: SQLite (a file in WAL mode, every commit synced) or PostgreSQL. Opened by URL: a path or
/// "sqlite:PATH", or "postgresql://...". Writes stand alone unless put between begin() and commit(). One thread.
/// Every function but open() throws std::exception when the database fails; nothing is half done then.
class Store {
 public:
  /// What became of an attempt to open a database.
  struct Attempt {
    std::unique_ptr<Store> store;
    std::string failure;
    bool may_come = false;  ///< the database cannot be reached, or is not up yet: waiting may help
  };
  static Attempt attempt_alone(std::string_view url, const std::string& address);
  static Attempt attempt_shared(std::string_view url, const std::string& server, const std::string& address);

  static base::Parsed<std::unique_ptr<Store>> open(std::string_view url, int schema = kSchemaVersion);
  /// Opens it for this process alone: a second one, on this machine or another, is refused and told who holds it, by
  /// what `address` it is reached and since when. The lock is the database's own: on the SQLite file, whatever path
  /// leads to it, or on the very PostgreSQL session that writes. A session that is lost takes the lock with it, and
  /// nothing is read or written before reconnect() has both again.
  static base::Parsed<std::unique_ptr<Store>> open_alone(std::string_view url, const std::string& address);
  /// Opens a PostgreSQL database together with other servers, who must all do so: with one that has it alone, neither
  /// starts beside the other. `server` differs from that of every other process. A game is written only by the server
  /// that has its lease.
  static base::Parsed<std::unique_ptr<Store>> open_shared(std::string_view url, const std::string& server,
                                                          const std::string& address);
  ~Store();

  void begin();
  void commit();
  void rollback();
  /// Opens the connection anew after a failure, and takes the lock again if it was opened alone.
  void reconnect();
  /// Whether the connection still works.
  bool answers();
  /// Writes something that does not matter, to know whether it can be done. REQUIRES: a transaction has begun.
  void probe(std::int64_t now_ms);
  /// Counts how often another process had the database since this one did: what was read before that may be out of
  /// date.
  std::uint64_t generation() const;
  /// Empty for PostgreSQL.
  std::string sqlite_path() const;

  /// Writing the same game twice is fine; another one under its id throws.
  void create_game(const GameRow& game);
  /// Writing the same move on the same ply twice is fine; another move there throws.
  void append_move(const std::string& id, int ply, const MoveRow& move, std::int64_t now_ms);
  /// Forgets the moves from `ply` on, and the ending.
  void truncate_moves(const std::string& id, int ply, std::int64_t now_ms);
  void set_ending(const std::string& id, const EndingRow& ending, std::int64_t now_ms);
  void set_seats(const std::string& id, const std::vector<SeatRow>& seats, bool swapped);
  void set_rematch(const std::string& id, const std::string& rematch_id);

  /// Gives a sign of life: for so long, by the database's clock, this server keeps its games. Whether the last one
  /// still held; if not, others may have taken games. REQUIRES: open_shared().
  bool renew_leases(std::int64_t for_ms);
  /// Takes the game if nobody has it, or if whoever has it is silent; else tells whose it is. Nothing if there is no
  /// such game. REQUIRES: open_shared(), and a transaction has begun.
  std::optional<Lease> take_lease(const std::string& id);
  /// The same for many games at a time.
  std::map<std::string, Lease> take_leases(const std::vector<std::string>& ids);
  /// Throws LeaseLost unless the game is ours with this fence; until the transaction's end it stays so. The clock of
  /// its mover runs from now on, of which it has used so much in this turn. REQUIRES: as for take_lease().
  void hold_lease(const std::string& id, std::int64_t fence, std::int64_t used_ms = 0);
  /// Which of them are not ours any more.
  std::vector<std::string> lost_leases(const std::vector<Holding>& holdings);
  /// Gives up everything: others may take this server's games at once.
  void leave();

  /// One review a game: another name replaces it.
  void keep_review(const std::string& id, const std::string& name, const std::string& body);
  /// The game's review, if it is the one of that name.
  std::optional<std::string> load_review(const std::string& id, const std::string& name);

  std::optional<GameRow> load_game(const std::string& id);
  /// Those of the games that are there; from a PostgreSQL in three statements.
  std::map<std::string, GameRow> load_games(const std::vector<std::string>& ids);
  std::vector<GameBrief> list_games(const GameFilter& filter);
  /// Ids greater than `after`, in order: the pages of an export.
  std::vector<std::string> game_ids_after(const std::string& after, int limit, Listed listed = Listed::kAll);
  /// Games of that kind which were changed at this time or later, those by invitation left out, the latest first. From
  /// time 0 on only finished ones.
  std::vector<ChangedGame> changed_games(const std::string& game, std::int64_t since_ms, int limit);
  std::int64_t game_count();

 private:
  struct Connection;
  static Attempt attempt(std::unique_ptr<Connection> connection, std::string_view url, int schema);
  explicit Store(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

/// The cursor behind a game in a list.
std::string list_cursor(const GameRow& row);

}  // namespace partita::store
