// One proof over NATS as programs: workers and the dispatcher killed in the middle, and a worker that answers rubbish.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "kit/effort.h"
#include "kit/temporary_folder.h"
#include "nats_server.h"
#include "record/json_fields.h"
#include "work/nats_worker.h"
#include "work/proof_job.h"

namespace partita::work {
namespace {

/// Black wins, in some 30 thousand nodes.
const std::vector<std::string> kSpreadClaim{PARTITA_PROGRAM, "solve",
                                            "--game",        "andantino",
                                            "--side",        "10",
                                            "--winner",      "black",
                                            "--moves",       "K10 K11 L11 L12 K12 J11 J9 I9",
                                            "--memory",      "16",
                                            "--quiet"};

std::vector<std::string> spread_command(std::vector<std::string> more) {
  more.insert(more.begin(), kSpreadClaim.begin(), kSpreadClaim.end());
  return more;
}

kit::Child proof_worker(const NatsServer& server) {
  return kit::Child({PARTITA_PROGRAM, "worker", "--only", "jobs", "--memory", "16", "--ack-wait", "600ms", "--tries",
                     "100", "--nats", server.url()});
}

/// The claims whose answers are in the log, in its order; a claim that is there twice is a failure.
std::vector<std::int64_t> logged_claims(const std::string& path) {
  std::istringstream text(kit::read_whole(path));
  std::vector<std::int64_t> claims;
  std::string line;
  std::getline(text, line);
  while (std::getline(text, line)) {
    const auto value = record::parse_json(line);
    if (!value) break;  // the dispatcher is writing it
    claims.push_back(value->as_object().at("claim").as_int64());
  }
  EXPECT_EQ(std::set<std::int64_t>(claims.begin(), claims.end()).size(), claims.size()) << "a claim was answered twice";
  return claims;
}

TEST(SpreadProof, SurvivesKilledWorkersAndAKilledDispatcher) {
  NatsServer server;
  const kit::TemporaryFolder folder;
  const std::string log = (folder.path() / "proof.jsonl").string(), out = (folder.path() / "out").string(),
                    certificate = (folder.path() / "proof.zst").string();
  const auto dispatcher = [&] {
    return kit::Child(spread_command({"--nats", server.url(), "--job-nodes", "1000", "--log", log, "--resume",
                                      "--certificate", certificate}),
                      out);
  };
  std::vector<kit::Child> workers;
  for (int i = 0; i < 2; ++i) workers.push_back(proof_worker(server));
  kit::Child solve = dispatcher();
  std::size_t answers_at_kill = 0;
  int kills = 0;
  while (solve.is_running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const std::size_t answers = logged_claims(log).size();
    if (answers >= 3 && answers_at_kill == 0) {
      solve.end(SIGKILL);
      answers_at_kill = logged_claims(log).size();
      solve = dispatcher();
    }
    // One worker is left alone, so that it ends on slow machines too.
    if (answers >= static_cast<std::size_t>(3 * kills) && kills < 4) {
      workers[0].end(SIGKILL);
      workers[0] = proof_worker(server);
      ++kills;
    }
  }
  EXPECT_EQ(solve.wait(), 0) << kit::read_whole(out);
  EXPECT_GE(answers_at_kill, 3u);
  EXPECT_GE(kills, 2);
  EXPECT_EQ(kit::read_whole(out).rfind("Black wins\n", 0), 0u) << kit::read_whole(out);
  EXPECT_GE(logged_claims(log).size(), answers_at_kill);
  const kit::ProgramRun verified = kit::run_program("verify " + certificate);
  EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
}

/// A worker of this process that answers its first jobs with rubbish, and then as it should.
class RubbishWorker {
 public:
  RubbishWorker(const NatsServer& server, std::string answer) {
    registry_.add(kProofKind, [answer] { return std::make_unique<Says>(answer); });
    options_.url = server.url();
    options_.name = "liar";
    options_.serves = WorkerOptions::Serves::kJobs;
    thread_ = std::thread([this] { EXPECT_TRUE(run_nats_worker(options_, registry_, stop_)); });
  }
  ~RubbishWorker() {
    stop_.raise();
    thread_.join();
  }

 private:
  class Says final : public JobHandler {
   public:
    explicit Says(std::string answer) : answer_(std::move(answer)), honest_(make_proof_handler(16)) {}
    base::Parsed<std::string> perform(const std::string& payload, const base::StopFlag& stop) override {
      constexpr int kLies = 3;
      return ++jobs_ <= kLies ? base::Parsed<std::string>(answer_) : honest_->perform(payload, stop);
    }

   private:
    std::string answer_;
    std::unique_ptr<JobHandler> honest_;
    int jobs_ = 0;
  };
  HandlerRegistry registry_;
  WorkerOptions options_;
  base::StopFlag stop_;
  std::thread thread_;
};

TEST(SpreadProof, AWorkerThatAnswersRubbishIsRefusedByName) {
  NatsServer server;
  const kit::TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string(), log = (folder.path() / "proof.jsonl").string();
  // Well formed, and the branches of another position.
  const RubbishWorker liar(server,
                           R"({"proof":"unknown","exhausted":false,"nodes":1,"branches":[[["A1"],1,1]],"replies":{}})");
  const kit::Child worker = proof_worker(server);
  kit::Child solve(spread_command({"--nats", server.url(), "--job-nodes", "1000", "--log", log}), out);
  EXPECT_EQ(solve.wait(), 0) << kit::read_whole(out);
  const std::string said = kit::read_whole(out);
  EXPECT_NE(said.find("Black wins\n"), std::string::npos) << said;
  EXPECT_NE(said.find("of liar came to nothing: the branches are not those of the rules"), std::string::npos) << said;
  EXPECT_EQ(kit::read_whole(log).find("A1"), std::string::npos) << "rubbish was written to the log";
}

TEST(SpreadProof, OptionsThatMeanNothingTogetherAreRefused) {
  for (const char* bad :
       {"--nats nats://127.0.0.1:1", "--winner black --log x", "--winner black --resume --concurrency 2",
        "--winner black --concurrency 2 --checkpoint x", "--winner black --concurrency 2 --nats nats://127.0.0.1:1"}) {
    const kit::ProgramRun run = kit::run_program(std::string("solve andantino --side 4 --quiet ") + bad);
    EXPECT_EQ(run.exit_code, 2) << bad << run.out;
    EXPECT_EQ(run.out, "") << bad;
  }
}

}  // namespace
}  // namespace partita::work
