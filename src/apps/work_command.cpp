#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "apps/command.h"
#include "apps/live_table.h"
#include "apps/settings.h"
#include "apps/work_options.h"
#include "base/sha256.h"
#include "record/declared_json.h"
#include "record/game_record.h"
#include "work/job_handlers.h"
#include "work/nats_status.h"
#include "work/nats_users.h"

namespace partita::apps {

namespace {

struct Given {
  std::string action;
  std::vector<std::string> files;  ///< or a user's name
  std::string users = "nats-users.conf";
  bool guest = false;
  WorkOptions work;
  work::ReviewJob review;
  std::string out;
};

int print_status(const Given& given) {
  const auto status = work::nats_status(given.work.nats.empty() ? "nats://127.0.0.1:4222" : given.work.nats,
                                        work::with_environment(given.work.login, environment));
  if (!status) return refuse(status.error());
  std::fputs(status->c_str(), stdout);
  return kExitFine;
}

/// One job for each game of the files, named by its place.
base::Parsed<std::vector<work::Job>> review_jobs(const Given& given) {
  std::vector<work::Job> jobs;
  for (const std::string& path : given.files) {
    std::ifstream file(path);
    if (!file) return base::Error{path + ": cannot be read"};
    std::ostringstream text;
    text << file.rdbuf();
    const auto records = record::read_records(text.str());
    if (!records) return base::Error{path + ":" + records.error()};
    for (const record::GameRecord& record : *records) {
      work::ReviewJob job = given.review;
      job.record = write_record(record);
      jobs.push_back({path + "#" + std::to_string(jobs.size() + 1), work::kReviewKind, record::write_object(job)});
    }
  }
  if (jobs.empty()) return base::Error{"work review needs files of game records"};
  return jobs;
}

int review(const Given& given) {
  const auto jobs = review_jobs(given);
  if (!jobs) return refuse(jobs.error());
  std::string name;
  for (const work::Job& job : *jobs) name += job.payload;
  const auto queue = make_queue(given.work, base::sha256(name).substr(0, 16), false);
  const TwoInterrupts interrupts;
  LiveTable live;
  std::map<std::string, std::string> annotated;
  std::string first_error;
  const auto done = queue->run(
      *jobs,
      [&](const work::JobResult& result) {
        if (result.error.empty())
          annotated[result.id] = result.text;
        else if (first_error.empty())
          first_error = result.id + ": " + result.error;
        if (live.is_due())
          live.show(std::to_string(annotated.size()) + " of " + std::to_string(jobs->size()) + " games reviewed");
        return true;
      },
      interrupts.flag());
  live.clear();
  if (!done) return refuse(done.error());
  std::string text;
  for (const work::Job& job : *jobs) text += annotated[job.id];
  if (const auto written = write_document(given.out.empty() ? "-" : given.out, text); !written)
    return refuse(written.error());
  return first_error.empty() ? kExitFine : refuse(first_error);
}

int list_users(const work::NatsUserFile& file) {
  const auto users = file.read();
  if (!users) return refuse(users.error());
  for (const work::NatsUser& user : *users) std::printf("%-20s %s\n", user.name.c_str(), work::class_name(user.of));
  return kExitFine;
}

int change_users(const Given& given) {
  const work::NatsUserFile file(given.users);
  if (given.action == "users") return list_users(file);
  if (given.files.size() != 1) return refuse("work " + given.action + " needs one name");
  const std::string& name = given.files.front();
  if (given.action == "remove") {
    if (const auto done = file.remove(name); !done) return refuse(done.error());
    std::printf("%s is no longer in %s: reload the NATS server\n", name.c_str(), given.users.c_str());
    return kExitFine;
  }
  const auto of = given.action == "add-server" ? work::NatsUser::Class::kServer
                  : given.guest                ? work::NatsUser::Class::kGuest
                                               : work::NatsUser::Class::kWorker;
  const std::string credentials = given.out.empty() ? name + ".nats" : given.out;
  if (const auto done = file.add(name, of, credentials); !done) return refuse(done.error());
  std::printf("%s is in %s: reload the NATS server\n%s is for --nats-credentials of %s: keep it private\n",
              name.c_str(), given.users.c_str(), credentials.c_str(), name.c_str());
  return kExitFine;
}

}  // namespace

Action add_work_command(Arguments& app) {
  auto given = std::make_shared<Given>();
  app.add_option(
      "action", given->action, kRequired, OneOf{{"status", "review", "add-worker", "add-server", "remove", "users"}},
      "status: queue, workers, rates and parked jobs; review: annotate game records; add-worker, add-server, "
      "remove, users: who may connect to the NATS server, and what they may do there");
  app.add_option("files", given->files, "review: files of game records; add-worker, add-server, remove: a name");
  add_work_options(app, given->work);
  app.add_option("--engine", given->review.engine, "review: the engine");
  app.add_option("--nodes", given->review.nodes, Range{1, 1e12}, "review: nodes for each position");
  app.add_option("--users", given->users, "the file of users that the NATS server's configuration includes");
  app.add_flag("--guest", given->guest,
               "add-worker: somebody else's machine, which gets only games at fixed nodes, whose answers are checked");
  app.add_output(
      "--out", given->out,
      "review: write the annotated records here instead of printing them; add-worker: the file for the worker "
      "(default: NAME.nats)",
      Outputs::Kind::kDocument);
  app.footer(
      "Examples:\n  partita work status --nats nats://host:4222\n  partita work review games.pgn --nats "
      "nats://host:4222 --out annotated.pgn\n  partita work add-worker ada --users /etc/nats/users.conf --out "
      "ada.nats");
  return [given] {
    if (given->action == "status") return print_status(*given);
    return given->action == "review" ? review(*given) : change_users(*given);
  };
}

}  // namespace partita::apps
