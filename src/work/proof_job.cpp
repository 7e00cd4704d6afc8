#include "work/proof_job.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "catalog/any_position.h"
#include "record/declared_json.h"

namespace partita::work {

namespace {

/// Proves parts of claims. One thread.
class ProofHandler final : public JobHandler {
 public:
  explicit ProofHandler(std::size_t mebibytes) : mebibytes_(mebibytes) {}

  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) override {
    const auto job = record::read_object<ProofJob>(payload);
    if (!job) return job.forward_error();
    const auto position = position_of(*job);
    if (!position) return position.forward_error();
    if (position->is_over()) return base::Error{"proof: the game is over"};
    if (job->attacker >= position->seat_count()) return base::Error{"proof: there is no such seat"};
    if (auto ready = make_ready(job->game); !ready) return ready.forward_error();
    return record::write_object(work_on(*job, *position, stop));
  }

 private:
  static base::Parsed<catalog::AnyPosition> position_of(const ProofJob& job) {
    auto position = catalog::AnyPosition::from_text(job.game, job.rules, job.start);
    if (!position) return position.error_at("proof");
    for (const std::string& move : job.moves) {
      if (const auto played = position->play(move); !played) return played.error_at("proof");
    }
    return position;
  }

  base::Parsed<base::Done> make_ready(const std::string& game) {
    if (solver_ != nullptr && game == game_) return base::Done{};
    auto made = catalog::make_solver(game, mebibytes_);
    if (!made) return made.forward_error();
    solver_ = std::move(*made);
    game_ = game;
    return base::Done{};
  }

  ProofAnswer work_on(const ProofJob& job, const catalog::AnyPosition& position, const base::StopFlag& stop) {
    catalog::SolveRequest request;
    request.nodes = job.nodes;
    request.plies = job.plies;
    request.limits = job.limits;
    request.stop = &stop;
    const catalog::ProofReport report = solver_->prove(position, job.attacker, request);
    ProofAnswer answer;
    answer.proof = report.proof;
    answer.nodes = report.nodes;
    if (report.proof == catalog::Proof::kUnknown) {
      catalog::ProofStep step = solver_->step(position, job.attacker, job.plies);
      if (step.numbers.is_proven()) answer.proof = catalog::Proof::kYes;
      answer.is_exhausted = step.numbers.is_disproven();
      answer.branches = std::move(step.branches);
    }
    if (answer.proof == catalog::Proof::kYes && job.wants_replies) answer.replies = hard_replies(position, job, stop);
    return answer;
  }

  /// The entries of the strategy with the most below them, as many as a message holds.
  catalog::Replies hard_replies(const catalog::AnyPosition& position, const ProofJob& job, const base::StopFlag& stop) {
    catalog::Replies replies;
    auto certificate = solver_->strategy(position, job.attacker, job.plies, &stop);
    if (!certificate) return replies;
    const auto strategy = catalog::make_strategy(std::move(*certificate));
    if (!strategy) return replies;
    const auto weights = (*strategy)->weights();
    const auto& entries = (*strategy)->certificate().entries;
    if (weights.size() != entries.size()) return replies;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (weights[i] > kLightWeight) order.push_back(i);
    }
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    std::size_t bytes = 0;
    for (const std::size_t i : order) {
      bytes += entries[i].first.size() + entries[i].second.size() + kQuotes;
      if (bytes > kMostReplyBytes) break;
      replies.insert(entries[i]);
    }
    return replies;
  }

  /// Proving a smaller subtree again is faster than sending it.
  static constexpr std::uint64_t kLightWeight = 20;
  /// A NATS server takes messages of a megabyte.
  static constexpr std::size_t kMostReplyBytes = 600'000;
  static constexpr std::size_t kQuotes = 12;  ///< around an entry, which is escaped twice

  std::size_t mebibytes_;
  std::string game_;
  std::unique_ptr<catalog::AnySolver> solver_;
};

}  // namespace

std::unique_ptr<JobHandler> make_proof_handler(std::size_t mebibytes) {
  return std::make_unique<ProofHandler>(mebibytes);
}

}  // namespace partita::work
