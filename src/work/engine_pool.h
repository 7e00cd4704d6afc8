#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/any_engine.h"
#include "study/engine.h"

namespace partita::work {

/// Where engines come from: the catalog, or a test's own.
struct EngineSource {
  std::function<base::Parsed<std::unique_ptr<catalog::AnyEngine>>(
      std::string_view game, const base::OptionValues& rules, const catalog::EngineSpec& spec)>
      make = study::make_engine;
  std::function<std::vector<catalog::PresetEntry>(std::string_view game)> presets = catalog::presets;
};

/// What one engine may take of a machine at most.
struct EngineSize {
  int threads = 1;
  int memory_mib = 256;
};

/// Engines between searches. An idle engine keeps its tables, so that a game's next move or a longer analysis of the
/// same position begins warm; the least recently used are destroyed first. Any thread.
class EnginePool {
 public:
  EnginePool(EngineSource source, EngineSize size, std::size_t most_idle)
      : source_(std::move(source)), size_(size), most_idle_(most_idle) {}

  struct Order {
    std::string owner;  ///< who comes back for it: "game ID seat 0"
    std::string game;
    base::OptionValues rules;
    std::string spec;  ///< "partita,killers=off"

    static void declare(auto& visit, auto& order) {
      visit("owner", order.owner);
      visit("game", order.game);
      visit("rules", order.rules);
      visit("spec", order.spec);
    }
  };

  /// That the order could be carried out; makes the engine once per distinct spec.
  base::Parsed<base::Done> check(const Order& order);
  /// A new one that nobody has used: for answers that must not depend on what was asked before.
  base::Parsed<std::unique_ptr<catalog::AnyEngine>> make(const Order& order) const;
  /// The owner's engine if it is still here, else a new one.
  base::Parsed<std::unique_ptr<catalog::AnyEngine>> take(const Order& order);
  void put_back(const Order& order, std::unique_ptr<catalog::AnyEngine> engine);
  std::size_t idle() const;

 private:
  struct Idle {
    std::string key;
    std::unique_ptr<catalog::AnyEngine> engine;
  };

  const EngineSource source_;
  const EngineSize size_;
  const std::size_t most_idle_;
  mutable std::mutex mutex_;
  std::list<Idle> idle_;  ///< most recently used first
  std::set<std::string> checked_;
};

}  // namespace partita::work
