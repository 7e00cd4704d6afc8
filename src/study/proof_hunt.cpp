#include "study/proof_hunt.h"

#include <chrono>
#include <utility>

#include "base/threads.h"
#include "study/shipped_strategies.h"

namespace partita::study {

namespace {

/// The search for the shortest win keeps every position in memory: about a hundred bytes each.
constexpr std::uint64_t kShortestNodes = 1'000'000;

/// Share of the time that is left, where there are no threads.
constexpr int kSharePercent = 40;
constexpr std::chrono::nanoseconds kShareOfEndless = std::chrono::milliseconds(200);

}  // namespace

ProofHunt::ProofHunt(catalog::AnySolver& solver, const catalog::AnyPosition& position, const base::StopFlag* stop,
                     std::function<void(const Proven&)> on_proven)
    : solver_(solver), position_(position), on_proven_(std::move(on_proven)), stopping_(stop) {
  if (base::Threads::are_there()) {
    thread_ = std::thread([this] { run(); });
    return;
  }
  // The search that begins when this one has ended needs time too.
  const auto left = stopping_.time_left();
  const auto share = left ? *left * kSharePercent / 100 : kShareOfEndless;
  stopping_.raise_at(std::chrono::steady_clock::now() + share);
  run();
}

ProofHunt::~ProofHunt() { stop(); }

void ProofHunt::stop() {
  stopping_.raise();
  if (thread_.joinable()) thread_.join();
}

void ProofHunt::run() {
  auto found = certified();
  if (!found) found = proven();
  if (!found) return;
  tell(*found);
  if (found->result == Proven::Result::kDraw) return;
  measure(*found);
  shorten(*found);
}

void ProofHunt::tell(const Proven& found) const {
  if (!stopping_.is_raised()) on_proven_(found);
}

catalog::Seat ProofHunt::winner(const Proven& found) const {
  return static_cast<catalog::Seat>(found.winner(position_.to_move()));
}

std::optional<Proven> ProofHunt::certified() {
  const Strategies strategies = shipped_strategies(position_.game(), position_.rules(), &stopping_);
  if (strategies.empty()) return std::nullopt;
  strategy_ = strategies.front();
  Proven found;
  if (const auto reply = strategy_->reply(position_)) {
    found.move = *reply;
    return found;
  }
  if (position_.to_move() != strategy_->certificate().claim.winner) {
    if (const auto plies = strategy_->longest_line(position_, &stopping_)) {
      found.result = Proven::Result::kLoss;
      found.plies = *plies;
      return found;
    }
  }
  strategy_ = nullptr;
  return std::nullopt;
}

std::optional<Proven> ProofHunt::proven() {
  if (stopping_.is_raised()) return std::nullopt;
  catalog::SolveRequest request;
  request.stop = &stopping_;
  const catalog::SolveReport report = catalog::solve_position(solver_, position_, request);
  Proven found;
  switch (report.value) {
    case catalog::SolvedValue::kWin: found.result = Proven::Result::kWin; break;
    case catalog::SolvedValue::kDraw: found.result = Proven::Result::kDraw; break;
    case catalog::SolvedValue::kLoss: found.result = Proven::Result::kLoss; break;
    default: return std::nullopt;
  }
  if (!found.is_loss()) found.move = report.best_move;
  found.nodes = report.nodes;
  return found;
}

/// An upper bound: the longest line of a strategy that wins.
void ProofHunt::measure(Proven& found) {
  if (found.plies > 0 || stopping_.is_raised()) return;
  if (!strategy_) {
    auto written = solver_.strategy(position_, winner(found), 0, &stopping_);
    if (!written) return;
    auto made = catalog::make_strategy(std::move(*written));
    if (!made) return;
    strategy_ = std::move(*made);
    // The strategy may prefer another of the winning moves.
    if (const auto reply = strategy_->reply(position_)) found.move = *reply;
  }
  const auto plies = strategy_->longest_line(position_, &stopping_);
  if (!plies) return;
  found.plies = *plies;
  tell(found);
}

void ProofHunt::shorten(Proven& found) {
  constexpr int kFar = 40;
  if (stopping_.is_raised()) return;
  catalog::SolveRequest request;
  request.nodes = kShortestNodes;
  request.stop = &stopping_;
  const int most = found.plies > 0 ? found.plies - 1 : kFar;
  const catalog::DistanceReport distance = solver_.distance(position_, winner(found), most, request);
  if (distance.at_most != 0) {
    found.plies = distance.at_most;
    if (found.is_win()) found.move = distance.best_move;
  } else if (distance.at_least != found.plies) {
    return;
  }
  found.is_shortest = true;
  tell(found);
}

}  // namespace partita::study
