#include "study/proofs_first.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "catalog/presets.h"
#include "catalog/solver.h"
#include "study/atlas.h"
#include "study/known_proof.h"
#include "study/shipped_strategies.h"
#include "study/time_share.h"

namespace partita::study {

namespace {

/// Of a turn under a clock: the first look reads a certificate, and a game at 20 ms a move must not be lost by it.
constexpr std::int64_t kLookUpPercent = 40;
constexpr const char* kProvenNote = "proven";

/// One search with what is known before it. The thread that called search().
class ProvenSearch {
 public:
  ProvenSearch(catalog::AnyEngine& engine, const catalog::AnyPosition& position, const catalog::SearchRequest& request)
      : engine_(engine),
        position_(position),
        request_(request),
        deadline_(engine.turn_ms(position, request.limits) * kLookUpPercent / 100, request.stop) {}

  catalog::SearchResult run() {
    known_ = look_up(position_);
    if (known_) own_ = proven_lines(*known_, position_, request_.limits.lines, deadline_.flag());
    for (catalog::LineReport& line : own_) {
      line.known_hits = hits_;
      line.time_ms = watch_.milliseconds();
      if (request_.on_line) request_.on_line(line);
    }
    if (!own_.empty() && !request_.is_analysis) return answered();
    return searched();
  }

 private:
  std::optional<KnownProof> look_up(const catalog::AnyPosition& position) {
    auto known = shipped_proof(position, deadline_.flag());
    // A strategy that is still being read takes nothing from what the atlas knows.
    if (!known && position.seat_count() == 2) known = atlas_proof(position);
    if (known) ++hits_;
    return known;
  }

  catalog::SearchResult answered() {
    catalog::SearchResult result = proven_result(std::move(own_));
    result.note = kProvenNote;
    result.time_ms = watch_.milliseconds();
    return result;
  }

  /// The engine's search, whose lines say what is known.
  catalog::SearchResult searched() {
    catalog::SearchRequest request = with_time_left(position_, request_, watch_.milliseconds());
    request.on_line = [this](const catalog::LineReport& line) {
      lines_[line.rank] = line;
      if (!request_.on_line) return;
      for (const catalog::LineReport& other : put_right()) {
        if (other.rank == line.rank || !own_.empty()) request_.on_line(other);
      }
    };
    catalog::SearchResult result = engine_.search(position_, request);
    for (const catalog::LineReport& line : result.lines) lines_[line.rank] = line;
    result.lines = put_right();
    if (hits_ == 0) return result;
    if (!result.lines.empty() && !result.lines.front().pv.empty()) result.best_move = result.lines.front().pv.front();
    if (known_) result.note += (result.note.empty() ? "" : ", ") + std::string(kProvenNote);
    return result;
  }

  std::vector<catalog::LineReport> put_right() {
    std::vector<catalog::LineReport> lines;
    for (const auto& [rank, line] : lines_) lines.push_back(line);
    if (known_) lines = study::put_right(*known_, own_, lines, position_, request_.limits.lines);
    lines = decided_by_replies(std::move(lines), position_, [this](const catalog::AnyPosition& after) {
      const auto [place, is_new] = after_moves_.try_emplace(after.moves().back());
      if (is_new) place->second = look_up(after);
      return place->second;
    });
    for (catalog::LineReport& line : lines) line.known_hits = hits_;
    return lines;
  }

  catalog::AnyEngine& engine_;
  const catalog::AnyPosition& position_;
  const catalog::SearchRequest& request_;
  const base::Stopwatch watch_;
  Deadline deadline_;
  std::uint64_t hits_ = 0;
  std::optional<KnownProof> known_;
  std::vector<catalog::LineReport> own_;                          ///< the proof's
  std::map<int, catalog::LineReport> lines_;                      ///< the engine's, by rank
  std::map<std::string, std::optional<KnownProof>> after_moves_;  ///< what has been looked up
};

class ProofsFirstEngine final : public catalog::AnyEngine {
 public:
  ProofsFirstEngine(std::unique_ptr<catalog::AnyEngine> engine, std::string_view game, base::OptionValues rules,
                    std::string_view use)
      : engine_(std::move(engine)),
        game_(game),
        rules_(std::move(rules)),
        specs_(engine_->options()),
        is_on_(use == "on") {
    specs_.push_back(known_proofs_switch());
    begin_to_read();
  }

  const std::string& preset() const override { return engine_->preset(); }
  const std::vector<base::OptionSpec>& options() const override { return specs_; }
  base::OptionValues option_values() const override {
    base::OptionValues values = engine_->option_values();
    values[std::string(kKnownProofsSwitch)] = is_on_ ? "on" : "off";
    return values;
  }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    if (name != kKnownProofsSwitch) return engine_->set_option(name, value);
    const auto checked = base::checked_value(specs_.back(), value);
    if (!checked) return checked.forward_error();
    is_on_ = *checked == "on";
    begin_to_read();
    return base::Done{};
  }
  void new_game() override { engine_->new_game(); }
  std::int64_t turn_ms(const catalog::AnyPosition& position, const catalog::Limits& limits) const override {
    return engine_->turn_ms(position, limits);
  }

  catalog::SearchResult search(const catalog::AnyPosition& position, const catalog::SearchRequest& request) override {
    if (!is_on_ || !request.only_moves.empty()) return engine_->search(position, request);
    return ProvenSearch(*engine_, position, request).run();
  }

 private:
  void begin_to_read() const {
    if (is_on_) static_cast<void>(shipped_strategies_later(game_, rules_));
  }

  std::unique_ptr<catalog::AnyEngine> engine_;
  std::string game_;
  base::OptionValues rules_;
  std::vector<base::OptionSpec> specs_;
  bool is_on_;
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
