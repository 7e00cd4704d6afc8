#include "store/connection.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <random>
#include <thread>
#include <vector>

#include "base/text.h"
#include "store/database_url.h"

// Declared here because the libraries' own headers ask for those of the databases' clients.
namespace soci {
extern "C" {
const backend_factory* factory_sqlite3();
const backend_factory* factory_postgresql();
}
}  // namespace soci

namespace partita::store {

namespace fs = std::filesystem;

namespace {

// The database may not have noticed yet that the last server was killed.
constexpr std::chrono::milliseconds kLockPatience{3'000};
// After a failure the thread that waits is the one that everybody waits for, and it comes again.
constexpr std::chrono::milliseconds kRelockPatience{500};
constexpr std::chrono::milliseconds kLockPause{50};
// Of sessions that share the database. Both well below the time of a lease.
constexpr const char* kLongestIdleMs = "1500";
constexpr const char* kLongestLockMs = "700";

// Of the schema's tables, so that two stores in schemas of one database are two. 1885434484 is "part" in ASCII.
constexpr const char* kLockKey =
    "(cast(1885434484 as bigint) << 32) | (select cast(oid as bigint) from pg_namespace where nspname = "
    "current_schema())";
// How pg_locks shows that key.
constexpr const char* kLockRow =
    "locktype = 'advisory' and objsubid = 1 and granted and cast(classid as bigint) = 1885434484 and"
    " database = (select oid from pg_database where datname = current_database()) and"
    " objid = (select oid from pg_namespace where nspname = current_schema())";

/// The tables hold the players' secrets: nobody but the owner reads them. SQLite gives its log the mode of its file,
/// but leaves those that are there already as they are.
void keep_private(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    struct stat file {};
    const std::string name = path + suffix;
    if (::stat(name.c_str(), &file) != 0 || (file.st_mode & 077U) == 0) continue;
    if (::chmod(name.c_str(), 0600) != 0) {
      throw std::runtime_error(name + " can be read by others, and not be kept from them: " + std::strerror(errno));
    }
  }
}

/// Whether a session could not begin because the server cannot be reached, is starting or ending, or has no place. What
/// a server that is up refuses (a password, a database it has not got) it will refuse again.
bool says_away(std::string_view message) {
  if (message.find("FATAL:") == std::string_view::npos)
    return message.find("connection to server") != std::string_view::npos ||
           message.find("could not translate host name") != std::string_view::npos;
  return message.find("the database system is") != std::string_view::npos ||
         message.find("too many clients") != std::string_view::npos ||
         message.find("connection slots") != std::string_view::npos;
}

}  // namespace

Store::Connection::Connection() {
  std::random_device random;
  instance_ = std::to_string(random()) + "-" + std::to_string(random()) + "-" + std::to_string(::getpid());
}

base::Parsed<base::Done> Store::Connection::take_url(std::string_view url) {
  is_sqlite = !is_postgres_url(url);
  if (!is_sqlite) {
    auto read = postgres_target(url);
    if (!read) return read.forward_error();
    target = *read;
    return base::Done{};
  }
  if (url.rfind("sqlite:", 0) == 0) url.remove_prefix(7);
  if (url.empty() || url.find('"') != std::string_view::npos) {
    return base::Error{"database " + base::quoted(url) + ": expected a file path or postgresql://..."};
  }
  target = std::string(url);
  return base::Done{};
}

void Store::Connection::connect() {
  try {
    if (is_sqlite)
      open_sqlite();
    else
      open_postgres();
  } catch (...) {
    sql.close();
    throw;
  }
}

void Store::Connection::open_sqlite() {
  if (is_alone() && !file_lock.is_held()) {
    std::error_code unknown;
    const fs::path real = fs::weakly_canonical(target, unknown);
    const std::string path = unknown ? target : real.string();
    auto taken = FileLock::take(path, path + "-holder", holder);
    if (!taken) throw DatabaseHeld("database " + path + ": " + taken.error());
    file_lock = std::move(*taken);
  }
  check_file();
  check_folder();
  if (is_alone()) keep_private(target);
  sql.open(*soci::factory_sqlite3(), "db=\"" + target + "\" timeout=10");
  // FULL: in WAL mode the log is synced on every commit, so that an acknowledged move survives a power cut.
  for (const char* pragma : {"pragma journal_mode=wal", "pragma synchronous=full", "pragma foreign_keys=on"}) {
    sql << pragma;
  }
}

void Store::Connection::open_postgres() {
  try {
    sql.open(*soci::factory_postgresql(), target);
  } catch (const std::exception& failure) {
    if (says_away(failure.what())) throw DatabaseAway(failure.what());
    throw;
  }
  sql << "set client_min_messages = warning";
  if (is_alone()) lock_postgres();
  if (is_shared()) lock_postgres_shared();
}

/// The same lock as one server alone has, but many can have it so.
void Store::Connection::lock_postgres_shared() {
  // A server that sleeps in the middle of a transaction must not keep the others from its games, nor may any wait for
  // a row for so long that its own lease runs out.
  sql << std::string("set idle_in_transaction_session_timeout = ") + kLongestIdleMs;
  sql << std::string("set lock_timeout = ") + kLongestLockMs;
  const auto give_up = std::chrono::steady_clock::now() + kLockPatience;
  for (;;) {
    int taken = 0;
    sql << std::string("select case when pg_try_advisory_lock_shared(") + kLockKey + ") then 1 else 0 end",
        soci::into(taken);
    if (taken == 1) return;
    if (std::chrono::steady_clock::now() >= give_up) refuse_held();
    std::this_thread::sleep_for(kLockPause);
  }
}

Store::Connection::Migrating::Migrating(Connection& connection) : connection_(connection) {
  if (!connection_.is_shared()) return;
  connection_.sql << "set lock_timeout = 0";
  connection_.sql << std::string("select pg_advisory_lock(1 + (") + kLockKey + "))";
}

Store::Connection::Migrating::~Migrating() {
  try {
    if (!connection_.is_shared()) return;
    connection_.sql << std::string("select pg_advisory_unlock(1 + (") + kLockKey + "))";
    connection_.sql << std::string("set lock_timeout = ") + kLongestLockMs;
  } catch (const std::exception&) {
    // It ends with the session at the latest.
  }
}

void Store::Connection::lock_postgres() {
  // A machine that vanished must not hold the lock for the two hours that are the system's default.
  sql << "set tcp_keepalives_idle = 15";
  sql << "set tcp_keepalives_interval = 5";
  sql << "set tcp_keepalives_count = 3";
  const auto give_up = std::chrono::steady_clock::now() + (has_signed_ ? kRelockPatience : kLockPatience);
  const int old = backend_;
  for (;;) {
    int taken = 0;
    sql << std::string("select case when pg_try_advisory_lock(") + kLockKey + ") then 1 else 0 end", soci::into(taken);
    if (taken == 1) break;
    // Our own lost session may live on at the other end; with its end it is also decided what it committed.
    int ended = 0;
    sql << std::string("select count(pg_terminate_backend(pid)) from pg_locks where pid = :old and ") + kLockRow,
        soci::into(ended), soci::use(old, "old");
    if (std::chrono::steady_clock::now() >= give_up) refuse_held();
    std::this_thread::sleep_for(kLockPause);
  }
  sql << "select pg_backend_pid()", soci::into(backend_);
}

void Store::Connection::refuse_held() {
  std::string who;
  try {
    sql << "select holder from partita_server", soci::into(who);
  } catch (const std::exception&) {
    // It is just making its tables.
  }
  if (who.empty()) {
    int process = 0;
    sql << std::string("select coalesce(min(pid), 0) from pg_locks where ") + kLockRow, soci::into(process);
    who = "session " + std::to_string(process) + " of the database";
  }
  throw DatabaseHeld("the PostgreSQL database: another server uses it: " + who);
}

void Store::Connection::sign() {
  std::string last;
  sql << "select instance from partita_server", soci::into(last);
  if (has_signed_ && last != instance_) ++generation;
  sql << "update partita_server set instance = :instance, holder = :holder", soci::use(instance_, "instance"),
      soci::use(holder, "holder");
  if (is_sqlite) file_lock.announce(holder);
  has_signed_ = true;
}

void Store::Connection::check_file() const {
  if (file_lock.is_held() && !file_lock.is_in_place()) {
    throw std::runtime_error(target + ": the file was deleted or replaced while the server used it");
  }
}

void Store::Connection::check_folder() const {
  const fs::path parent = fs::path(target).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  // SQLite would say "unable to open database file", whatever the reason.
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw std::runtime_error("folder " + folder + " cannot be written: " + std::strerror(errno));
  }
}

void Store::Connection::check_room() {
  if (!is_sqlite) return check_postgres_room();
  const std::string scratch = target + "-room";
  const std::vector<char> zeros(65'536);
  errno = 0;
  const int file = ::open(scratch.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0600);
  const bool fits = file >= 0 && ::write(file, zeros.data(), zeros.size()) == static_cast<ssize_t>(zeros.size());
  const int failure = fits ? 0 : errno;
  if (file >= 0) ::close(file);
  ::unlink(scratch.c_str());
  if (!fits) throw std::runtime_error(scratch + ": " + std::strerror(failure == 0 ? ENOSPC : failure));
}

void Store::Connection::check_postgres_room() {
  // We do not see its disk, but a sort that does not fit into this memory is written there, and leaves nothing behind.
  sql << "set local work_mem = '64kB'";
  int rows = 0;
  sql << "select count(*) from (select g from generate_series(1, 20000) as g order by -g offset 1) as sorted",
      soci::into(rows);
}

}  // namespace partita::store
