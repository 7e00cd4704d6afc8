#include "study/shipped_strategies.h"

#include <algorithm>
#include <chrono>
#include <future>
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

/// One of each file, the one with the shortest lines first; none where nothing is shipped.
std::vector<StrategyLater> strategies_later(std::string_view game, const base::OptionValues& rules) {
  // Lists of the catalog that a reader asks for: made before `known`, they are still there when the end of the program
  // waits for readers at work.
  if (catalog::all_games().empty() || !catalog::has_solver(game)) return {};
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
  return found->second;
}

/// Plies to the end at most after a move, counted with it, if the winner of the strategies then wins by force.
std::optional<int> plies_after(const Strategies& strategies, const catalog::AnyPosition& position,
                               const std::string& move, const base::StopFlag* stop) {
  catalog::AnyPosition after = position;
  if (!after.play(move)) return std::nullopt;
  const catalog::Seat winner = strategies.front()->certificate().claim.winner;
  if (after.is_over()) return after.ending().payoff[winner] == catalog::kPoint ? std::optional(1) : std::nullopt;
  // Each strategy has shorter lines in some positions and longer ones in others: with the shortest at every ply the
  // number of plies never grows.
  std::optional<int> least;
  for (const auto& strategy : strategies) {
    if (strategy->certificate().claim.winner != winner) continue;
    const auto plies = strategy->longest_line(after, stop);
    if (plies && (!least || *plies + 1 < *least)) least = *plies + 1;
  }
  return least;
}

/// The reply of the strategy that wins soonest from here.
std::optional<std::string> winners_reply(const Strategies& strategies, const catalog::AnyPosition& position,
                                         const base::StopFlag* stop) {
  std::optional<std::string> soonest;
  int least = 0;
  for (const auto& strategy : strategies) {
    const auto plies = strategy->longest_line(position, stop);
    if (!plies || (soonest && *plies >= least)) continue;
    auto reply = strategy->reply(position);
    if (!reply) continue;
    soonest = std::move(reply);
    least = *plies;
  }
  return soonest;
}

}  // namespace

std::string rules_file_name(std::string_view game, const base::OptionValues& rules) {
  std::string name(game);
  for (const auto& [option, value] : rules) {
    if (value != "standard") name += "-" + option + value;
  }
  return name;
}

Strategies shipped_strategies(std::string_view game, const base::OptionValues& rules, const base::StopFlag* stop) {
  Strategies strategies;
  for (const auto& later : strategies_later(game, rules)) {
    while (later.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout) {
      if (stop != nullptr && stop->is_raised()) return {};
    }
    if (later.get()) strategies.push_back(later.get());
  }
  return strategies;
}

void begin_to_read_strategies(std::string_view game, const base::OptionValues& rules) {
  static_cast<void>(strategies_later(game, rules));
}

std::optional<Proven> proven_by_strategies(const Strategies& strategies, const catalog::AnyPosition& position,
                                           const base::StopFlag* stop) {
  if (strategies.empty()) return std::nullopt;
  const bool wins = position.to_move() == strategies.front()->certificate().claim.winner;
  Proven proven;
  for (const std::string& move : position.legal_moves()) {
    const auto plies = plies_after(strategies, position, move, stop);
    if (plies) proven.moves.push_back({move, *plies});
    // The loser has lost only if every move loses.
    if (!plies && !wins) return std::nullopt;
  }
  if (proven.moves.empty()) return std::nullopt;
  proven.result = wins ? Proven::Result::kWin : Proven::Result::kLoss;
  order_moves(proven);
  proven.plies = proven.moves.front().plies;
  proven.is_shortest = wins ? proven.plies == 1 : proven.plies <= 2;
  return proven;
}

std::optional<std::string> next_move(const Strategies& strategies, const catalog::AnyPosition& position,
                                     const base::StopFlag* stop) {
  if (strategies.empty()) return std::nullopt;
  if (position.to_move() == strategies.front()->certificate().claim.winner)
    return winners_reply(strategies, position, stop);
  const auto lost = proven_by_strategies(strategies, position, stop);
  return lost ? std::optional(lost->moves.front().move) : std::nullopt;
}

}  // namespace partita::study
