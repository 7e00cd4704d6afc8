#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/engine_question.h"
#include "server/services.h"
#include "server/table.h"

namespace partita::server {

/// What a client asks to be analysed, read from the wire and checked for form.
struct AnalysisOrder {
  std::optional<std::int64_t> request;
  catalog::AnyPosition position;
  std::vector<PlyView> plies;
  EnginePool::Order engine;
  catalog::Limits limits;
  bool running = true;
};

/// One client's analysis board: at most one search, replaced by the next order, its lines passed on at most every
/// kEveryMs. Lives on the loop; the searching thread only touches the mailbox of lines.
class AnalysisDesk {
 public:
  static constexpr std::int64_t kEveryMs = 100;

  AnalysisDesk(Services& services, Watcher& watcher) : services_(services), watcher_(watcher) {}
  ~AnalysisDesk() { stop(); }
  AnalysisDesk(const AnalysisDesk&) = delete;
  AnalysisDesk& operator=(const AnalysisDesk&) = delete;

  /// Answers with the position and, if asked and possible, starts the engine.
  Verdict analyse(AnalysisOrder order);
  void stop();

 private:
  /// Lines on their way from the searching thread to the loop, the newest of each rank.
  struct LineBox {
    std::mutex mutex;
    std::map<int, catalog::LineReport> lines;
    std::optional<study::Proven> known;  ///< what is proven of the position itself
    bool fresh = false;
    bool flush_posted = false;  ///< the first line does not wait for the timer
    bool open = true;
  };

  void add_layout(boost::json::object& message, const catalog::BoardView& view);
  void flush(bool last, const std::string& note);
  void tick();

  Services& services_;
  Watcher& watcher_;
  std::optional<AnalysisOrder> order_;
  SearchPool::Ticket ticket_ = 0;
  std::uint64_t number_ = 0;
  std::shared_ptr<LineBox> box_;
  Loop::TimerId timer_ = 0;
  bool told_queued_ = false;
  /// Hash of the layout that was sent last: every socket that has ever analysed keeps one, and layouts are large.
  std::optional<std::size_t> told_layout_;
  std::shared_ptr<AnalysisDesk*> self_ = std::make_shared<AnalysisDesk*>(this);
};

}  // namespace partita::server
