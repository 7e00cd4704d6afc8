// One proof spread over many: the tree that chooses jobs, runs on threads and over NATS, answers that are refused.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "base/line_log.h"
#include "catalog/games.h"
#include "catalog/solver.h"
#include "kit/program.h"
#include "kit/temporary_folder.h"
#include "record/declared_json.h"
#include "work/proof_run.h"
#include "work/signature.h"
#include "work/thread_queue.h"

namespace partita::work {
namespace {

using catalog::Numbers;
using catalog::Proof;

ProofTree::Branch branch(const std::string& move, std::uint32_t proof, std::uint32_t disproof) {
  return {{move}, {proof, disproof}};
}

TEST(ProofTree, FollowsTheLeastNumberAndSpreadsJobs) {
  ProofTree tree;
  const auto first = tree.begin();
  ASSERT_TRUE(first);
  EXPECT_FALSE(tree.begin()) << "its one leaf is being worked on";
  tree.done(*first);
  tree.take_apart(0, true, {branch("a", 3, 1), branch("b", 2, 1), branch("c", 9, 1)}, {"a", "b", "c"});
  EXPECT_EQ(tree.root().numbers, (Numbers{2, 3}));
  EXPECT_EQ(tree.begin()->back(), 2u) << "b is nearest to a proof";
  EXPECT_EQ(tree.begin()->back(), 1u) << "b has somebody already";
  EXPECT_EQ(tree.begin()->back(), 3u);
  EXPECT_FALSE(tree.begin());
}

TEST(ProofTree, ClaimsReachedInTwoWaysAreThereOnceAndTellBoth) {
  ProofTree tree;
  tree.take_apart(0, false, {branch("a", 1, 1), branch("b", 1, 1)}, {"a", "b"});
  tree.take_apart(1, true, {branch("x", 1, 1), branch("y", 1, 1)}, {"same", "y"});
  tree.take_apart(2, true, {branch("z", 1, 1)}, {"same"});
  EXPECT_EQ(tree.claims().size(), 5u);
  tree.decide(3, true);
  EXPECT_TRUE(tree.root().numbers.is_proven());
  EXPECT_FALSE(tree.root().is_told);
}

TEST(ProofTree, ALeafIsLeftWhenOthersPromiseMuchMore) {
  ProofTree tree;
  EXPECT_EQ(tree.limits(*tree.begin()), (Numbers{catalog::kInfinite, catalog::kInfinite})) << "there is no other";
  tree.take_apart(0, true, {branch("a", 10, 4), branch("b", 20, 5)}, {"a", "b"});
  const auto way = tree.begin();
  EXPECT_EQ(way->back(), 1u);
  EXPECT_EQ(tree.limits(*way), (Numbers{60, catalog::kInfinite}));
  tree.take_apart(1, false, {branch("x", 7, 2), branch("y", 3, 9)}, {"x", "y"});
  EXPECT_EQ(tree.limits({0, 1, 3}), (Numbers{57, 27})) << "3 of the 60 are the other's";
}

TEST(ProofTree, TheOtherSideNeedsOneRefutation) {
  ProofTree tree;
  tree.take_apart(0, false, {branch("a", 5, 2), branch("b", 1, 7)}, {"", ""});
  EXPECT_EQ(tree.root().numbers, (Numbers{6, 2}));
  tree.decide(2, true);
  EXPECT_EQ(tree.root().numbers, (Numbers{5, 2}));
  tree.decide(1, false);
  EXPECT_TRUE(tree.root().numbers.is_disproven());
}

/// A worker whose prover counts otherwise would send numbers that mean something else.
TEST(Signature, SaysHowTheProverCounts) {
  const std::string text = signed_text();
  std::size_t proofs = 0;
  for (const catalog::GameEntry& game : catalog::all_games()) proofs += catalog::has_solver(game.name) ? 1 : 0;
  std::size_t told = 0;
  for (std::size_t at = text.find("proof "); at != std::string::npos; at = text.find("proof ", at + 1)) ++told;
  EXPECT_GE(proofs, 3U);
  EXPECT_EQ(told, proofs);
  EXPECT_EQ(text.find("proof 1 1\n"), std::string::npos) << "nothing was searched";
  EXPECT_EQ(text, signed_text()) << "it comes out the same";
}

/// Black wins, in a proof of some thousand nodes.
ProofRunPlan small_claim() {
  auto position = catalog::AnyPosition::initial("andantino", {{"side", "10"}});
  for (const char* move : {"K10", "K11", "L11", "L12", "K12", "J11", "J9", "I9"}) EXPECT_TRUE(position->play(move));
  ProofRunPlan plan{std::move(*position), 1};
  plan.job_nodes = 300;
  return plan;
}

/// The winner's strategy from the run's replies, checked by the rules.
void expect_strategy(const ProofRun& run, const ProofRunPlan& plan) {
  auto solver = catalog::make_solver(plan.position.game(), 16);
  const auto replies = run.replies();
  EXPECT_FALSE(replies.empty());
  (*solver)->advise(replies);
  const auto certificate = (*solver)->strategy(plan.position, plan.attacker);
  ASSERT_TRUE(certificate);
  const auto verified = catalog::verify_certificate(*certificate, catalog::Rim::kAllowed);
  ASSERT_TRUE(verified) << verified.error();
  EXPECT_TRUE(verified->accepted);
}

TEST(ProofRun, ThreadsProveAClaimAndTheirRepliesMakeTheStrategy) {
  ProofRunPlan plan = small_claim();
  plan.wants_replies = true;
  auto run = ProofRun::open(plan, nullptr);
  ASSERT_TRUE(run) << run.error();
  const auto registry = standard_handlers(Programs::kRefused, 16);
  ThreadQueue queue(2, registry);
  const auto done = run->run(queue, {});
  ASSERT_TRUE(done) << done.error();
  EXPECT_EQ(run->proof(), Proof::kYes);
  EXPECT_GT(run->progress().jobs, 3u);
  expect_strategy(*run, plan);
}

TEST(ProofRun, AClaimThatIsNotTrueIsDisproven) {
  ProofRunPlan plan = small_claim();
  plan.plies = 9;
  plan.job_nodes = 1'000;
  auto run = ProofRun::open(plan, nullptr);
  const auto registry = standard_handlers(Programs::kRefused, 16);
  ThreadQueue queue(2, registry);
  ASSERT_TRUE(run->run(queue, {}));
  EXPECT_EQ(run->proof(), Proof::kNo);
}

TEST(ProofRun, RulesThatKnowRepetitionAreProvenAsWell) {
  auto position = catalog::AnyPosition::initial("tafl", {{"rules", "brandubh"}});
  ASSERT_TRUE(position) << position.error();
  ProofRunPlan plan{*position, 1};
  plan.nodes = 6'000;
  plan.job_nodes = 2'000;
  auto run = ProofRun::open(plan, nullptr);
  ASSERT_TRUE(run) << run.error();
  const auto registry = standard_handlers(Programs::kRefused, 16);
  ThreadQueue queue(2, registry);
  ASSERT_TRUE(run->run(queue, {}));
  EXPECT_EQ(run->proof(), Proof::kUnknown);
  EXPECT_GE(run->progress().nodes, plan.nodes);
  EXPECT_TRUE(run->replies().empty());
}

base::LineLog::Words proof_log_words() {
  return {"{\"partita-proof\":\"test\"}", "belongs to another claim", "is being written"};
}

std::vector<std::string> log_lines(const std::string& path) {
  std::istringstream text(kit::read_whole(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// As if the dispatcher were killed after some answers: those of jobs under way are lost.
class CutQueue final : public Queue {
 public:
  CutQueue(Queue& inner, int answers) : inner_(inner), answers_(answers) {}

 private:
  base::Parsed<base::Done> run_jobs(const std::vector<Job>&, const NextJob& next, const OnResult& on_result,
                                    const base::StopFlag& end) override {
    int taken = 0;
    return inner_.run(
        next, [&](const JobResult& result) { return on_result(result) && ++taken < answers_; }, end);
  }
  Queue& inner_;
  int answers_;
};

TEST(ProofRun, GoesOnFromItsLogAndNoAnswerCountsTwice) {
  const kit::TemporaryFolder folder;
  const std::string path = (folder.path() / "proof.jsonl").string();
  const auto registry = standard_handlers(Programs::kRefused, 16);
  std::uint64_t nodes_before = 0;
  std::size_t jobs_before = 0;
  for (int part = 0; part < 20; ++part) {
    auto log = base::LineLog::open(path, proof_log_words(),
                                   part == 0 ? base::LineLog::Mode::kNew : base::LineLog::Mode::kResume);
    ASSERT_TRUE(log) << log.error();
    auto run = ProofRun::open(small_claim(), &*log);
    ASSERT_TRUE(run) << run.error();
    EXPECT_EQ(run->progress().nodes, nodes_before);
    EXPECT_EQ(run->progress().jobs, jobs_before);
    ThreadQueue threads(2, registry);
    CutQueue queue(threads, 4);
    ASSERT_TRUE(run->run(queue, {}));
    nodes_before = run->progress().nodes;
    jobs_before = run->progress().jobs;
    if (run->proof() == Proof::kYes) break;
  }
  const auto lines = log_lines(path);
  EXPECT_EQ(lines.size(), jobs_before + 1);
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), lines.size());
  auto log = base::LineLog::open(path, proof_log_words(), base::LineLog::Mode::kResume);
  auto run = ProofRun::open(small_claim(), &*log);
  ASSERT_TRUE(run) << run.error();
  EXPECT_EQ(run->proof(), Proof::kYes);
}

TEST(ProofRun, ALogWithALineTwiceIsRefused) {
  const kit::TemporaryFolder folder;
  const std::string path = (folder.path() / "proof.jsonl").string();
  {
    auto log = base::LineLog::open(path, proof_log_words(), base::LineLog::Mode::kNew);
    ProofRunPlan plan = small_claim();
    plan.nodes = 6'000;
    auto run = ProofRun::open(plan, &*log);
    const auto registry = standard_handlers(Programs::kRefused, 16);
    ThreadQueue queue(1, registry);
    ASSERT_TRUE(run->run(queue, {}));
  }
  const auto lines = log_lines(path);
  ASSERT_GE(lines.size(), 3u);
  std::ofstream(path, std::ios::app) << lines[1] << "\n";
  auto log = base::LineLog::open(path, proof_log_words(), base::LineLog::Mode::kResume);
  const auto run = ProofRun::open(small_claim(), &*log);
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().find(":" + std::to_string(lines.size() + 1) + ": "), std::string::npos) << run.error();
}

/// Does proofs, and says something else now and then.
class Liar final : public JobHandler {
 public:
  using Change = std::function<std::string(const std::string& answer, int number)>;
  explicit Liar(Change change) : honest_(make_proof_handler(16)), change_(std::move(change)) {}
  base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) override {
    const auto answer = honest_->perform(payload, stop);
    if (!answer) return answer;
    const std::string changed = change_(*answer, number_++);
    if (changed == "error") return base::Error{"broke down"};
    return changed;
  }

