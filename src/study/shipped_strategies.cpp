#include "study/shipped_strategies.h"

#include <map>
#include <mutex>
#include <utility>

#include "base/data_files.h"
#include "base/threads.h"
#include "catalog/games.h"
#include "catalog/solver.h"
#include "study/certificate_file.h"

namespace partita::study {

namespace {

using StrategyLater = std::shared_future<std::shared_ptr<const catalog::AnyStrategy>>;

std::shared_ptr<const catalog::AnyStrategy> read_shipped(const std::string& game, const std::string& path) {
  const auto text = read_certificate_file(path);
  if (!text) return nullptr;
  auto read = solve::read_certificate(*text);
  if (!read || read->certificate.claim.game != game || !solve::check_promises(*read)) return nullptr;
  auto strategy = catalog::make_strategy(std::move(read->certificate));
  if (!strategy) return nullptr;
  return std::shared_ptr<const catalog::AnyStrategy>(std::move(*strategy));
}

StrategyLater no_strategy() {
  std::promise<std::shared_ptr<const catalog::AnyStrategy>> none;
  none.set_value(nullptr);
  return none.get_future().share();
}

}  // namespace

std::string rules_file_name(std::string_view game, const base::OptionValues& rules) {
  std::string name(game);
  for (const auto& [option, value] : rules) {
    if (value != "standard") name += "-" + option + value;
  }
  return name;
}

std::shared_ptr<const catalog::AnyStrategy> shipped_strategy(std::string_view game, const base::OptionValues& rules) {
  return shipped_strategy_later(game, rules).get();
}

StrategyLater shipped_strategy_later(std::string_view game, const base::OptionValues& rules) {
  return shipped_strategies_later(game, rules).front();
}

std::vector<StrategyLater> shipped_strategies_later(std::string_view game, const base::OptionValues& rules) {
  // Lists of the catalog that a reader asks for: made before `known`, they are still there when the end of the program
  // waits for readers at work.
  if (catalog::all_games().empty() || !catalog::has_solver(game)) return {no_strategy()};
  static std::mutex mutex;
  static std::map<std::pair<std::string, base::OptionValues>, std::vector<StrategyLater>> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(std::make_pair(std::string(game), rules));
  if (!is_new) return found->second;
  for (const char* kind : {"-short", ""}) {
    const std::string path = base::shipped_file("certificates/" + rules_file_name(game, rules) + kind + ".tsv.zst");
    if (path.empty()) continue;
    const auto read = [game = found->first.first, path] { return read_shipped(game, path); };
    // Without threads it is read by the first who asks.
    const auto when = base::Threads::are_there() ? std::launch::async : std::launch::deferred;
    found->second.push_back(std::async(when, read).share());
  }
  if (found->second.empty()) found->second.push_back(no_strategy());
  return found->second;
}

}  // namespace partita::study
