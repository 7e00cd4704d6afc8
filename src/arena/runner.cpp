#include "arena/runner.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

namespace partita::arena {

/// Players by what they are made from; a specification that sits on two seats gets two players.
struct JobPlayer::Reused {
  std::map<std::pair<std::string, int>, std::unique_ptr<Player>> players;
  Prover prover;
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

/// The file of a game's dialogues, or none. One thread.
class TraceFile {
 public:
  explicit TraceFile(const GameJob& job) {
    if (job.trace.empty()) return;
    std::string name = job.id;
    std::replace(name.begin(), name.end(), '/', '-');
    file_.open(std::filesystem::path(job.trace) / (name + ".txt"));
    file_ << "game " << job.id << " seed " << job.seed << "\n";
  }
  Player::Trace for_seat(std::size_t seat, const std::string& spec) {
    if (!file_.is_open()) return {};
    file_ << "seat " << seat + 1 << " is " << spec << "\n";
    return [this, seat](const std::string& line) { file_ << seat + 1 << " " << line << std::endl; };
  }
  void end(const PlayedGame& game) {
    if (!file_.is_open()) return;
    file_ << "end " << game.reason << (game.fault.empty() ? "" : ": seat " + std::to_string(game.at_fault + 1) + " ")
          << game.fault << "\n";
  }

 private:
  std::ofstream file_;
};

}  // namespace

JobPlayer::JobPlayer() : reused_(std::make_unique<Reused>()) {}
JobPlayer::~JobPlayer() = default;

base::Parsed<GameOutcome> JobPlayer::play(const GameJob& job, const base::StopFlag& stop) {
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
    auto control = read_time_control(job.controls[seat]);
    if (!control) return control.forward_error();
    const std::string spec = with_fitting_table(job.seats[seat], *control);
    const std::string key = player_key(job, spec);
    std::unique_ptr<Player>& player = reused_->players[{key, uses[key]++}];
    if (player == nullptr) {
      auto made = make_player(job.game, job.rules, spec);
      if (!made) return made.error_at(job.seats[seat]);
      player = std::move(*made);
    }
    seats.push_back(player.get());
    controls.push_back(*control);
  }
  TraceFile trace(job);
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    seats[seat]->set_trace(trace.for_seat(seat, job.seats[seat]));
    seats[seat]->use_seed(job.seed + seat);
  }
  const base::Stopwatch watch;
  GameOutcome outcome{
      job.id,
      play_game(
          std::move(*position), seats, controls, job.referee, [&] { return stop.is_raised(); }, &reused_->prover),
      job.seed, watch.seconds()};
  trace.end(outcome.game);
  for (Player* player : seats) player->set_trace({});
  return outcome;
}

}  // namespace partita::arena
