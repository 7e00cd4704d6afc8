#include "study/proof_hunt.h"

#include <chrono>
#include <utility>

#include "base/threads.h"
#include "study/shipped_strategies.h"

namespace partita::study {

namespace {

/// The search for the shortest win keeps every position in memory: about a hundred bytes each.
constexpr std::uint64_t kShortestNodes = 1'000'000;

/// Without threads: of the time there is.
constexpr int kSharePercent = 40;
constexpr std::chrono::nanoseconds kShareOfEndless = std::chrono::milliseconds(200);

}  // namespace

ProofHunt::ProofHunt(catalog::AnySolver& solver, const catalog::AnyPosition& position, const base::StopFlag* stop,
                     std::function<void(const Finding&)> on_finding)
    : solver_(solver), position_(position), on_finding_(std::move(on_finding)), stopping_(stop) {
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
  auto finding = certified();
  if (!finding) finding = proven();
  if (!finding) return;
  tell(*finding);
  if (finding->result == Finding::Result::kDraw) return;
  measure(*finding);
  shorten(*finding);
}

void ProofHunt::tell(const Finding& finding) const {
  if (!stopping_.is_raised()) on_finding_(finding);
}

catalog::Seat ProofHunt::winner(const Finding& finding) const {
  const catalog::Seat mover = position_.to_move();
  return finding.result == Finding::Result::kWin ? mover : static_cast<catalog::Seat>(1 - mover);
}

std::optional<Finding> ProofHunt::certified() {
  const auto later = shipped_strategy_later(position_.game(), position_.rules());
  while (later.wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout) {
    if (stopping_.is_raised()) return std::nullopt;
  }
  strategy_ = later.get();
  if (!strategy_) return std::nullopt;
  Finding finding;
  if (const auto reply = strategy_->reply(position_)) {
    finding.move = *reply;
    return finding;
  }
  if (position_.to_move() != strategy_->certificate().claim.winner) {
    if (const auto plies = strategy_->longest_line(position_, &stopping_)) {
      finding.result = Finding::Result::kLoss;
      finding.plies = *plies;
      return finding;
    }
  }
  strategy_ = nullptr;
  return std::nullopt;
}

std::optional<Finding> ProofHunt::proven() {
  if (stopping_.is_raised()) return std::nullopt;
  catalog::SolveRequest request;
  request.stop = &stopping_;
  const catalog::SolveReport report = catalog::solve_position(solver_, position_, request);
  Finding finding;
  switch (report.value) {
    case catalog::SolvedValue::kWin: finding.result = Finding::Result::kWin; break;
    case catalog::SolvedValue::kDraw: finding.result = Finding::Result::kDraw; break;
    case catalog::SolvedValue::kLoss: finding.result = Finding::Result::kLoss; break;
    default: return std::nullopt;
  }
  if (finding.result != Finding::Result::kLoss) finding.move = report.best_move;
  finding.nodes = report.nodes;
  return finding;
}

/// An upper bound: the longest line of a strategy that wins.
void ProofHunt::measure(Finding& finding) {
  if (finding.plies > 0 || stopping_.is_raised()) return;
  if (!strategy_) {
    auto written = solver_.strategy(position_, winner(finding), 0, &stopping_);
    if (!written) return;
    auto made = catalog::make_strategy(std::move(*written));
    if (!made) return;
    strategy_ = std::move(*made);
    // The strategy may prefer another of the winning moves.
    if (const auto reply = strategy_->reply(position_)) finding.move = *reply;
  }
  const auto plies = strategy_->longest_line(position_, &stopping_);
  if (!plies) return;
  finding.plies = *plies;
  tell(finding);
}

void ProofHunt::shorten(Finding& finding) {
  constexpr int kFar = 40;
  if (stopping_.is_raised()) return;
  catalog::SolveRequest request;
  request.nodes = kShortestNodes;
  request.stop = &stopping_;
  const int most = finding.plies > 0 ? finding.plies - 1 : kFar;
  const catalog::DistanceReport found = solver_.distance(position_, winner(finding), most, request);
  if (found.at_most != 0) {
    finding.plies = found.at_most;
    if (finding.result == Finding::Result::kWin) finding.move = found.best_move;
  } else if (found.at_least != finding.plies) {
    return;
  }
  finding.is_shortest = true;
  tell(finding);
}

}  // namespace partita::study
