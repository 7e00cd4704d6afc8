#include "work/engine_pool.h"

#include <algorithm>

#include "base/text.h"

namespace partita::work {

namespace {

std::string kind_of(const EnginePool::Order& order) {
  std::string key = order.game + "|" + order.spec;
  for (const auto& [name, value] : order.rules) key += "|" + name + "=" + value;
  return key;
}

std::string key_of(const EnginePool::Order& order) { return order.owner + "|" + kind_of(order); }

base::Parsed<base::Done> check_bound(const catalog::EngineSpec& spec, const char* name, int most) {
  const auto found = spec.overrides.find(name);
  if (found == spec.overrides.end()) return base::Done{};
  const auto value = base::read_int(found->second);
  if (value && *value > most) {
    return base::Error{std::string("engine: ") + name + " may be at most " + std::to_string(most) + " on this server"};
  }
  return base::Done{};
}

}  // namespace

base::Parsed<std::unique_ptr<catalog::AnyEngine>> EnginePool::make(const Order& order) const {
  auto spec = catalog::read_engine_spec(order.spec);
  if (!spec) return spec.forward_error();
  for (const auto& [name, most] : {std::pair("threads", size_.threads), std::pair("hash_mb", size_.memory_mib),
                                   std::pair("tree_mib", size_.memory_mib)}) {
    if (const auto fine = check_bound(*spec, name, most); !fine) return fine.forward_error();
  }
  return source_.make(order.game, order.rules, *spec);
}

base::Parsed<base::Done> EnginePool::check(const Order& order) {
  const std::string kind = kind_of(order);
  {
    const std::lock_guard lock(mutex_);
    if (checked_.contains(kind)) return base::Done{};
  }
  auto engine = make(order);
  if (!engine) return engine.forward_error();
  const std::lock_guard lock(mutex_);
  constexpr std::size_t kMostRemembered = 10'000;
  if (checked_.size() >= kMostRemembered) checked_.clear();
  checked_.insert(kind);
  return base::Done{};
}

base::Parsed<std::unique_ptr<catalog::AnyEngine>> EnginePool::take(const Order& order) {
  const std::string key = key_of(order);
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(idle_.begin(), idle_.end(), [&](const Idle& idle) { return idle.key == key; });
    if (found != idle_.end()) {
      auto engine = std::move(found->engine);
      idle_.erase(found);
      return engine;
    }
  }
  return make(order);
}

void EnginePool::put_back(const Order& order, std::unique_ptr<catalog::AnyEngine> engine) {
  std::list<Idle> dropped;  // destroyed after the lock: freeing a large table takes a while
  const std::lock_guard lock(mutex_);
  idle_.push_front({key_of(order), std::move(engine)});
  if (idle_.size() > most_idle_) dropped.splice(dropped.begin(), idle_, std::prev(idle_.end()));
}

std::size_t EnginePool::idle() const {
  const std::lock_guard lock(mutex_);
  return idle_.size();
}

}  // namespace partita::work
