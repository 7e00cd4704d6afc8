#include "study/played_moves.h"

#include <algorithm>
#include <functional>

#include "catalog/solver.h"

namespace partita::study {

namespace {

/// Openings end somewhere, and later positions hardly ever come twice.
constexpr std::size_t kPliesCounted = 40;

std::string rules_text_of(const catalog::AnyPosition& position) {
  std::string text(position.game());
  for (const auto& [option, value] : position.rules()) text += " " + option + "=" + value;
  return text;
}

/// The step as a number. Two steps share one by chance once in some 10^19, and a count is then one too high.
std::uint64_t step_between(const std::string& rules, const std::string& before, const std::string& after) {
  return std::hash<std::string>{}(rules + "\n" + before + "\n" + after);
}

std::vector<std::uint64_t> steps_of(const catalog::AnyPosition& end) {
  auto position = catalog::AnyPosition::from_text(end.game(), end.rules(), end.start_text());
  if (!position) return {};
  const std::string rules = rules_text_of(*position);
  std::vector<std::uint64_t> steps;
  std::string before = catalog::canonical_text(*position);
  for (const std::string& move : end.moves()) {
    if (steps.size() == kPliesCounted || !position->play(move)) break;
    std::string after = catalog::canonical_text(*position);
    steps.push_back(step_between(rules, before, after));
    before = std::move(after);
  }
  // A game that went the same way twice was still one game.
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

}  // namespace

void PlayedMoves::put(const std::string& name, std::int64_t time, const catalog::AnyPosition& end, int winner) {
  remove(name);
  const auto [found, is_new] = games_.emplace(name, Game{time, winner, steps_of(end)});
  by_time_.emplace(time, name);
  add(found->second, 1);
  while (games_.size() > most_games_) remove(std::string(by_time_.begin()->second));
}

void PlayedMoves::remove(const std::string& name) {
  const auto found = games_.find(name);
  if (found == games_.end()) return;
  add(found->second, -1);
  by_time_.erase({found->second.time, name});
  games_.erase(found);
}

bool PlayedMoves::holds(const std::string& name, std::int64_t time) const {
  const auto found = games_.find(name);
  return found != games_.end() && found->second.time == time;
}

void PlayedMoves::add(const Game& game, int sign) {
  for (const std::uint64_t step : game.steps) {
    PlayedCount& count = counts_[step];
    count.games += sign;
    if (game.winner < 0) count.drawn += sign;
    const auto winner = static_cast<std::size_t>(std::max(0, game.winner));
    if (game.winner >= 0 && count.won.size() <= winner) count.won.resize(winner + 1);
    if (game.winner >= 0) count.won[winner] += sign;
    if (count.games == 0) counts_.erase(step);
  }
}

PlayedCount PlayedMoves::count(const catalog::AnyPosition& before, const catalog::AnyPosition& after) const {
  const auto found = counts_.find(
      step_between(rules_text_of(before), catalog::canonical_text(before), catalog::canonical_text(after)));
  PlayedCount count = found == counts_.end() ? PlayedCount{} : found->second;
  count.won.resize(static_cast<std::size_t>(before.seat_count()));
  return count;
}

}  // namespace partita::study
