#include "study/engine.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "catalog/presets.h"
#include "catalog/solver.h"
#include "study/atlas.h"
#include "study/proof_store.h"
#include "study/proven_lines.h"
#include "study/shipped_strategies.h"
#include "study/time_share.h"
#include "study/wrapped_engine.h"

namespace partita::study {

namespace {

/// Share of a turn under a clock: the first look-up reads a certificate, and a game at 20 ms a move must not be lost by
/// it.
constexpr std::int64_t kLookUpPercent = 40;
constexpr const char* kProvenNote = "proven";

/// The store, as far as the time goes. A strategy that is still being read takes nothing from what the atlas knows.
std::optional<Proven> look_up(const catalog::AnyPosition& position, const base::StopFlag* stop) {
  auto known = shipped_proofs().ask(position, stop);
  return known ? known : atlas_proof(position);
}

class ProofsFirstEngine final : public SwitchedEngine {
 public:
  ProofsFirstEngine(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game, base::OptionValues rules,
                    std::string_view use)
      : SwitchedEngine(std::move(engine), known_proofs_switch(), use), game_(game), rules_(std::move(rules)) {
    begin_to_read();
  }

  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    auto done = SwitchedEngine::set_option(name, value);
    begin_to_read();
    return done;
  }

  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    if (!is_on() || !request.only_moves.empty()) return engine_->search(position, request);
    const base::Stopwatch watch;
    const Deadline deadline(engine_->turn_ms(position, request.limits) * kLookUpPercent / 100, request.stop);
    ProvenSearch proven(
        position, request.limits.lines, [&](const auto& asked) { return look_up(asked, deadline.flag()); },
        deadline.flag());
    for (catalog::LineReport& line : proven.own()) {
      line.known_hits = proven.hits();
      line.time_ms = watch.milliseconds();
      if (request.on_line) request.on_line(line);
    }
    if (proven.own().empty() || request.is_analysis) return searched(position, request, watch, proven);
    catalog::SearchResult result = proven_result(std::move(proven.own()));
    result.note = kProvenNote;
    result.time_ms = watch.milliseconds();
    return result;
  }

 private:
  bool is_on() const { return use() == "on"; }
  void begin_to_read() const {
    if (is_on()) begin_to_read_strategies(game_, rules_);
  }

  /// The engine's search, whose lines say what is known.
  catalog::SearchResult searched(const catalog::AnyPosition& position, const catalog::SearchRequest& request,
                                 const base::Stopwatch& watch, ProvenSearch& proven) {
    catalog::SearchRequest own = with_time_left(position, request, watch.milliseconds());
    own.on_line = [&](const catalog::LineReport& line) {
      proven.take(line);
      if (!request.on_line) return;
      for (const catalog::LineReport& other : put_right(proven)) {
        if (other.rank == line.rank || !proven.own().empty()) request.on_line(other);
      }
    };
    catalog::SearchResult result = engine_->search(position, own);
    for (const catalog::LineReport& line : result.lines) proven.take(line);
    result.lines = put_right(proven);
    if (proven.hits() == 0) return result;
    if (!result.lines.empty() && !result.lines.front().pv.empty()) result.best_move = result.lines.front().pv.front();
    if (proven.known()) result.note += (result.note.empty() ? "" : ", ") + std::string(kProvenNote);
    return result;
  }

  static std::vector<catalog::LineReport> put_right(ProvenSearch& proven) {
    auto lines = proven.put_right(ProvenSearch::After::kAsked);
    for (catalog::LineReport& line : lines) line.known_hits = proven.hits();
    return lines;
  }

  std::string game_;
  base::OptionValues rules_;
};

}  // namespace

base::OptionSpec known_proofs_switch() {
  return base::check_option(std::string(kKnownProofsSwitch), false,
                            "shipped strategies and the atlas answer before the search");
}

catalog::EngineSpec with_known_proofs(std::string_view game, catalog::EngineSpec spec) {
  const bool is_ours = spec.preset.rfind("partita", 0) == 0 && catalog::level_of_preset(game, spec.preset) == nullptr;
  if (is_ours && catalog::has_solver(game)) spec.overrides.try_emplace(std::string(kKnownProofsSwitch), "on");
  return spec;
}

std::unique_ptr<catalog::AnyEngine> with_proofs_first(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game,
                                                      const base::OptionValues& rules, std::string_view use) {
  return std::make_unique<ProofsFirstEngine>(std::move(engine), game, rules, use);
}

}  // namespace partita::study
