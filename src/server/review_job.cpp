#include "server/review_job.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/sha256.h"
#include "base/text.h"
#include "catalog/solver.h"
#include "server/wire.h"
#include "store/game_json.h"
#include "study/known_proof.h"

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

/// Counts changes to how reviews are made: stored ones of another method are made anew.
constexpr int kReviewMethod = 1;
/// How far a line is turned back from the image it was found in.
constexpr std::size_t kLongestTurned = 8;

std::string canonical_after(const catalog::AnyPosition& position, const std::string& move) {
  catalog::AnyPosition after = position;
  return after.play(move) ? catalog::canonical_text(after) : std::string();
}

/// The first legal move that leads to an image of that position; `otherwise` where there is none.
std::string first_image(const catalog::AnyPosition& position, const std::string& canonical,
                        const std::string& otherwise) {
  for (const std::string& move : position.legal_moves()) {
    if (canonical_after(position, move) == canonical) return move;
  }
  return otherwise;
}

/// A line of one position, as it reads in an image of it.
std::vector<std::string> turned_line(catalog::AnyPosition from, catalog::AnyPosition to,
                                     const std::vector<std::string>& line) {
  if (from.text() == to.text()) return line;
  std::vector<std::string> turned;
  for (const std::string& move : line) {
    if (turned.size() == kLongestTurned) break;
    const std::string image = first_image(to, canonical_after(from, move), "");
    if (image.empty() || !from.play(move) || !to.play(image)) break;
    turned.push_back(image);
  }
  return turned;
}

/// Plies to the end at most where the best line is proven.
std::optional<int> plies_of(const catalog::SearchResult& result) {
  if (result.lines.empty() || !result.lines[0].score.distance) return std::nullopt;
  return std::abs(*result.lines[0].score.distance);
}

std::optional<int> sign_of(const catalog::SearchResult& result) {
  return result.lines.empty() ? std::nullopt : study::proven_sign(result.lines[0].score);
}

json::value plies_json(const std::optional<int>& plies) { return plies ? json::value(*plies) : json::value(nullptr); }

/// The mean by seat of what counts; null where nothing does.
json::array means(std::size_t seats, const std::vector<int>& movers, const std::vector<std::optional<double>>& values) {
  std::vector<double> sums(seats);
  std::vector<int> counts(seats);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    sums[static_cast<std::size_t>(movers[i])] += *values[i];
    ++counts[static_cast<std::size_t>(movers[i])];
  }
  json::array array;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    array.push_back(counts[seat] == 0 ? json::value(nullptr) : json::value(sums[seat] / counts[seat]));
  }
  return array;
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
                             [&](int ply) { return losses[static_cast<std::size_t>(ply)] < study::kInaccuracyLoss; }),
              plies.end());
  std::sort(plies.begin(), plies.end());
  return plies;
}

ReviewJob::ReviewJob(Services& services, Watcher& watcher, ReviewOrder order)
    : services_(services),
      watcher_(watcher),
      order_(std::move(order)),
      position_(order_.start),
      before_position_(order_.start),
      frame_(order_.start),
      before_frame_(order_.start) {}

json::object ReviewJob::parameters() const {
  json::object limits;
  if (order_.limits.movetime_ms > 0) limits["movetime_ms"] = order_.limits.movetime_ms;
  if (order_.limits.depth > 0) limits["depth"] = order_.limits.depth;
  if (order_.limits.nodes > 0) limits["nodes"] = order_.limits.nodes;
  return {{"method", kReviewMethod}, {"engine", order_.engine.spec}, {"limits", std::move(limits)}};
}

std::string ReviewJob::name() const {
  json::object all = parameters();
  all["game"] = order_.engine.game;
  all["rules"] = store::rules_to_json(order_.start.rules());
  all["start"] = order_.start.start_text();
  all["moves"] = json::value_from(order_.moves);
  return base::sha256(json::serialize(all));
}

