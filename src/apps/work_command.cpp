#include <cstdio>
#include <map>
#include <memory>
#include <sstream>

#include "apps/command.h"
#include "apps/live_table.h"
#include "apps/settings.h"
#include "apps/work_options.h"
#include "base/sha256.h"
#include "record/game_record.h"
#include "store/data_folder.h"
#include "work/job_handlers.h"
#include "work/nats_status.h"
#include "work/worker_keys.h"

namespace partita::apps {

namespace {

struct Given {
  std::string action;
  std::vector<std::string> files;  ///< or names of helpers
  std::string keys_file;
  int key_threads = 4;
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
      jobs.push_back({path + "#" + std::to_string(jobs.size() + 1), work::kReviewKind, write_review_job(job)});
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

/// As the server finds it: what the option says, the configuration, or the data folder.
base::Parsed<work::WorkerKeyFile> key_file_of(const Given& given) {
  if (!given.keys_file.empty()) return work::WorkerKeyFile(given.keys_file);
  const auto settings = resolve_settings("", environment);
  if (!settings) return settings.forward_error();
  std::string data = default_data_folder();
  for (const SettingValue& value : *settings) {
    if (!value.given()) continue;
    if (value.setting->name == std::string("worker_keys")) return work::WorkerKeyFile(value.text);
    if (value.setting->name == std::string("data")) data = value.text;
  }
  // Keys may be made before the server runs for the first time.
  if (const auto made = store::make_data_folder(data); !made)
    return base::Error{"data folder " + data + ": " + made.error()};
  return work::WorkerKeyFile(data + "/" + kWorkerKeysName);
}

int list_keys(const work::WorkerKeyFile& file) {
  const auto keys = file.read();
  if (!keys) return refuse(keys.error());
  for (const work::WorkerKey& key : *keys) {
    std::printf("%-20s %2d threads  %s%s%s\n", key.name.c_str(), key.threads,
                std::string(state_name(key.state)).c_str(), key.reason.empty() ? "" : ": ", key.reason.c_str());
  }
  std::printf("%zu keys in %s\n", keys->size(), file.path().c_str());
  return kExitFine;
}

int manage_keys(const Given& given) {
  const auto file = key_file_of(given);
  if (!file) return refuse(file.error());
  if (given.action == "keys") return list_keys(*file);
  if (given.files.size() != 1) return refuse("work " + given.action + " needs one name");
  const std::string& name = given.files.front();
  if (given.action == "revoke-key") {
    const auto done = file->set_state(name, work::WorkerKey::State::kRevoked, "");
    if (!done) return refuse(done.error());
    std::printf("%s's key is revoked\n", name.c_str());
    return kExitFine;
  }
  const auto key = file->add(name, given.key_threads);
  if (!key) return refuse(key.error());
  std::fprintf(stderr, "partita: the key of %s; it is shown once and kept only as a digest\n", name.c_str());
  std::printf("%s\n", key->c_str());
  return kExitFine;
}

}  // namespace

Action add_work_command(Arguments& app) {
  auto given = std::make_shared<Given>();
  app.add_option("action", given->action,
                 "status: queue, workers, rates and parked jobs; review: annotate game records; "
                 "add-key, revoke-key, keys: who may help 'partita serve' with 'partita worker --server'")
      ->required()
      ->check(OneOf{{"status", "review", "add-key", "revoke-key", "keys"}});
  app.add_option("files", given->files, "review: files of game records; add-key, revoke-key: a helper's name");
  add_work_options(app, given->work);
  app.add_option("--engine", given->review.engine, "review: the engine")->capture_default_str();
  app.add_option("--nodes", given->review.nodes, "review: nodes for each position")->check(Range{1, 1e12});
  app.add_option("--keys", given->keys_file, "file of keys (default: that of the server's configuration)");
  app.add_option("--key-threads", given->key_threads, "add-key: searches of each lane at a time with this key")
      ->check(Range{1, 64})
      ->capture_default_str();
  app.add_output("--out", given->out, "review: write the annotated records here instead of printing them",
                 Outputs::Kind::kDocument);
  app.footer(
      "Examples:\n  partita work status --nats nats://host:4222\n  partita work review games.pgn --nats "
      "nats://host:4222 --out annotated.pgn\n  partita work add-key ada >ada.key");
  return [given] {
    if (given->action == "status") return print_status(*given);
    return given->action == "review" ? review(*given) : manage_keys(*given);
  };
}

}  // namespace partita::apps
