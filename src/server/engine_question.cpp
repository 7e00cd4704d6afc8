#include "server/engine_question.h"

#include <algorithm>
#include <bit>
#include <exception>

#include "base/clock.h"
#include "base/text.h"
#include "study/engine.h"
#include "study/proven_lines.h"

namespace partita::server {

namespace {

// What a search that was put back just before its end gets to find its move again.
constexpr std::int64_t kLeastMs = 10;
// A worker's missed heartbeats are noticed after work::WorkerTable::kHeartbeatTimeoutMs: together less than a second.
constexpr std::int64_t kLeastAfterLossMs = 200;
// A search that makes its workers crash would take one after the other with it.
constexpr int kMostLosses = 4;
// Tree searches count their rounds as depths and may come to thousands.
constexpr std::size_t kMostDepths = 40;

/// Questions of one kind cost about the same: the same engine, rules and limits, and about as much time on the clock.
int threads_of(const EngineQuestion& question) {
  const auto spec = catalog::read_engine_spec(question.engine.spec);
  if (!spec) return 1;
  const auto found = spec->overrides.find("threads");
  const auto threads = found == spec->overrides.end() ? std::nullopt : base::read_int(found->second);
  return threads ? static_cast<int>(std::clamp<std::int64_t>(*threads, 1, 256)) : 1;
}

/// Keeps the last best line of every depth.
void keep_depth(std::vector<catalog::LineReport>& depths, const catalog::LineReport& line) {
  if (line.rank != 1) return;
  if (!depths.empty() && depths.back().depth == line.depth) {
    depths.back() = line;
  } else if (depths.size() < kMostDepths) {
    depths.push_back(line);
  }
}

/// One question on its way.
struct Search {
  Services& services;
  EngineQuestion question;
  std::function<void(const EngineAnswer&)> on_answer;
  base::Stopwatch since_asked;

  /// What is left of them: of the time per move what earlier runs have not used, of the clock what has not run down.
  catalog::Limits limits_now(const SearchPool::Fate& fate) const {
    catalog::Limits limits = question.limits;
    // A search that begins anew needs more time than one that goes on with warm tables.
    const std::int64_t least_ms = fate.losses() > 0 ? std::min(limits.movetime_ms, kLeastAfterLossMs) : kLeastMs;
    if (limits.movetime_ms > 0) limits.movetime_ms = std::max(limits.movetime_ms - fate.used_ms(), least_ms);
    std::int64_t& clock_ms = limits.clock_ms[question.position.to_move()];
    if (clock_ms > 0) clock_ms = std::max(clock_ms - since_asked.milliseconds(), kLeastMs);
    return limits;
  }

  EngineAnswer think(const SearchPool::Fate& fate) {
    study::ProvenSearch proven(
        question.position, question.limits.lines, [&](const auto& asked) { return look_up(asked, fate.stop()); },
        &fate.stop());
    EngineAnswer answer;
    answer.known = proven.known();
    if (answer.known && question.on_proof && !fate.is_interrupted()) question.on_proof(*answer.known);
    tell(proven.own(), fate);
    // A request for a move or a value is answered. Only an analysis goes on, for the other lines and for shorter wins.
    if (!proven.own().empty() && !is_analysis()) {
      answer.result = study::proven_result(std::move(proven.own()));
      return answer;
    }
    if (!fate.is_interrupted()) search(limits_now(fate), proven, fate, answer);
    return answer;
  }

  void search(const catalog::Limits& limits, study::ProvenSearch& proven, const SearchPool::Fate& fate,
              EngineAnswer& answer) const {
    // Of an analysis also what is known after each line's move.
    const auto after = is_analysis() ? study::ProvenSearch::After::kAsked : study::ProvenSearch::After::kNotAsked;
    work::SearchListener listener;
    listener.on_line = [&](const catalog::LineReport& line) {
      keep_depth(answer.depths, line);
      proven.take(line);
      const auto told = proven.put_right(after);
      tell(proven.hits() > 0 ? told : std::vector{line}, fate);
      if (line.rank == 1) learn(answer.known ? told.front() : line);
    };
    listener.on_worker = [&](const std::string& worker) {
      fate.count_wall_time();
      services.log.debug("search_given", {{"trace", question.trace}, {"worker", worker}});
    };
    work::SearchResponse response = services.search.search(
        {question.engine, question.tables, question.position, limits, is_analysis(), fate.is_long(), question.trace},
        listener, fate.stop());
    if (response.is_lost) return lose(fate, answer);
    services.log.debug("search_answered", {{"trace", question.trace}, {"ms", since_asked.milliseconds()}});
    answer.failure = std::move(response.failure);
    answer.turn_ms = response.turn_ms;
    answer.result = std::move(response.result);
    if ((!answer.known && !is_analysis()) || !answer.failure.empty()) return;
    proven.forget_lines();
    for (const catalog::LineReport& line : answer.result.lines) proven.take(line);
    answer.result.lines = proven.put_right(after);
    if (!answer.result.lines.empty()) answer.result.best_move = answer.result.lines.front().pv.front();
    if (!proven.own().empty()) answer.result.note = study::kFromProof;
  }