Verdict ReviewJob::start() {
  if (order_.moves.empty()) {
    finish(false);
    return {};
  }
  if (order_.game_id.empty()) return ask_next();
  look_for_stored();
  return {};
}

void ReviewJob::look_for_stored() {
  const auto body = std::make_shared<std::optional<std::string>>();
  const std::weak_ptr<ReviewJob*> weak = self_;
  services_.store.post(
      [body, id = order_.game_id, review = name()](store::Store& store) { *body = store.load_review(id, review); },
      [body, weak, &loop = services_.loop](const std::string&) {
        loop.post([body, weak] {
          const auto job = weak.lock();
          if (!job || (*job)->done_) return;
          if (*body) return (*job)->tell_stored(**body);
          if (const Verdict verdict = (*job)->ask_next(); !verdict.ok()) (*job)->finish(true);
        });
      });
}

void ReviewJob::tell_stored(const std::string& body) {
  done_ = true;
  const auto messages = read_json(body);
  if (!messages || !messages->is_array()) return;
  for (const json::value& message : messages->get_array()) send(message.as_object());
}

void ReviewJob::send(json::object message) {
  if (order_.request) message["request"] = *order_.request;
  watcher_.send(message);
}

void ReviewJob::stop() {
  if (ticket_ != 0) services_.pool.cancel(ticket_);
  ticket_ = 0;
  self_.reset();
  if (!done_) finish(true);
}

