#include "work/proof_job.h"

#include <algorithm>
#include <boost/json.hpp>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "catalog/any_position.h"
#include "record/json_fields.h"

namespace partita::work {

namespace {

namespace json = boost::json;

json::array json_texts(const std::vector<std::string>& values) { return json::array(values.begin(), values.end()); }

std::vector<std::string> texts_of(const record::JsonItem& array) {
  std::vector<std::string> texts;
  for (const record::JsonItem& item : array.items()) texts.push_back(item.text());
  return texts;
}

/// A number of an open claim: neither 0 nor infinite.
std::uint32_t open_number(const record::JsonItem& item) {
  return static_cast<std::uint32_t>(item.integer(1, catalog::kInfinite - 1));
}

/// A branch may be decided while what it belongs to is not.
catalog::Numbers branch_numbers(const record::JsonItem& proof, const record::JsonItem& disproof) {
  const std::int64_t first = proof.integer(0, catalog::kInfinite), second = disproof.integer(0, catalog::kInfinite);
  if (first == 0 && second == catalog::kInfinite) return catalog::kProven;
  if (first == catalog::kInfinite && second == 0) return catalog::kDisproven;
  return {open_number(proof), open_number(disproof)};
}

catalog::ProofStep::Branch read_branch(const record::JsonItem& item) {
  constexpr std::size_t kCells = 3;
  const auto cells = item.items();
  if (cells.size() != kCells) {
    item.refuse("moves, proof and disproof number");
    return {};
  }
  return {texts_of(cells[0]), branch_numbers(cells[1], cells[2])};
}

constexpr const char* kProofNames[] = {"yes", "no", "unknown"};

void read_proof(record::JsonFields& fields, ProofAnswer& answer) {
  const std::string name = fields.free_text("proof");
  for (const catalog::Proof proof : {catalog::Proof::kYes, catalog::Proof::kNo, catalog::Proof::kUnknown}) {
    if (name != kProofNames[static_cast<int>(proof)]) continue;
    answer.proof = proof;
    return;
  }
  fields.refuse("proof", "yes, no or unknown");
}

/// Proves parts of claims. One thread.
class ProofHandler final : public JobHandler {
 public:
  explicit ProofHandler(std::size_t mebibytes) : mebibytes_(mebibytes) {}

  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) override {
    const auto job = read_proof_job(payload);
    if (!job) return job.forward_error();
    const auto position = position_of(*job);
    if (!position) return position.forward_error();
    if (position->is_over()) return base::Error{"proof: the game is over"};
    if (job->attacker >= position->seat_count()) return base::Error{"proof: there is no such seat"};
    if (auto ready = make_ready(job->game); !ready) return ready.forward_error();
    return write_proof_answer(work_on(*job, *position, stop));
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

std::string write_proof_job(const ProofJob& job) {
  json::object rules;
  for (const auto& [name, value] : job.rules) rules[name] = value;
  return json::serialize(json::object{{"game", job.game},
                                      {"rules", rules},
                                      {"start", job.start},
                                      {"moves", json_texts(job.moves)},
                                      {"attacker", job.attacker},
                                      {"plies", job.plies},
                                      {"nodes", static_cast<std::int64_t>(job.nodes)},
                                      {"proof_limit", job.limits.proof},
                                      {"disproof_limit", job.limits.disproof},
                                      {"replies", job.wants_replies}});
}

base::Parsed<ProofJob> read_proof_job(std::string_view text) {
  return record::read_json_object<ProofJob>(text, "proof", [](record::JsonFields& fields, ProofJob& job) {
    job.game = fields.free_text("game");
    for (const auto& [name, rule] : fields.item("rules").members()) job.rules[name] = rule.text();
    job.start = fields.free_text("start");
    job.moves = fields.free_texts("moves");
    job.attacker = static_cast<catalog::Seat>(fields.integer("attacker", 0, catalog::kMaxSeats - 1));
    constexpr int kMostPlies = 100'000;
    job.plies = static_cast<int>(fields.integer("plies", 0, kMostPlies));
    job.nodes = static_cast<std::uint64_t>(fields.integer("nodes", 1, std::numeric_limits<std::int64_t>::max()));
    job.limits.proof = static_cast<std::uint32_t>(fields.integer("proof_limit", 1, catalog::kInfinite));
    job.limits.disproof = static_cast<std::uint32_t>(fields.integer("disproof_limit", 1, catalog::kInfinite));
    job.wants_replies = fields.boolean("replies");
    fields.finish();
  });
}

std::string write_proof_answer(const ProofAnswer& answer) {
  json::array branches;
  for (const auto& branch : answer.branches)
    branches.push_back(json::array{json_texts(branch.moves), branch.numbers.proof, branch.numbers.disproof});
  json::object replies;
  for (const auto& [position, move] : answer.replies) replies[position] = move;
  return json::serialize(json::object{{"proof", kProofNames[static_cast<int>(answer.proof)]},
                                      {"exhausted", answer.is_exhausted},
                                      {"nodes", static_cast<std::int64_t>(answer.nodes)},
                                      {"branches", std::move(branches)},
                                      {"replies", std::move(replies)}});
}

base::Parsed<ProofAnswer> read_proof_answer(std::string_view text) {
  return record::read_json_object<ProofAnswer>(text, "answer", [](record::JsonFields& fields, ProofAnswer& answer) {
    read_proof(fields, answer);
    answer.is_exhausted = fields.boolean("exhausted");
    answer.nodes = static_cast<std::uint64_t>(fields.integer("nodes", 0, std::numeric_limits<std::int64_t>::max()));
    for (const record::JsonItem& branch : fields.items("branches")) answer.branches.push_back(read_branch(branch));
    for (const auto& [position, move] : fields.item("replies").members()) answer.replies[position] = move.text();
    const bool is_open = answer.proof == catalog::Proof::kUnknown && !answer.is_exhausted;
    if (is_open == answer.branches.empty()) fields.fail("branches", "what is open has some, what is decided none");
    if (answer.is_exhausted && answer.proof != catalog::Proof::kUnknown) fields.fail("exhausted", "it is decided");
    fields.finish();
  });
}

std::unique_ptr<JobHandler> make_proof_handler(std::size_t mebibytes) {
  return std::make_unique<ProofHandler>(mebibytes);
}

}  // namespace partita::work
