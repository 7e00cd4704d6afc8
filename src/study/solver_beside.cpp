#include "study/engine.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>

#include "base/clock.h"
#include "base/threads.h"
#include "study/proof_hunt.h"
#include "study/proven_lines.h"
#include "study/wrapped_engine.h"

namespace partita::study {

namespace {

/// Enough for the proofs that come in seconds; a server may hold many engines.
constexpr std::size_t kBesideMebibytes = 32;

/// What comes from the two threads of one search, in the order of its coming, for the thread that asked.
class NewsQueue {
 public:
  using News = std::variant<catalog::LineReport, Proven>;

  void push(News news) {
    {
      const std::lock_guard lock(mutex_);
      news_.push_back(std::move(news));
    }
    came_.notify_one();
  }
  /// Nothing more will come that next() should wait for.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    came_.notify_one();
  }
  /// Waits; nothing once the queue is closed and empty.
  std::optional<News> next() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return is_closed_ || !news_.empty(); });
    if (news_.empty()) return std::nullopt;
    News news = std::move(news_.front());
    news_.pop_front();
    return news;
  }

 private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<News> news_;
  bool is_closed_ = false;
};

/// What goes to the listener: the engine's lines as they come, and from the first proof on what that makes of them.
/// One thread, the one that called search().
class OverruledLines {
 public:
  OverruledLines(const catalog::AnyPosition& position, const catalog::SearchRequest& request)
      : position_(position), request_(request) {}

  void take(const catalog::LineReport& line) {
    lines_[line.rank] = line;
    if (!proven_) return say(line);
    // The proven move may have pushed the line down by one.
    for (const catalog::LineReport& other : put_right()) {
      if (other.rank == line.rank || other.rank == line.rank + 1) say(other);
    }
  }
  void take(const Proven& proven) {
    proven_ = proven;
    for (catalog::LineReport line : put_right()) {
      line.time_ms = watch_.milliseconds();
      say(line);
    }
  }
  catalog::SearchResult put_right(catalog::SearchResult result) const {
    if (!proven_) return result;
    result.lines = overruled(result.lines, *proven_, position_, request_.limits.lines);
    const bool has_move = !result.lines.empty() && !result.lines.front().pv.empty();
    if (has_move && !proven_->is_loss()) result.best_move = result.lines.front().pv.front();
    result.note += (result.note.empty() ? "" : ", ") + std::string("proven by the solver");
    return result;
  }

 private:
  std::vector<catalog::LineReport> put_right() const {
    std::vector<catalog::LineReport> lines;
    for (const auto& [rank, line] : lines_) lines.push_back(line);
    return overruled(lines, *proven_, position_, request_.limits.lines);
  }
  void say(const catalog::LineReport& line) const {
    if (request_.on_line) request_.on_line(line);
  }

  const catalog::AnyPosition& position_;
  const catalog::SearchRequest& request_;
  const base::Stopwatch watch_;
  std::map<int, catalog::LineReport> lines_;  ///< the engine's own, by rank
  std::optional<Proven> proven_;
};

class BesideEngine final : public SwitchedEngine {
 public:
  BesideEngine(std::unique_ptr<catalog::AnyEngine> engine, base::OptionSpec declared, std::string_view game,
               std::string_view use)
      : SwitchedEngine(std::move(engine), std::move(declared), use), game_(game) {}

  void new_game() override {
    engine_->new_game();
    solver_.reset();
  }

  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    if (!is_wanted(request)) return engine_->search(position, request);
    if (!solver_) solver_ = std::move(*catalog::make_solver(game_, kBesideMebibytes));
    OverruledLines lines(position, request);
    if (!base::Threads::are_there()) return search_in_turn(position, request, lines);
    NewsQueue news;
    const auto tell = [&] {
      while (const auto next = news.next()) std::visit([&](const auto& told) { lines.take(told); }, *next);
    };
    base::StopFlag stop(request.stop);
    ProofHunt hunt(*solver_, position, &stop, [&news](const Proven& proven) { news.push(proven); });
    std::future<catalog::SearchResult> searching = search_elsewhere(position, request, stop, news);
    try {
      tell();
      catalog::SearchResult result = searching.get();
      hunt.stop();
      tell();
      return lines.put_right(std::move(result));
    } catch (...) {
      // Whoever listens may throw: nothing of the search may outlive this call.
      stop.raise();
      if (searching.valid()) searching.wait();
      throw;
    }
  }

 private:
  /// Without threads: what can be proven in a part of the time, then the engine.
  catalog::SearchResult search_in_turn(const catalog::AnyPosition& position, const catalog::SearchRequest& request,
                                       OverruledLines& lines) {
    const ProofHunt hunt(*solver_, position, request.stop, [&lines](const Proven& proven) { lines.take(proven); });
    catalog::SearchRequest own = request;
    own.on_line = [&lines](const catalog::LineReport& line) { lines.take(line); };
    return lines.put_right(engine_->search(position, own));
  }

  /// The engine on a thread of its own, so that this one is free to tell what either of the two finds. Closes the news.
  std::future<catalog::SearchResult> search_elsewhere(const catalog::AnyPosition& position,
                                                      const catalog::SearchRequest& request, const base::StopFlag& stop,
                                                      NewsQueue& news) {
    catalog::SearchRequest own = request;
    own.on_line = [&news](const catalog::LineReport& line) { news.push(line); };
    own.stop = &stop;
    return std::async(std::launch::async, [this, &position, &news, own] {
      struct Closing {
        NewsQueue& news;
        ~Closing() { news.close(); }
      } closing{news};
      return engine_->search(position, own);
    });
  }

  bool is_wanted(const catalog::SearchRequest& request) const {
    if (use() == "off" || !request.only_moves.empty()) return false;
    // In turn they would share the time that the limits give to the engine.
    if (use() == "on" && base::Threads::are_there()) return true;
    const catalog::Limits& limits = request.limits;
    bool has_clock = false;
    for (const std::int64_t clock : limits.clock_ms) has_clock |= clock != 0;
    const bool is_endless = limits.movetime_ms == 0 && !has_clock;
    return limits.depth == 0 && limits.nodes == 0 && (request.is_analysis || is_endless);
  }

  std::string game_;
  std::unique_ptr<catalog::AnySolver> solver_;  ///< made when first needed
};

}  // namespace

base::OptionSpec proof_switch(std::string_view preset) {
  const bool is_ours = preset.rfind("partita", 0) == 0 || preset == "perfect";
  return base::combo_option(std::string(kProofSwitch), is_ours ? "auto" : "off", {"auto", "on", "off"},
                            "a proof search beside the engine whose proofs overrule scores (auto: in analysis)");
}

std::unique_ptr<catalog::AnyEngine> with_solver(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                std::string_view use) {
  base::OptionSpec declared = proof_switch(engine->preset());
  return std::make_unique<BesideEngine>(std::move(engine), std::move(declared), game, use);
}

}  // namespace partita::study
