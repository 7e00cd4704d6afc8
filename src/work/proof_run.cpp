#include "work/proof_run.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "base/text.h"
#include "record/declared_json.h"

namespace partita::work {

namespace {

std::string job_id(std::size_t claim, int fruitless) { return std::to_string(claim) + "." + std::to_string(fruitless); }

/// The position's mover and a move of it as they stand in replies: for the image whose text is the smallest.
std::optional<std::pair<std::string, std::string>> canonical_reply(const catalog::AnyPosition& position,
                                                                   const std::string& move) {
  catalog::AnyPosition after = position;
  if (!after.play(move)) return std::nullopt;
  const std::string name = catalog::canonical_text(position);
  if (after.is_over()) return std::nullopt;
  const std::string wanted = catalog::canonical_text(after);
  const auto image = catalog::AnyPosition::from_text(position.game(), position.rules(), name);
  if (!image) return std::nullopt;
  for (const std::string& candidate : image->legal_moves()) {
    catalog::AnyPosition next = *image;
    if (next.play(candidate) && !next.is_over() && catalog::canonical_text(next) == wanted)
      return std::pair(name, candidate);
  }
  return std::nullopt;
}

}  // namespace

/// A line of the log: which claim, how it is reached, and what was answered.
struct ProofRun::LogEntry {
  std::size_t claim = 0;
  std::vector<std::string> moves;
  std::string worker;
  std::string answer;

