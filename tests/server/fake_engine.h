#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "base/clock.h"
#include "server/services.h"

namespace partita::server_test {

/// Counts over all fake engines of a test.
struct FakeEngineCounts {
  std::atomic<int> made{0};
  std::atomic<int> searches{0};
  std::atomic<int> stopped{0};
};

/// Plays the first legal move. Preset "quick" answers at once, "slow" thinks until it is stopped or its time per move
/// is over and reports a line every few milliseconds (a clock tells it nothing); "broken" answers with nonsense.
class FakeEngine final : public catalog::AnyEngine {
 public:
  FakeEngine(std::string preset, FakeEngineCounts& counts) : preset_(std::move(preset)), counts_(counts) {
    ++counts_.made;
  }

  const std::string& preset() const override { return preset_; }
  const std::vector<base::OptionSpec>& options() const override { return options_; }
  base::OptionValues option_values() const override { return {}; }
  base::Parsed<base::Done> set_option(std::string_view, std::string_view) override { return base::Done{}; }
  void new_game() override {}

  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    ++counts_.searches;
    const auto moves = position.legal_moves();
    catalog::SearchResult result;
    result.best_move = preset_ == "broken" ? "nonsense" : moves.front();
    const auto is_stopped = [&] { return request.stop != nullptr && request.stop->is_raised(); };
    const base::Stopwatch watch;
    int depth = 0;
    do {
      ++depth;
      result.lines.clear();
      for (int rank = 1; rank <= request.limits.lines && rank <= static_cast<int>(moves.size()); ++rank) {
        catalog::LineReport line;
        line.rank = rank;
        line.depth = depth;
        line.nodes = 10U * static_cast<unsigned>(depth);
        line.pv = {moves[static_cast<std::size_t>(rank) - 1], "not a move"};
        line.score.by_seat.assign(static_cast<std::size_t>(position.seat_count()), 0.0);
        line.score.by_seat[position.to_move()] = 1.0 - 0.2 * (rank - 1);
        result.lines.push_back(line);
        if (request.on_line) request.on_line(line);
      }
      if (preset_ != "slow") break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (request.limits.movetime_ms > 0 && watch.milliseconds() >= request.limits.movetime_ms) break;
    } while (!is_stopped());
    if (is_stopped()) ++counts_.stopped;
    return result;
  }

 private:
  std::string preset_;
  FakeEngineCounts& counts_;
  std::vector<base::OptionSpec> options_ = {base::spin_option("threads", 1, 1, 64, "searching threads")};
};

inline server::EngineSource fake_engines(FakeEngineCounts& counts) {
  server::EngineSource source;
  source.make = [&counts](std::string_view, const base::OptionValues&,
                          const catalog::EngineSpec& spec) -> base::Parsed<std::unique_ptr<catalog::AnyEngine>> {
    if (spec.preset != "quick" && spec.preset != "slow" && spec.preset != "broken") {
      return base::Error{"unknown preset " + spec.preset};
    }
    return std::unique_ptr<catalog::AnyEngine>(std::make_unique<FakeEngine>(spec.preset, counts));
  };
  source.presets = [](std::string_view) {
    return std::vector<catalog::PresetEntry>{{"quick", "at once"}, {"slow", "until stopped"}, {"broken", "nonsense"}};
  };
  return source;
}

}  // namespace partita::server_test