Verdict ReviewJob::ask_next() {
  if (frame_.is_over()) {
    Judged found;
    const catalog::Ending ending = frame_.ending();
    for (int seat = 0; seat < frame_.seat_count(); ++seat) {
      found.shares.push_back(static_cast<double>(ending.payoff[static_cast<std::size_t>(seat)]) / catalog::kPoint);
    }
    judged(std::move(found));
    return {};
  }
  const std::weak_ptr<ReviewJob*> weak = self_;
  auto ticket = ask(services_,
                    {watcher_.payer(),
                     SearchPool::Urgency::kAnalysis,
                     order_.engine,
                     frame_,
                     order_.limits,
                     {},
                     ProofsFirst::kShipped,
                     EngineQuestion::Tables::kFresh},
                    [weak](const EngineAnswer& answer) {
                      const auto job = weak.lock();
                      if (!job) return;
                      (*job)->ticket_ = 0;
                      if (!answer.failure.empty() || answer.result.lines.empty()) return (*job)->finish(true);
                      (*job)->judged({answer.result.lines[0].score.by_seat, answer.result, answer.known});
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
  before_frame_ = frame_;
  const std::string& move = order_.moves[next_];
  if (!position_.play(move)) return finish(true);
  frame_move_ = first_image(frame_, catalog::canonical_text(position_), move);
  if (!frame_.play(frame_move_)) return finish(true);
  ++next_;
  if (const Verdict verdict = ask_next(); !verdict.ok()) finish(true);
}

ReviewJob::Worth ReviewJob::worth_of(const Judged& before, const Judged& after) const {
  const auto mover = static_cast<std::size_t>(before_frame_.to_move());
  const auto share = [&](const std::vector<double>& shares) { return mover < shares.size() ? shares[mover] : 0.0; };
  const std::string& best = before.result.best_move;
  const bool is_best =
      best == frame_move_ || canonical_after(before_frame_, best) == canonical_after(before_frame_, frame_move_);
  Worth worth;
  const std::optional<int> before_sign = sign_of(before.result);
  if (before_sign == -1 && before_frame_.seat_count() == 2) {
    worth.is_lost = true;
    worth.best = plies_of(before.result);
    if (frame_.is_over())
      worth.kept = 1;
    else if (const auto plies = plies_of(after.result); plies && sign_of(after.result) == 1)
      worth.kept = *plies + 1;
    if (worth.best && worth.kept) worth.kept = std::min(*worth.kept, *worth.best);
    if (is_best) worth.kept = worth.best;
    if (worth.best && worth.kept) worth.mark = study::resistance_fault_of(*worth.kept, *worth.best);
    return worth;
  }
  const double was = share(before.shares);
  const double is = share(after.shares);
  worth.loss = is_best ? 0.0 : std::max(0.0, was - is);
  if (is_best) {
    const auto& lines = before.result.lines;
    const bool is_only_good = lines.size() > 1 && was - share(lines[1].score.by_seat) >= kOnlyMove;
    if (is_only_good && !before.known) worth.mark = study::MoveMark::kGood;
    return worth;
  }
  // Who leaves a proven way to win may be on another: an estimate that is still good does not say that he is not.
  const bool is_unproven = before_sign == 1 && !frame_.is_over() && !sign_of(after.result) && is >= 0.5;
  if (is_unproven) worth.loss = std::min(worth.loss, study::kInaccuracyLoss);
  worth.mark = is_unproven ? study::fault_of(was, was - worth.loss) : study::fault_of(was, is);
  return worth;
}

void ReviewJob::tell_move(const Judged& before, const Judged& after) {
  const Worth worth = worth_of(before, after);
  const int mover = before_position_.to_move();
  worths_.push_back(worth);
  movers_.push_back(mover);
  catalog::LineReport line = before.result.lines[0];
  // What differs from one time to the next has no place in a review.
  line.time_ms = 0;
  line.nps = 0;
  line.pv = turned_line(before_frame_, before_position_, line.pv);
  const auto best = turned_line(before_frame_, before_position_, {before.result.best_move});
  json::object message{{"type", "reviewed"},
                       {"ply", next_ - 1},
                       {"total", order_.moves.size()},
                       {"seat", mover},
                       {"move", order_.moves[next_ - 1]},
                       {"best", best.empty() ? before.result.best_move : best.front()},
                       {"before", numbers(before.shares)},
                       {"after", numbers(after.shares)},
                       {"loss", worth.loss},
                       {"mark", study::mark_text(worth.mark)},
                       {"line", line_to_json(line, before_position_)}};
  const auto known = before.known ? std::optional(before.known->finding) : std::nullopt;
  if (const json::value proven = proven_to_json(known, &line.score, before_position_); !proven.is_null())
    message["proven"] = proven;
  if (worth.is_lost) message["resistance"] = {{"kept", plies_json(worth.kept)}, {"best", plies_json(worth.best)}};
  told_.push_back(message);
  send(std::move(message));
}

void ReviewJob::finish(bool stopped) {
  if (done_) return;
  done_ = true;
  std::vector<double> losses;
  std::vector<std::optional<double>> accuracies;
  std::vector<std::optional<double>> resistances;
  for (const Worth& worth : worths_) {
    losses.push_back(worth.loss);
    accuracies.push_back(worth.is_lost ? std::nullopt : std::optional(study::move_accuracy(worth.loss)));
    const bool is_counted = worth.is_lost && worth.kept && worth.best && *worth.best > 0;
    resistances.push_back(is_counted ? std::optional(100.0 * *worth.kept / *worth.best) : std::nullopt);
  }
  const auto seats = static_cast<std::size_t>(position_.seat_count());
  json::object message{{"type", "review_done"},
                       {"accuracy", means(seats, movers_, accuracies)},
                       {"resistance", means(seats, movers_, resistances)},
                       {"key_moments", json::value_from(key_moments(losses))},
                       {"stopped", stopped},
                       {"parameters", parameters()}};
  told_.push_back(message);
  if (!stopped && !order_.game_id.empty()) {
    services_.store.post([id = order_.game_id, review = name(),
                          body = json::serialize(told_)](store::Store& store) { store.keep_review(id, review, body); },
                         [](const std::string&) {});
  }
  send(std::move(message));
}

}  // namespace partita::server