 private:
  std::unique_ptr<JobHandler> honest_;
  Change change_;
  int number_ = 0;
};

HandlerRegistry lying_handlers(const Liar::Change& change) {
  HandlerRegistry registry;
  registry.add(kProofKind, [change] { return std::make_unique<Liar>(change); });
  return registry;
}

/// Every second answer is one of these.
std::string rubbish(const std::string& answer, int number) {
  if (number % 2 == 1) return answer;
  switch (number / 2 % 7) {
    case 0: return "no JSON";
    case 1: return "{}";
    case 2: return "error";
    case 3: return R"({"proof":"unknown","exhausted":false,"nodes":1,"branches":[],"replies":{}})";
    case 4: return R"({"proof":"perhaps","exhausted":false,"nodes":1,"branches":[],"replies":{}})";
    case 5: return R"({"proof":"unknown","exhausted":false,"nodes":1,"branches":[[["A1"],1,1]],"replies":{}})";
    default: break;
  }
  // One branch less: what is left out would have to be refuted.
  auto read = record::read_object<ProofAnswer>(answer);
  if (!read || read->branches.empty()) return "[]";
  read->branches.pop_back();
  return record::write_object(*read);
}

TEST(ProofRun, RubbishIsRefusedAndTheJobDoneAgain) {
  ProofRunPlan plan = small_claim();
  plan.job_nodes = 60;
  int notes = 0;
  plan.on_note = [&](const std::string& note) {
    EXPECT_NE(note.find("came to nothing"), std::string::npos) << note;
    ++notes;
  };
  auto run = ProofRun::open(plan, nullptr);
  const auto registry = lying_handlers(rubbish);
  ThreadQueue queue(1, registry);
  const auto done = run->run(queue, {});
  ASSERT_TRUE(done) << done.error();
  EXPECT_EQ(run->proof(), Proof::kYes);
  EXPECT_GE(notes, 7) << "not every kind was tried";
}

TEST(ProofRun, NothingButRubbishEndsWithAnError) {
  ProofRunPlan plan = small_claim();
  auto run = ProofRun::open(plan, nullptr);
  const auto registry = lying_handlers([](const std::string&, int) { return std::string("[]"); });
  ThreadQueue queue(2, registry);
  const auto done = run->run(queue, {});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().find("5 times in vain"), std::string::npos) << done.error();
}

