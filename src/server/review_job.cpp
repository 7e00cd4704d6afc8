#include "server/review_job.h"

#include <utility>

#include "base/sha256.h"
#include "protocol/reason_json.h"
#include "record/declared_json.h"
#include "server/puzzle_book.h"
#include "server/wire.h"

namespace partita::server {

namespace json = boost::json;

ReviewJob::ReviewJob(Services& services, Watcher& watcher, ReviewOrder order)
    : services_(services), watcher_(watcher), order_(std::move(order)), reviewer_(order_.start, order_.moves) {}

json::object ReviewJob::parameters() const {
  json::object limits;
  if (order_.limits.movetime_ms > 0) limits["movetime_ms"] = order_.limits.movetime_ms;
  if (order_.limits.depth > 0) limits["depth"] = order_.limits.depth;
  if (order_.limits.nodes > 0) limits["nodes"] = order_.limits.nodes;
  return {{"method", study::kReviewMethod}, {"engine", order_.engine.spec}, {"limits", std::move(limits)}};
}

std::string ReviewJob::name() const {
  json::object all = parameters();
  all["game"] = order_.engine.game;
  all["rules"] = json::value_from(order_.start.rules());
  all["start"] = order_.start.start_text();
  all["moves"] = json::value_from(order_.moves);
  return base::sha256(json::serialize(all));
}

Verdict ReviewJob::start() {
  if (order_.moves.empty()) {
    finish(false);
    return {};
  }
  if (!order_.game_id.empty()) {
    look_for_stored();
    return {};
  }
  return begin();
}

/// At the end puzzles are named for what was missed: the first review since the start waits until they are read.
Verdict ReviewJob::begin() {
  if (services_.puzzles.is_read()) return ask_next();
  services_.puzzles.when_read(services_.loop, [weak = std::weak_ptr<ReviewJob*>(self_)] {
    const auto job = weak.lock();
    if (!job || (*job)->done_) return;
    if (const Verdict verdict = (*job)->ask_next(); !verdict.ok()) (*job)->finish(true);
  });
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
          if (const Verdict verdict = (*job)->begin(); !verdict.ok()) (*job)->finish(true);
        });
      });
}

void ReviewJob::tell_stored(const std::string& body) {
  done_ = true;
  const auto messages = record::parse_json(body);
  if (!messages || !messages->is_array()) return;
  for (const json::value& message : messages->get_array()) {
    if (message.is_object()) send(message.get_object());
  }
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
  if (reviewer_.asked().is_over()) {
    judged(study::judged_by_rules(reviewer_.asked()));
    return {};
  }
  const std::weak_ptr<ReviewJob*> weak = self_;
  auto ticket = ask(services_,
                    {watcher_.payer(),
                     SearchPool::Urgency::kAnalysis,
                     order_.engine,
                     reviewer_.asked(),
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

void ReviewJob::judged(study::JudgedPosition found) {
  if (const study::ReviewedPly* ply = reviewer_.take(std::move(found))) tell_move(*ply);
  if (reviewer_.is_done()) return finish(!reviewer_.is_whole());
  if (const Verdict verdict = ask_next(); !verdict.ok()) finish(true);
}

void ReviewJob::tell_move(const study::ReviewedPly& ply) {
  json::object message{{"type", "reviewed"},
                       {"ply", order_.from + told_.size()},
                       {"total", order_.from + order_.moves.size()},
                       {"seat", ply.mover},
                       {"move", ply.move},
                       {"best", ply.best_move},
                       {"before", json::value_from(ply.before)},
                       {"after", json::value_from(ply.after)},
                       {"loss", ply.loss},
                       {"mark", study::mark_text(ply.mark)},
                       {"line", line_to_json(ply.best, reviewer_.before())}};
  if (const json::value proven = proven_to_json(ply.proof, &ply.best.score, reviewer_.before()); !proven.is_null())
    message["proven"] = proven;
  if (ply.leaves_proof) message["leaves_proof"] = true;
  if (ply.is_lost)
    message["resistance"] = {{"kept", record::json_of(ply.kept)}, {"best", record::json_of(ply.resisting)}};
  if (ply.reason) message["reason"] = protocol::reason_to_json(order_.engine.game, *ply.reason);
  told_.push_back(message);
  send(std::move(message));
}

void ReviewJob::finish(bool stopped) {
  if (done_) return;
  done_ = true;
  const study::GameReview review = reviewer_.review();
  json::array accuracy;
  json::array resistance;
  json::array missed;
  for (const study::SeatReview& seat : review.seats) {
    accuracy.push_back(record::json_of(seat.accuracy));
    resistance.push_back(record::json_of(seat.resistance));
    json::array kinds = protocol::missed_to_json(order_.engine.game, seat);
    for (json::value& kind : kinds) {
      const Training training = services_.puzzles.training_for(order_.engine.game, kind.at("kind").as_string());
      kind.as_object()["train"] = json::value_from(training.kinds);
      kind.as_object()["puzzles"] = training.puzzles;
    }
    missed.push_back(std::move(kinds));
  }
  json::object message{{"type", "review_done"},
                       {"accuracy", std::move(accuracy)},
                       {"resistance", std::move(resistance)},
                       {"missed", std::move(missed)},
                       {"key_moments", json::value_from(review.key_moments)},
                       {"stopped", stopped},
                       {"parameters", parameters()}};
  told_.push_back(message);
  if (!stopped && !order_.game_id.empty()) {
    services_.store.post([id = order_.game_id, review_name = name(), body = json::serialize(told_)](
                             store::Store& store) { store.keep_review(id, review_name, body); },
                         [](const std::string&) {});
  }
  send(std::move(message));
}

}  // namespace partita::server
