#include "server/analysis_desk.h"

#include <functional>

#include "server/wire.h"

namespace partita::server {

namespace json = boost::json;

Verdict AnalysisDesk::analyse(AnalysisOrder order) {
  stop();
  order.running = order.running && !order.position.is_over();
  order_ = std::move(order);
  const std::uint64_t number = ++number_;
  const std::weak_ptr<AnalysisDesk*> weak = self_;
  if (order_->running) {
    box_ = std::make_shared<LineBox>();
    // The desk may be gone when the engine reports: only the box and the loop are touched from its thread.
    auto put = [box = box_, &loop = services_.loop, weak, number](const auto& change) {
      const std::lock_guard lock(box->mutex);
      if (!box->open) return;
      change(*box);
      box->fresh = true;
      if (box->flush_posted) return;
      box->flush_posted = true;
      loop.post([weak, number] {
        const auto desk = weak.lock();
        if (desk && (*desk)->number_ == number) (*desk)->flush(false, "");
      });
    };
    auto on_line = [put](const catalog::LineReport& line) { put([&](LineBox& box) { box.lines[line.rank] = line; }); };
    auto on_proof = [put](const study::Proven& known) { put([&](LineBox& box) { box.known = known; }); };
    auto ticket = ask(services_,
                      {watcher_.payer(), SearchPool::Urgency::kAnalysis, order_->engine, order_->position,
                       order_->limits, on_line, ProofsFirst::kAll, EngineQuestion::Tables::kWarm, on_proof},
                      [weak, number](const EngineAnswer& answer) {
                        const auto desk = weak.lock();
                        if (!desk || (*desk)->number_ != number) return;
                        (*desk)->ticket_ = 0;
                        (*desk)->flush(true, answer.failure.empty() ? answer.result.note : answer.failure);
                        (*desk)->stop();
                      });
    if (!ticket) {
      order_.reset();
      return refused("busy", ticket.error());
    }
    ticket_ = *ticket;
  }
  const catalog::BoardView view = order_->position.view();
  json::array moves;
  for (const PlyView& ply : order_->plies) moves.push_back(ply_to_json(ply));
  json::object message{{"type", "analysis"},
                       {"game", order_->engine.game},
                       {"rules", json::value_from(order_->position.rules())},
                       {"start", order_->position.start_text()},
                       {"moves", std::move(moves)},
                       {"position", position_to_json(order_->position, view, Legal::kListed)},
                       {"running", order_->running}};
  add_layout(message, view);
  if (order_->request) message["request"] = *order_->request;
  watcher_.send(message);
  if (order_->running) tick();
  return {};
}

/// The layout is most of a message, and it stays the same while somebody steps through a game.
void AnalysisDesk::add_layout(json::object& message, const catalog::BoardView& view) {
  json::object layout = layout_to_json(order_->position, view);
  const std::size_t hash = std::hash<std::string>{}(json::serialize(layout));
  if (told_layout_ == hash) return;
  told_layout_ = hash;
  message["layout"] = std::move(layout);
}

void AnalysisDesk::stop() {
  ++number_;
  services_.loop.cancel(timer_);
  timer_ = 0;
  if (ticket_ != 0) services_.pool.cancel(ticket_);
  ticket_ = 0;
  if (box_) {
    const std::lock_guard lock(box_->mutex);
    box_->open = false;
  }
  box_.reset();
  order_.reset();
  told_queued_ = false;
}

void AnalysisDesk::tick() {
  timer_ = services_.loop.after(kEveryMs, [weak = std::weak_ptr<AnalysisDesk*>(self_), number = number_] {
    const auto desk = weak.lock();
    if (!desk || (*desk)->number_ != number) return;
    (*desk)->flush(false, "");
    (*desk)->tick();
  });
}

void AnalysisDesk::flush(bool last, const std::string& note) {
  if (!box_ || !order_) return;
  std::map<int, catalog::LineReport> lines;
  std::optional<study::Proven> known;
  const bool queued = ticket_ != 0 && services_.pool.is_waiting(ticket_);
  {
    const std::lock_guard lock(box_->mutex);
    if (!box_->fresh && !last && queued == told_queued_) return;
    lines = box_->lines;
    known = box_->known;
    box_->fresh = false;
  }
  told_queued_ = queued;
  json::array array;
  for (const auto& [rank, line] : lines) array.push_back(line_to_json(line, order_->position));
  json::object message{{"type", "lines"},
                       {"ply", order_->position.ply()},
                       {"lines", std::move(array)},
                       {"running", !last},
                       {"queued", queued}};
  if (order_->request) message["request"] = *order_->request;
  if (!note.empty()) message["note"] = note;
  const json::value proven =
      proven_to_json(known, lines.empty() ? nullptr : &lines.begin()->second.score, order_->position);
  if (!proven.is_null()) message["proven"] = proven;
  watcher_.send(message);
}

}  // namespace partita::server
