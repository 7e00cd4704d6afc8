#include "arena/schedule.h"

#include <algorithm>
#include <cstdint>

#include "base/random.h"
#include "record/declared_json.h"

namespace partita::arena {

namespace {

/// All ascending choices of `size` out of `count`, in lexicographic order.
void choose(int count, int size, int from, Table& chosen, std::vector<Table>& result) {
  if (static_cast<int>(chosen.size()) == size) {
    result.push_back(chosen);
    return;
  }
  for (int i = from; i < count; ++i) {
    chosen.push_back(i);
    choose(count, size, i + 1, chosen, result);
    chosen.pop_back();
  }
}

/// With fewer entrants than seats the entrants sit down again, round after round.
Table filled(const Table& table, int seats) {
  Table result;
  for (int seat = 0; seat < seats; ++seat) result.push_back(table[static_cast<std::size_t>(seat) % table.size()]);
  return result;
}

GameJob make_job(const TournamentPlan& plan, const Table& table, int opening, int rotation) {
  GameJob job;
  job.game = plan.game;
  job.rules = plan.rules;
  const Opening& begin = plan.openings[static_cast<std::size_t>(opening)];
  job.start = begin.position;
  job.opening = begin.moves;
  job.referee = plan.referee;
  std::string names;
  for (int seat = 0; seat < plan.seat_count; ++seat) {
    const int entrant = table[static_cast<std::size_t>((seat + rotation) % plan.seat_count)];
    const Entrant& who = plan.entrants[static_cast<std::size_t>(entrant)];
    job.seats.push_back(who.spec);
    job.controls.push_back(write_time_control(who.control));
  }
  for (const int entrant : table) names += (names.empty() ? "" : "-") + std::to_string(entrant);
  job.id = "t" + names + "/o" + std::to_string(opening) + "/r" + std::to_string(rotation);
  job.seed = base::seed_of(plan.seed, job.id);
  job.trace = plan.trace;
  return job;
}

}  // namespace

std::vector<Table> tables(const TournamentPlan& plan) {
  const int count = static_cast<int>(plan.entrants.size());
  const int size = std::min(count, plan.seat_count);
  std::vector<Table> all;
  Table chosen;
  choose(count, size, 0, chosen, all);
  std::vector<Table> result;
  for (const Table& table : all) {
    if (plan.format == Format::kGauntlet && table.front() != 0) continue;
    result.push_back(filled(table, plan.seat_count));
    if (plan.format == Format::kMatch) break;
  }
  return result;
}

std::vector<ScheduledGame> schedule(const TournamentPlan& plan) {
  const std::vector<Table> seating = tables(plan);
  std::vector<ScheduledGame> games;
  for (int opening = 0; opening < static_cast<int>(plan.openings.size()); ++opening) {
    for (int table = 0; table < static_cast<int>(seating.size()); ++table) {
      for (int rotation = 0; rotation < plan.seat_count; ++rotation) {
        if (plan.seat_of_first && (*plan.seat_of_first + rotation) % plan.seat_count != 0) continue;
        games.push_back(
            {table, opening, rotation, make_job(plan, seating[static_cast<std::size_t>(table)], opening, rotation)});
      }
    }
  }
  return games;
}

std::string fingerprint(const TournamentPlan& plan) {
  // FNV-1a over all jobs: any change of players, openings, rules or controls changes it.
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (ScheduledGame& game : schedule(plan)) {
    // Games left over may be played with other seeds: each result tells its own.
    game.job.seed = 0;
    game.job.trace.clear();
    for (const char c : record::write_object(game.job))
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  }
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kHex[(hash >> shift) & 15];
  return text;
}

}  // namespace partita::arena