TEST(ProofAnswers, AreReadBackAndImpossibleOnesRefused) {
  ProofAnswer answer;
  answer.nodes = 7;
  answer.branches = {branch("a", 1, 2), {{"b", "c"}, catalog::kProven}};
  const auto read = record::read_object<ProofAnswer>(record::write_object(answer));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->branches[1].moves, answer.branches[1].moves);
  EXPECT_EQ(read->branches[1].numbers, catalog::kProven);
  for (const Numbers bad : {Numbers{0, 0}, Numbers{0, 5}, Numbers{5, 0}, Numbers{catalog::kInfinite, 5}}) {
    answer.branches[0].numbers = bad;
    EXPECT_FALSE(record::read_object<ProofAnswer>(record::write_object(answer))) << bad.proof << " " << bad.disproof;
  }
  answer.branches[0].numbers = {1, 1};
  answer.proof = Proof::kYes;
  EXPECT_FALSE(record::read_object<ProofAnswer>(record::write_object(answer))) << "decided and open at once";
}

TEST(ProofJobs, OfNoPositionAreErrors) {
  const auto handler = make_proof_handler(1);
  ProofJob job;
  job.game = "andantino";
  job.rules = {{"side", "10"}};
  job.start = "startpos";
  job.attacker = 1;
  job.nodes = 1000;
  EXPECT_TRUE(handler->perform(record::write_object(job), {}));
  job.moves = {"A1"};
  EXPECT_FALSE(handler->perform(record::write_object(job), {}));
  job.moves.clear();
  job.attacker = 3;
  EXPECT_FALSE(handler->perform(record::write_object(job), {}));
  job.attacker = 1;
  job.game = "omega";
  EXPECT_FALSE(handler->perform(record::write_object(job), {}));
  EXPECT_FALSE(handler->perform("{}", {}));
}

}  // namespace
}  // namespace partita::work
