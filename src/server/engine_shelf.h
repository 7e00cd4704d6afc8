#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "catalog/any_engine.h"
#include "server/services.h"

namespace partita::server {

/// Engines between searches. An engine keeps its tables while it stands here, so that a game's next move or a longer
/// analysis of the same position begins warm; the least recently used are thrown away first. Any thread.
class EngineShelf {
 public:
  EngineShelf(EngineSource source, EngineBounds bounds, std::size_t most_idle)
      : source_(std::move(source)), bounds_(bounds), most_idle_(most_idle) {}

  struct Order {
    std::string owner;  ///< who comes back for it: "game ID seat 0"
    std::string game;
    base::OptionValues rules;
    std::string spec;  ///< "partita,killers=off"
  };

  /// That the order could be carried out; makes the engine once per distinct spec.
  base::Parsed<base::Done> check(const Order& order);
  /// A new one that nobody has used: for answers that must not depend on what was asked before.
  base::Parsed<std::unique_ptr<catalog::AnyEngine>> make(const Order& order) const;
  /// The owner's engine if it still stands here, else a new one.
  base::Parsed<std::unique_ptr<catalog::AnyEngine>> take(const Order& order);
  void put_back(const Order& order, std::unique_ptr<catalog::AnyEngine> engine);
  std::size_t idle() const;

 private:
  struct Idle {
    std::string key;
    std::unique_ptr<catalog::AnyEngine> engine;
  };

  const EngineSource source_;
  const EngineBounds bounds_;
  const std::size_t most_idle_;
  mutable std::mutex mutex_;
  std::list<Idle> idle_;  ///< most recently used first
  std::set<std::string> checked_;
};

}  // namespace partita::server
