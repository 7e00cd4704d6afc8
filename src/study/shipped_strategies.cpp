#include "study/shipped_strategies.h"

#include <map>
#include <mutex>
#include <utility>

#include "base/clock.h"
#include "base/data_files.h"
#include "catalog/games.h"
#include "catalog/solver.h"
#include "study/atlas.h"
#include "study/certificate_file.h"
#include "study/finding.h"

namespace partita::study {

namespace {

/// "andantino-side10": the game and the rules' values in the order of their names, without those that say "standard".
std::string file_name(std::string_view game, const base::OptionValues& rules, std::string_view kind) {
  std::string name(game);
  for (const auto& [option, value] : rules) {
    if (value != "standard") name += "-" + option + value;
  }
  return "certificates/" + name + std::string(kind) + ".tsv.zst";
}

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

/// An engine that looks into a strategy first.
class StrategyEngine final : public catalog::AnyEngine {
 public:
  StrategyEngine(std::unique_ptr<catalog::AnyEngine> engine, std::shared_ptr<const catalog::AnyStrategy> strategy)
      : engine_(std::move(engine)), strategy_(std::move(strategy)) {}

  const std::string& preset() const override { return engine_->preset(); }
  const std::vector<base::OptionSpec>& options() const override { return engine_->options(); }
  base::OptionValues option_values() const override { return engine_->option_values(); }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    return engine_->set_option(name, value);
  }
  void new_game() override { engine_->new_game(); }
  std::int64_t turn_ms(const catalog::AnyPosition& position, const catalog::Limits& limits) const override {
    return engine_->turn_ms(position, limits);
  }

  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    const base::Stopwatch watch;
    const auto reply = request.only_moves.empty() ? proven_reply(position) : std::nullopt;
    if (!reply) return engine_->search(position, request);
    catalog::SearchResult result;
    result.best_move = *reply;
    result.note = "certificate";
    result.time_ms = watch.milliseconds();
    catalog::LineReport line;
    line.score = score_of({Finding::Result::kWin, *reply, 0, false, 0}, position);
    line.depth = 1;
    line.pv = {*reply};
    result.lines.push_back(std::move(line));
    if (request.on_line) request.on_line(result.lines.front());
    return result;
  }

 private:
  /// Of the strategy; of the atlas where the other side has the win, or the strategy's side has left it.
  std::optional<std::string> proven_reply(const catalog::AnyPosition& position) const {
    if (auto reply = strategy_->reply(position)) return reply;
    const auto known = atlas_proof(position);
    if (!known || known->finding.result != Finding::Result::kWin || known->moves.empty()) return std::nullopt;
    return known->moves.front().move;
  }

  std::unique_ptr<catalog::AnyEngine> engine_;
  std::shared_ptr<const catalog::AnyStrategy> strategy_;
};

StrategyLater no_strategy() {
  std::promise<std::shared_ptr<const catalog::AnyStrategy>> none;
  none.set_value(nullptr);
  return none.get_future().share();
}

}  // namespace

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
    const std::string path = base::shipped_file(file_name(game, rules, kind));
    if (path.empty()) continue;
    const auto read = [game = found->first.first, path] { return read_shipped(game, path); };
    found->second.push_back(std::async(std::launch::async, read).share());
  }
  if (found->second.empty()) found->second.push_back(no_strategy());
  return found->second;
}

std::unique_ptr<catalog::AnyEngine> with_strategy(std::unique_ptr<catalog::AnyEngine> engine,
                                                  std::shared_ptr<const catalog::AnyStrategy> strategy) {
  if (!strategy) return engine;
  return std::make_unique<StrategyEngine>(std::move(engine), std::move(strategy));
}

}  // namespace partita::study