  /// The worker has gone. The question is asked again, unless it seems to be what makes workers go.
  void lose(const SearchPool::Fate& fate, EngineAnswer& answer) const {
    services.log.warning("search_lost", {{"trace", question.trace}, {"losses", fate.losses()}});
    if (fate.losses() < kMostLosses)
      fate.put_back();
    else
      answer.failure = "given up after " + std::to_string(kMostLosses + 1) + " workers that never answered";
  }

  bool is_analysis() const { return question.on_line && question.urgency == SearchPool::Urgency::kAnalysis; }

  std::optional<study::Proven> look_up(const catalog::AnyPosition& position, const base::StopFlag& stop) const {
    if (question.proofs == ProofsFirst::kNone) return std::nullopt;
    return (question.proofs == ProofsFirst::kShipped ? study::shipped_proofs() : services.proofs).ask(position, &stop);
  }

  void tell(const std::vector<catalog::LineReport>& lines, const SearchPool::Fate& fate) const {
    if (!question.on_line || fate.is_interrupted()) return;
    for (const catalog::LineReport& line : lines) question.on_line(line);
  }

  /// The engines of the reports prune what may hold a refutation; only ours are taken at their word.
  void learn(const catalog::LineReport& line) const {
    if (question.proofs != ProofsFirst::kAll) return;
    const auto spec = catalog::read_engine_spec(question.engine.spec);
    if (spec && study::proof_switch(spec->preset).default_value == "auto")
      services.proofs.learn(question.position, line);
  }

  void run(const SearchPool::Fate& fate) {
    EngineAnswer answer;
    try {
      answer = think(fate);
    } catch (const std::exception& failure) {
      answer.failure = failure.what();
    }
    if (fate.is_interrupted() || fate.is_put_back()) return;
    services.loop.post([on_answer = on_answer, answer = std::move(answer)] { on_answer(answer); });
  }
};

}  // namespace

std::string search_kind(const EngineQuestion& question) {
  const catalog::Limits& limits = question.limits;
  auto spec = catalog::read_engine_spec(question.engine.spec);
  if (spec) spec->overrides.erase("seed");
  std::string kind = question.engine.game + "|" + (spec ? write_engine_spec(*spec) : question.engine.spec);
  for (const auto& [name, value] : question.engine.rules) kind += "|" + name + "=" + value;
  const auto clock_ms = static_cast<std::uint64_t>(limits.clock_ms[question.position.to_move()]);
  for (const std::int64_t limit : {static_cast<std::int64_t>(limits.depth), static_cast<std::int64_t>(limits.nodes),
                                   limits.movetime_ms, static_cast<std::int64_t>(std::bit_width(clock_ms))}) {
    kind += "|" + std::to_string(limit);
  }
  return kind;
}

base::Parsed<SearchPool::Ticket> ask(Services& services, EngineQuestion question,
                                     std::function<void(const EngineAnswer&)> on_answer) {
  SearchPool::Task task;
  task.payer = question.payer;
  task.urgency = question.urgency;
  task.kind = search_kind(question);
  task.threads = threads_of(question);
  // Holds whatever the limits say: with a clock of a day nobody may search for hours.
  const bool is_analysis = question.urgency == SearchPool::Urgency::kAnalysis;
  task.most_ms = is_analysis ? services.bounds.analysis_ms : services.bounds.movetime_ms;
  task.own_ms = question.limits.movetime_ms;
  const std::shared_ptr<Search> search(new Search{services, std::move(question), std::move(on_answer), {}});
  task.run = [search](const SearchPool::Fate& fate) { search->run(fate); };
  return services.pool.submit(std::move(task));
}

}  // namespace partita::server
