#include "catalog/solve_beside.h"

#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "catalog/solve_hunt.h"

namespace partita::catalog {

namespace {

/// Enough for the proofs that come in seconds; a server may hold many engines.
constexpr std::size_t kBesideMebibytes = 32;

/// What goes to the listener: the engine's lines as they come, and from the first finding on what that makes of them. Two
/// threads report; the listener hears one at a time.
class OverruledLines {
 public:
  OverruledLines(const AnyPosition& position, const SearchRequest& request) : position_(position), request_(request) {}

  void on_line(const LineReport& line) {
    const std::lock_guard lock(mutex_);
    lines_[line.rank] = line;
    if (!finding_) return say(line);
    // The proven move may have pushed the line down by one.
    for (const LineReport& other : put_right()) {
      if (other.rank == line.rank || other.rank == line.rank + 1) say(other);
    }
  }
  void on_finding(const Finding& finding) {
    const std::lock_guard lock(mutex_);
    finding_ = finding;
    for (LineReport line : put_right()) {
      line.time_ms = watch_.milliseconds();
      say(line);
    }
  }
  SearchResult put_right(SearchResult result) {
    const std::lock_guard lock(mutex_);
    if (!finding_) return result;
    result.lines = overruled(result.lines, *finding_, position_, request_.limits.lines);
    const bool has_move = !result.lines.empty() && !result.lines.front().pv.empty();
    if (has_move && finding_->result != Finding::Result::kLoss) result.best_move = result.lines.front().pv.front();
    result.note += (result.note.empty() ? "" : ", ") + std::string("proven by the solver");
    return result;
  }

 private:
  std::vector<LineReport> put_right() const {
    std::vector<LineReport> lines;
    for (const auto& [rank, line] : lines_) lines.push_back(line);
    return overruled(lines, *finding_, position_, request_.limits.lines);
  }
  void say(const LineReport& line) const {
    if (request_.on_line) request_.on_line(line);
  }

  const AnyPosition& position_;
  const SearchRequest& request_;
  const base::Stopwatch watch_;
  std::mutex mutex_;
  std::map<int, LineReport> lines_;  ///< the engine's own, by rank
  std::optional<Finding> finding_;
};

class BesideEngine final : public AnyEngine {
 public:
  BesideEngine(std::unique_ptr<AnyEngine> engine, std::string_view game, std::string use)
      : engine_(std::move(engine)), game_(game), specs_(engine_->options()), use_(std::move(use)) {
    specs_.push_back(proof_switch(engine_->preset()));
  }

  const std::string& preset() const override { return engine_->preset(); }
  const std::vector<base::OptionSpec>& options() const override { return specs_; }
  base::OptionValues option_values() const override {
    base::OptionValues values = engine_->option_values();
    values[std::string(kProofSwitch)] = use_;
    return values;
  }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    if (name != kProofSwitch) return engine_->set_option(name, value);
    auto checked = base::checked_value(specs_.back(), value);
    if (!checked) return checked.forward_error();
    use_ = *checked;
    return base::Done{};
  }
  void new_game() override {
    engine_->new_game();
    solver_.reset();
  }
  void stop() override { engine_->stop(); }

  SearchResult search(const AnyPosition& position, const SearchRequest& request) override {
    if (!is_wanted(request)) return engine_->search(position, request);
    if (!solver_) solver_ = std::move(*make_solver(game_, kBesideMebibytes));
    OverruledLines lines(position, request);
    SearchRequest own = request;
    own.on_line = [&lines](const LineReport& line) { lines.on_line(line); };
    ProofHunt hunt(*solver_, position, [&lines](const Finding& finding) { lines.on_finding(finding); });
    SearchResult result = engine_->search(position, own);
    hunt.stop();
    return lines.put_right(std::move(result));
  }

 private:
  bool is_wanted(const SearchRequest& request) const {
    if (use_ == "off" || !request.only_moves.empty()) return false;
    if (use_ == "on") return true;
    const Limits& limits = request.limits;
    bool has_clock = false;
    for (const std::int64_t clock : limits.clock_ms) has_clock |= clock != 0;
    const bool is_endless = limits.movetime_ms == 0 && !has_clock;
    return limits.depth == 0 && limits.nodes == 0 && (request.is_analysis || is_endless);
  }

  std::unique_ptr<AnyEngine> engine_;
  std::string game_;
  std::vector<base::OptionSpec> specs_;
  std::string use_;
  std::unique_ptr<AnySolver> solver_;  ///< made when first needed
};

}  // namespace

base::OptionSpec proof_switch(std::string_view preset) {
  const bool is_ours = preset.rfind("partita", 0) == 0 || preset == "perfect";
  return base::combo_option(std::string(kProofSwitch), is_ours ? "auto" : "off", {"auto", "on", "off"},
                            "a proof search beside the engine whose proofs overrule scores (auto: in analysis)");
}

std::unique_ptr<AnyEngine> with_solver(std::unique_ptr<AnyEngine> engine, std::string_view game, std::string use) {
  return std::make_unique<BesideEngine>(std::move(engine), game, std::move(use));
}

}  // namespace partita::catalog
