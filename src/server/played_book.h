#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "store/store_thread.h"
#include "study/played_moves.h"

namespace partita::server {

/// What was played in the games this server keeps, those by invitation left out. It reads each finished game once, the
/// newest of each kind, and those that have changed since it was asked last. One thread, which may wait for the store.
class PlayedBook {
 public:
  /// Has the store do something and waits for it; throws if that fails.
  using WithStore = std::function<void(store::StoreThread::Task)>;

  /// All of it, brought up to date. `goes_on` is asked between two pieces of the work.
  const study::PlayedMoves& of(const std::string& game, const WithStore& with_store,
                               const std::function<bool()>& goes_on);

 private:
  /// The newest games of a kind that are counted: some seconds of reading when the first one asks.
  static constexpr std::size_t kMostCounted = 2'000;

  struct GameMoves {
    study::PlayedMoves moves{kMostCounted};
    std::int64_t changed_ms = 0;  ///< of the newest change that was read
  };
  std::map<std::string, GameMoves> by_game_;
};

}  // namespace partita::server
