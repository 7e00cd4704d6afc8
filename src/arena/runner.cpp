#include "arena/runner.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace partita::arena {

/// Players by what they are made from; a specification that sits on two seats gets two players.
struct JobPlayer::Bench {
  std::map<std::pair<std::string, int>, std::unique_ptr<Player>> players;
};

namespace {

std::string player_key(const GameJob& job, const std::string& spec) {
  std::string key = job.game;
  for (const auto& [name, value] : job.rules) key += "|" + name + "=" + value;
  return key + "|" + spec;
}

base::Parsed<catalog::AnyPosition> opening_position(const GameJob& job) {
  auto position = catalog::AnyPosition::from_text(job.game, job.rules, job.start);
  if (!position) return position;
  for (std::size_t i = 0; i < job.opening.size(); ++i) {
    auto played = position->play(job.opening[i]);
    if (!played) return played.error_at(job.id + ": opening move " + std::to_string(i + 1));
  }
  return position;
}

}  // namespace

JobPlayer::JobPlayer() : bench_(std::make_unique<Bench>()) {}
JobPlayer::~JobPlayer() = default;

base::Parsed<GameOutcome> JobPlayer::play(const GameJob& job, const RefereeRules& rules, const base::StopFlag& stop) {
  auto position = opening_position(job);
  if (!position) return position.forward_error();
  if (static_cast<int>(job.seats.size()) != position->seat_count()) {
    return base::Error{job.id + ": the game has " + std::to_string(position->seat_count()) + " seats, the job " +
                       std::to_string(job.seats.size())};
  }
  std::vector<Player*> seats;
  std::vector<TimeControl> controls;
  std::map<std::string, int> uses;
  for (std::size_t seat = 0; seat < job.seats.size(); ++seat) {
    const std::string key = player_key(job, job.seats[seat]);
    std::unique_ptr<Player>& player = bench_->players[{key, uses[key]++}];
    if (player == nullptr) {
      auto made = make_player(job.game, job.rules, job.seats[seat]);
      if (!made) return made.error_at(job.seats[seat]);
      player = std::move(*made);
    }
    seats.push_back(player.get());
    auto control = read_time_control(job.controls[seat]);
    if (!control) return control.forward_error();
    controls.push_back(*control);
  }
  return GameOutcome{job.id, play_game(std::move(*position), seats, controls, rules, [&] { return stop.is_raised(); })};
}

base::Parsed<base::Done> ThreadRunner::run(const std::vector<GameJob>& jobs, const OnOutcome& on_outcome,
                                           const base::StopFlag& stop) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> ended{false};
  std::mutex mutex;
  std::optional<base::Error> failure;
  // Games already under way are finished after a stop: only a second interrupt (the process's end) breaks them off.
  const base::StopFlag never;
  const auto work = [&] {
    JobPlayer player;
    while (!ended && !stop.is_raised()) {
      const std::size_t index = next.fetch_add(1);
      if (index >= jobs.size()) return;
      auto outcome = player.play(jobs[index], rules_, never);
      const std::lock_guard lock(mutex);
      if (!outcome) {
        if (!failure) failure = outcome.forward_error();
        ended = true;
      } else if (!ended && !on_outcome(*outcome)) {
        ended = true;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < threads_; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (failure) return *failure;
  return base::Done{};
}

}  // namespace partita::arena
