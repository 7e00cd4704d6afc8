#include "work/nats_status.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

#include "base/text.h"
#include "record/declared_json.h"
#include "work/guest_desk.h"
#include "work/guest_messages.h"
#include "work/job.h"
#include "work/nats_link.h"
#include "work/signature.h"
#include "work/worker_card.h"

namespace partita::work {

namespace {

NatsOwned<jsStreamInfo> stream_info(const NatsLink& link, const char* stream, const char* subjects) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Stream.Info.SubjectsFilter = subjects;
  jsStreamInfo* found = nullptr;
  jsErrCode code{};
  js_GetStreamInfo(&found, link.jetstream(), stream, &options, &code);
  return NatsOwned<jsStreamInfo>(found);
}

/// Jobs by "SIGNATURE.RUN".
std::map<std::string, int> jobs_by_run(const NatsLink& link) {
  std::map<std::string, int> runs;
  const auto info = stream_info(link, kJobStream, "partita.jobs.>");
  if (info == nullptr || info->State.Subjects == nullptr) return runs;
  constexpr std::string_view kPrefix = "partita.jobs.";
  for (int i = 0; i < info->State.Subjects->Count; ++i) {
    const std::string subject = info->State.Subjects->List[i].Subject;
    ++runs[subject.substr(kPrefix.size(), subject.rfind('.') - kPrefix.size())];
  }
  return runs;
}

std::string queue_text(const NatsLink& link, const std::vector<WorkerCard>& workers) {
  std::string text = base::format("%-10s %-18s %8s\n", "version", "run", "jobs");
  for (const auto& [name, jobs] : jobs_by_run(link)) {
    const std::size_t dot = name.find('.');
    const std::string version = name.substr(0, dot);
    const bool is_served =
        std::any_of(workers.begin(), workers.end(), [&](const WorkerCard& card) { return card.signature == version; });
    text += base::format("%-10s %-18s %8d%s\n", version.c_str(), name.substr(dot + 1).c_str(), jobs,
                         is_served ? "" : "  (no worker of this version)");
  }
  jsConsumerInfo* found = nullptr;
  jsErrCode code{};
  if (js_GetConsumerInfo(&found, link.jetstream(), kJobStream, workers_consumer(signature()).c_str(), nullptr, &code) ==
      NATS_OK) {
    const NatsOwned<jsConsumerInfo> owner(found);
    text += base::format("this version: %llu waiting, %lld under way, %lld delivered more than once\n",
                         static_cast<unsigned long long>(found->NumPending),
                         static_cast<long long>(found->NumAckPending), static_cast<long long>(found->NumRedelivered));
  }
  return text;
}

std::string workers_text(const std::vector<WorkerCard>& workers) {
  std::string text = base::format("\n%-28s %-10s %7s %8s %7s %9s %8s %9s  %s\n", "worker", "version", "threads", "done",
                                  "failed", "jobs/min", "searches", "answered", "doing");
  double rate = 0;
  for (const WorkerCard& card : workers) {
    const double per_minute = 60 * static_cast<double>(card.done) / std::max(card.up_s, 1.0);
    rate += per_minute;
    text += base::format("%-28s %-10s %7d %8lld %7lld %9.1f %8d %9lld  %s\n", card.name.c_str(), card.signature.c_str(),
                         card.threads, static_cast<long long>(card.done), static_cast<long long>(card.failed),
                         per_minute, card.searches, static_cast<long long>(card.answered),
                         card.running.empty() ? "-" : card.running.front().c_str());
  }
  return text + base::format("%zu workers, %.1f jobs a minute\n", workers.size(), rate);
}

std::string guests_text(const NatsLink& link) {
  std::string text;
  for (const auto& [name, said] : guests_there(link, std::chrono::milliseconds(300))) {
    const auto hello = record::read_object<GuestHello>(said);
    if (!hello) continue;
    text += base::format("%-28s %-10s %7d %8lld  (guest)\n", name.c_str(), hello->signature.c_str(), hello->threads,
                         static_cast<long long>(hello->done));
  }
  return text;
}

std::string parked_text(const NatsLink& link) {
  constexpr std::uint64_t kShown = 10;
  const auto info = stream_info(link, kParkedStream, nullptr);
  if (info == nullptr || info->State.Msgs == 0) return "\nno parked jobs\n";
  std::string text = base::format("\n%llu parked jobs, the last:\n", static_cast<unsigned long long>(info->State.Msgs));
  std::uint64_t shown = 0;
  for (std::uint64_t at = info->State.LastSeq; at >= info->State.FirstSeq && at > 0 && shown < kShown; --at) {
    natsMsg* message = nullptr;
    jsErrCode code{};
    if (js_GetMsg(&message, link.jetstream(), kParkedStream, at, nullptr, &code) != NATS_OK) continue;
    const NatsOwned<natsMsg> owner(message);
    const auto parked = record::read_object<JobResult>(message_text(message));
    if (!parked) continue;
    text += "  " + parked->id + ": " + parked->error + " (" + parked->worker + ")\n";
    ++shown;
  }
  return text;
}

}  // namespace

base::Parsed<std::string> nats_status(const std::string& url, const NatsLogin& login) {
  auto link = NatsLink::open(url, "partita work status", login);
  if (!link) return link.forward_error();
  std::vector<WorkerCard> workers;
  for (const std::string& text : (*link)->ask_all(kWorkersSubject, std::chrono::milliseconds(700))) {
    if (auto card = record::read_object<WorkerCard>(text)) workers.push_back(std::move(*card));
  }
  std::sort(workers.begin(), workers.end(), [](const WorkerCard& a, const WorkerCard& b) { return a.name < b.name; });
  return queue_text(**link, workers) + workers_text(workers) + guests_text(**link) + parked_text(**link);
}

}  // namespace partita::work
