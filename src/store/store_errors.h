#pragma once

#include <stdexcept>

/// Why a database could not be opened, for those to whom it makes a difference.
namespace partita::store {

/// Another process has the database.
class DatabaseHeld : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The database cannot be reached, or is not up yet: waiting may help.
class DatabaseAway : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace partita::store