  static constexpr const char* kPlace = "entry";
  static constexpr bool kIsStrict = true;
  static void declare(auto& visit, auto& entry) {
    visit("claim", entry.claim, base::at_least(0));
    visit("moves", entry.moves);
    visit("worker", entry.worker);
    visit("answer", entry.answer);
  }
};

std::string fingerprint(const ProofRunPlan& plan) {
  std::string text = std::string(plan.position.game()) + "\n";
  for (const auto& [name, value] : plan.position.rules()) text += name + "=" + value + "\n";
  text += plan.position.start_text() + "\n" + base::join(plan.position.moves(), " ") + "\n";
  text += std::to_string(plan.attacker) + " " + std::to_string(plan.plies);
  constexpr std::size_t kDigits = 16;
  return base::sha256(text).substr(0, kDigits);
}

base::Parsed<ProofRun> ProofRun::open(ProofRunPlan plan, base::LineLog* log) {
  // Nothing is searched here: the solver takes claims apart.
  auto solver = catalog::make_solver(plan.position.game(), 1);
  if (!solver) return solver.forward_error();
  ProofRun run(std::move(plan), log, std::move(*solver));
  if (log != nullptr) {
    if (const auto read = run.replay_log(); !read) return read.forward_error();
  }
  return run;
}

base::Parsed<base::Done> ProofRun::replay_log() {
  std::size_t number = 1;
  for (const std::string& line : log_->take_earlier()) {
    const std::string place = log_->path() + ":" + std::to_string(++number);
    const auto entry = record::read_object<LogEntry>(line);
    if (!entry) return entry.error_at(place);
    if (!tree_.is_open_leaf(entry->claim) || tree_.claims()[entry->claim].moves != entry->moves)
      return base::Error{place + ": the lines before it leave no such claim open"};
    const auto answer = record::read_object<ProofAnswer>(entry->answer);
    if (!answer) return answer.error_at(place);
    const auto step = checked(entry->claim, *answer);
    if (!step) return step.error_at(place);
    apply(entry->claim, *answer, *step);
  }
  return base::Done{};
}

base::Parsed<base::Done> ProofRun::run(Queue& queue, const base::StopFlag& stop) {
  watch_.restart();
  const auto done =
      queue.run([this] { return next_job(); }, [this](const JobResult& result) { return take(result); }, stop);
  for (const auto& [id, way] : under_way_) tree_.done(way);
  under_way_.clear();
  if (!failure_.empty()) return base::Error{failure_};
  return done;
}

bool ProofRun::is_out_of_budget() const {
  return (plan_.nodes > 0 && nodes_ >= plan_.nodes) || (plan_.seconds > 0 && watch_.seconds() >= plan_.seconds);
}

std::optional<Job> ProofRun::next_job() {
  if (tree_.root().numbers.is_decided() || is_out_of_budget()) return std::nullopt;
  auto way = tree_.begin();
  if (!way) return std::nullopt;
  const std::size_t leaf = way->back();
  const ProofTree::Claim& claim = tree_.claims()[leaf];
  const catalog::AnyPosition position = position_at(claim.moves);
  // A job is a small part of what was done before it: long claims get long jobs, short ones are over soon.
  constexpr std::uint64_t kFirstNodes = 20'000, kPart = 8;
  ProofJob job;
  job.game = std::string(position.game());
  job.rules = position.rules();
  job.start = position.start_text();
  job.moves = position.moves();
  job.attacker = plan_.attacker;
  job.plies = plies_left(position);
  job.nodes = std::min(plan_.job_nodes, std::max(kFirstNodes, nodes_ / kPart));
  if (plan_.nodes > 0) job.nodes = std::min(job.nodes, plan_.nodes - nodes_);
  job.limits = tree_.limits(*way);
  job.wants_replies = plan_.wants_replies;
  std::string id = job_id(leaf, claim.fruitless);
  under_way_[id] = std::move(*way);
  return Job{std::move(id), kProofKind, record::write_object(job)};
}

bool ProofRun::take(const JobResult& result) {
  const auto found = under_way_.find(result.id);
  if (found == under_way_.end()) return true;
  const ProofTree::Way way = std::move(found->second);
  under_way_.erase(found);
  tree_.done(way);
  const std::size_t leaf = way.back();
  // Another answer may have decided a claim above this leaf meanwhile; the leaf's own answer still counts.
  const auto taken =
      result.error.empty() ? take_answer(leaf, result) : base::Parsed<base::Done>(base::Error{result.error});
  if (!taken) refuse(leaf, result, taken.error());
  if (plan_.on_progress) plan_.on_progress(progress());
  return failure_.empty() && !tree_.root().numbers.is_decided();
}

base::Parsed<base::Done> ProofRun::take_answer(std::size_t leaf, const JobResult& result) {
  const auto answer = record::read_object<ProofAnswer>(result.text);
  if (!answer) return answer.forward_error();
  const auto step = checked(leaf, *answer);
  if (!step) return step.forward_error();
  if (log_ != nullptr) {
    const LogEntry entry{leaf, tree_.claims()[leaf].moves, result.worker, result.text};
    if (const auto written = log_->append(record::write_object(entry)); !written) {
      failure_ = written.error();
      return base::Done{};
    }
  }
  apply(leaf, *answer, *step);
  return base::Done{};
}

base::Parsed<catalog::ProofStep> ProofRun::checked(std::size_t leaf, const ProofAnswer& answer) const {
  const catalog::AnyPosition position = position_at(tree_.claims()[leaf].moves);
  catalog::ProofStep step = solver_->step(position, plan_.attacker, plies_left(position));
  if (answer.proof != catalog::Proof::kUnknown || answer.is_exhausted) return step;
  const auto is_same = [](const ProofTree::Branch& a, const ProofTree::Branch& b) { return a.moves == b.moves; };
  if (!std::equal(step.branches.begin(), step.branches.end(), answer.branches.begin(), answer.branches.end(), is_same))
    return base::Error{"the branches are not those of the rules"};
  return step;
}

void ProofRun::apply(std::size_t leaf, const ProofAnswer& answer, const catalog::ProofStep& step) {
  nodes_ += answer.nodes;
  ++answers_;
  rests_on_past_ = step.rests_on_past;
  if (!step.rests_on_past) told_replies_.insert(answer.replies.begin(), answer.replies.end());
  if (answer.proof != catalog::Proof::kUnknown) return tree_.decide(leaf, answer.proof == catalog::Proof::kYes);
  if (answer.is_exhausted) {
    has_exhausted_ = true;
    return tree_.decide(leaf, false);
  }
  const catalog::AnyPosition position = position_at(tree_.claims()[leaf].moves);
  std::vector<std::string> names;
  for (const ProofTree::Branch& branch : answer.branches) {
    catalog::AnyPosition after = position;
    for (const std::string& move : branch.moves) (void)after.play(move);
    names.push_back(step.rests_on_past ? "" : std::to_string(after.ply()) + " " + catalog::canonical_text(after));
  }
  tree_.take_apart(leaf, step.is_attackers, answer.branches, names);
}

void ProofRun::refuse(std::size_t leaf, const JobResult& result, const std::string& why) {
  tree_.count_fruitless(leaf);
  const std::string told = "job " + result.id + " of " + result.worker + " came to nothing: " + why;
  if (plan_.on_note) plan_.on_note(told);
  if (tree_.claims()[leaf].fruitless >= kMostFruitless)
    failure_ = std::to_string(kMostFruitless) + " times in vain: " + told;
}

catalog::AnyPosition ProofRun::position_at(const std::vector<std::string>& moves) const {
  catalog::AnyPosition position = plan_.position;
  for (const std::string& move : moves) (void)position.play(move);
  return position;
}

int ProofRun::plies_left(const catalog::AnyPosition& position) const {
  return plan_.plies == 0 ? 0 : plan_.plies - (position.ply() - plan_.position.ply());
}

catalog::Proof ProofRun::proof() const {
  const ProofTree::Claim& root = tree_.root();
  if (root.numbers.is_proven()) return catalog::Proof::kYes;
  const bool holds = !has_exhausted_ && (root.is_told || !rests_on_past_);
  return root.numbers.is_disproven() && holds ? catalog::Proof::kNo : catalog::Proof::kUnknown;
}

std::string ProofRun::best_move() const {
  const ProofTree::Claim& root = tree_.root();
  const bool is_proven = root.numbers.is_proven();
  if (proof() == catalog::Proof::kUnknown || root.is_attackers != is_proven) return "";
  for (const ProofTree::Edge& edge : root.edges) {
    if (tree_.claims()[edge.below].numbers == root.numbers) return edge.moves.front();
  }
  return "";
}

ProofRunProgress ProofRun::progress() const {
  return {tree_.root().numbers, nodes_, answers_, tree_.claims().size(), watch_.seconds()};
}

catalog::Replies ProofRun::replies() const {
  catalog::Replies replies;
  if (!tree_.root().numbers.is_proven() || rests_on_past_) return replies;
  replies = told_replies_;
  std::vector<std::size_t> waiting{0};
  std::vector<bool> is_met(tree_.claims().size(), false);
  while (!waiting.empty()) {
    const ProofTree::Claim& claim = tree_.claims()[waiting.back()];
    waiting.pop_back();
    for (const ProofTree::Edge& edge : claim.edges) {
      if (!tree_.claims()[edge.below].numbers.is_proven()) continue;
      add_replies(claim, edge, replies);
      if (!is_met[edge.below]) waiting.push_back(edge.below);
      is_met[edge.below] = true;
      if (claim.is_attackers) break;  // one way to win is enough
    }
  }
  return replies;
}

void ProofRun::add_replies(const ProofTree::Claim& claim, const ProofTree::Edge& edge,
                           catalog::Replies& replies) const {
  catalog::AnyPosition position = position_at(claim.moves);
  for (const std::string& move : edge.moves) {
    if (position.to_move() == plan_.attacker) {
      if (auto reply = canonical_reply(position, move)) replies.insert(std::move(*reply));
    }
    (void)position.play(move);
  }
}

}  // namespace partita::work
