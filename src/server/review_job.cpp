#include "server/review_job.h"

#include <algorithm>
#include <numeric>

#include "catalog/move_mark.h"
#include "server/wire.h"

namespace partita::server {

namespace json = boost::json;

namespace {

/// By so much the best move must be better than the second best to be praised.
constexpr double kOnlyMove = 0.10;
constexpr std::size_t kMostMoments = 3;

json::array numbers(const std::vector<double>& values) {
  json::array array;
  for (const double value : values) array.emplace_back(value);
  return array;
}

const char* mark_of(bool is_best, double before, double after, double lead) {
  const bool is_only_good = is_best && lead >= kOnlyMove;
  return catalog::mark_text(!is_best ? catalog::fault_of(before, after)
                                     : is_only_good ? catalog::MoveMark::kGood : catalog::MoveMark::kNone);
}

}  // namespace

std::vector<int> key_moments(const std::vector<double>& losses) {
  std::vector<int> plies(losses.size());
  std::iota(plies.begin(), plies.end(), 0);
  std::stable_sort(plies.begin(), plies.end(), [&](int a, int b) {
    return losses[static_cast<std::size_t>(a)] > losses[static_cast<std::size_t>(b)];
  });
  plies.resize(std::min(plies.size(), kMostMoments));
  plies.erase(std::remove_if(plies.begin(), plies.end(),
                             [&](int ply) { return losses[static_cast<std::size_t>(ply)] < catalog::kInaccuracyLoss; }),
              plies.end());
  std::sort(plies.begin(), plies.end());
  return plies;
}

ReviewJob::ReviewJob(Services& services, Watcher& watcher, ReviewOrder order)
    : services_(services), watcher_(watcher), order_(std::move(order)), position_(order_.start),
      before_position_(order_.start) {}

Verdict ReviewJob::start() {
  if (order_.moves.empty()) {
    finish(false);
    return {};
  }
  return ask_next();
}

void ReviewJob::stop() {
  if (ticket_ != 0) services_.pool.cancel(ticket_);
  ticket_ = 0;
  self_.reset();
  if (!done_) finish(true);
}

Verdict ReviewJob::ask_next() {
  if (position_.is_over()) {
    Judged found;
    const catalog::Ending ending = position_.ending();
    for (int seat = 0; seat < position_.seat_count(); ++seat) {
      found.shares.push_back(static_cast<double>(ending.payoff[static_cast<std::size_t>(seat)]) / catalog::kPoint);
    }
    judged(std::move(found));
    return {};
  }
  const std::weak_ptr<ReviewJob*> weak = self_;
  auto ticket = ask(services_,
                    {watcher_.payer(), SearchPool::Urgency::kAnalysis, order_.engine, position_, order_.limits, {}},
                    [weak](const EngineAnswer& answer) {
                      const auto job = weak.lock();
                      if (!job) return;
                      (*job)->ticket_ = 0;
                      if (!answer.failure.empty() || answer.result.lines.empty()) return (*job)->finish(true);
                      (*job)->judged({answer.result.lines[0].score.by_seat, answer.result});
                    });
  if (!ticket) return refused("busy", ticket.error());
  ticket_ = *ticket;
  return {};
}

void ReviewJob::judged(Judged found) {
  if (before_) tell_move(*before_, found);
  before_ = std::move(found);
  if (next_ == order_.moves.size()) return finish(false);
  before_position_ = position_;
  if (!position_.play(order_.moves[next_])) return finish(true);
  ++next_;
  if (const Verdict verdict = ask_next(); !verdict.ok()) finish(true);
}

void ReviewJob::tell_move(const Judged& before, const Judged& after) {
  const std::string& move = order_.moves[next_ - 1];
  const auto mover = static_cast<std::size_t>(before_position_.to_move());
  const auto share = [&](const std::vector<double>& shares) { return mover < shares.size() ? shares[mover] : 0.0; };
  const auto& lines = before.result.lines;
  const bool is_best = before.result.best_move == move;
  const double loss = is_best ? 0.0 : std::max(0.0, share(before.shares) - share(after.shares));
  const double lead = lines.size() > 1 ? share(before.shares) - share(lines[1].score.by_seat) : 0.0;
  losses_.push_back(loss);
  movers_.push_back(static_cast<int>(mover));
  json::object message{{"type", "reviewed"},
                       {"ply", next_ - 1},
                       {"total", order_.moves.size()},
                       {"seat", mover},
                       {"move", move},
                       {"best", before.result.best_move},
                       {"before", numbers(before.shares)},
                       {"after", numbers(after.shares)},
                       {"loss", loss},
                       {"mark", mark_of(is_best, share(before.shares), share(after.shares), lead)},
                       {"line", line_to_json(lines[0], before_position_)}};
  if (order_.request) message["request"] = *order_.request;
  watcher_.send(message);
}

void ReviewJob::finish(bool stopped) {
  if (done_) return;
  done_ = true;
  const auto seats = static_cast<std::size_t>(position_.seat_count());
  std::vector<double> sums(seats);
  std::vector<int> counts(seats);
  for (std::size_t i = 0; i < losses_.size(); ++i) {
    sums[static_cast<std::size_t>(movers_[i])] += catalog::move_accuracy(losses_[i]);
    ++counts[static_cast<std::size_t>(movers_[i])];
  }
  json::array accuracy;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (counts[seat] == 0) {
      accuracy.emplace_back(nullptr);
    } else {
      accuracy.emplace_back(sums[seat] / counts[seat]);
    }
  }
  json::object message{{"type", "review_done"},
                       {"accuracy", std::move(accuracy)},
                       {"key_moments", json::value_from(key_moments(losses_))},
                       {"stopped", stopped}};
  if (order_.request) message["request"] = *order_.request;
  watcher_.send(message);
}

}  // namespace partita::server
