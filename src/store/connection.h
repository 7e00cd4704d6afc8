#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/parsed.h"
#include "store/file_lock.h"
#include "store/store.h"
#include "store/store_errors.h"

namespace partita::store {

/// The session with the database, and the lock that makes it the only one. One thread. Functions throw std::exception
/// when the database fails; the session is closed then, so that nothing is written without the lock.
struct Store::Connection {
  Connection();

  base::Parsed<base::Done> take_url(std::string_view url);
  /// Opens the session and, if it is to be alone, locks the database.
  void connect();
  bool is_alone() const { return !holder.empty(); }
  bool is_shared() const { return !server.empty(); }
  /// While it lives, no other server of the database changes its schema.
  class Migrating {
   public:
    explicit Migrating(Connection& connection);
    ~Migrating();
    Migrating(const Migrating&) = delete;
    Migrating& operator=(const Migrating&) = delete;

   private:
    Connection& connection_;
  };
  /// Writes down who holds the database, and notices if somebody else did since the last time.
  void sign();
  /// Throws if the SQLite file is no longer where its name leads: whatever is committed would be lost with it.
  void check_file() const;
  /// Throws if the database's disk is full. Small writes would still fit into what it has for a while.
  /// REQUIRES: a transaction has begun.
  void check_room();

  bool is_sqlite = true;
  std::string target;  ///< a path, or libpq's connection string
  std::string holder;  ///< empty: not alone
  std::string server;  ///< empty: not one of several
  std::string address;
  std::uint64_t generation = 0;
  // Behind the session when they go: closing any descriptor of the file would end the session's own locks on it.
  FileLock file_lock;
  soci::session sql;

 private:
  void open_sqlite();
  void check_folder() const;
  void check_postgres_room();
  void open_postgres();
  void lock_postgres();
  void lock_postgres_shared();
  [[noreturn]] void refuse_held();

  std::string instance_;  ///< differs from that of every other process
  bool has_signed_ = false;
  int backend_ = 0;  ///< the PostgreSQL process that held our lock last
};

}  // namespace partita::store
