#include "work/guest_desk.h"

#include <random>

#include "base/steady_clock.h"
#include "record/declared_json.h"
#include "work/guest_checks.h"
#include "work/guest_messages.h"
#include "work/signature.h"

namespace partita::work {

namespace {

std::uint64_t seed_nobody_knows() {
  std::random_device device;
  return std::uint64_t{device()} << 32U | device();
}

std::string last_word(const std::string& subject) { return subject.substr(subject.rfind('.') + 1); }

/// One message for each guest that was expelled, kept for good.
void make_expelled_stream(const NatsLink& link) {
  const std::string subjects = std::string(kExpelledSubjects) + "*";
  const char* list[] = {subjects.c_str()};
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = kExpelledStream;
  config.Subjects = list;
  config.SubjectsLen = 1;
  config.MaxMsgsPerSubject = 1;
  config.Storage = js_FileStorage;
  jsErrCode code{};
  js_AddStream(nullptr, link.jetstream(), &config, nullptr, &code);
}

std::vector<std::string> expelled_before(const NatsLink& link) {
  std::vector<std::string> names;
  const std::string filter = std::string(kExpelledSubjects) + "*";
  jsOptions options;
  jsOptions_Init(&options);
  options.Stream.Info.SubjectsFilter = filter.c_str();
  jsStreamInfo* found = nullptr;
  jsErrCode code{};
  js_GetStreamInfo(&found, link.jetstream(), kExpelledStream, &options, &code);
  const NatsOwned<jsStreamInfo> owner(found);
  if (found == nullptr || found->State.Subjects == nullptr) return names;
  for (int i = 0; i < found->State.Subjects->Count; ++i)
    names.push_back(last_word(found->State.Subjects->List[i].Subject));
  return names;
}

}  // namespace

GuestDesk::GuestDesk(const GuestPolicy& policy, std::string run, const NatsLink& link, Note note)
    : is_open_(policy.one_in > 0),
      run_(std::move(run)),
      link_(link),
      note_(std::move(note)),
      ledger_(policy, seed_nobody_knows()) {}

void GuestDesk::start() {
  if (!is_open_) return;
  make_expelled_stream(link_);
  for (const std::string& name : expelled_before(link_)) ledger_.expel(name);
  hellos_ = link_.listen(std::string(kGuestHellos) + "*");
  answers_ = link_.listen(std::string(kGuestAnswers) + "*");
  link_.send(kGuestCall, "");
}

void GuestDesk::drain(const NatsSubscription& source,
                      const std::function<void(const std::string&, const std::string&)>& take) const {
  while (source) {
    natsMsg* message = nullptr;
    natsSubscription_NextMsg(&message, source.get(), 0);
    const NatsOwned<natsMsg> owner(message);
    if (message == nullptr) return;
    take(last_word(natsMsg_GetSubject(message)), message_text(message));
  }
}

void GuestDesk::hear_hellos() {
  const std::int64_t now_ms = base::steady_ms();
  drain(hellos_, [&](const std::string& name, const std::string& text) {
    const auto hello = record::read_object<GuestHello>(text);
    if (hello && hello->signature == signature()) ledger_.take_hello(name, hello->threads, now_ms);
  });
}

bool GuestDesk::give(std::size_t number, const Job& job) {
  if (!hellos_) return false;
  hear_hellos();
  const std::int64_t now_ms = base::steady_ms();
  const auto guest = ledger_.idle_guest(now_ms);
  if (!guest || !is_repeatable(job)) return false;
  link_.send(kGuestJobs + *guest, record::write_object(GuestTask{run_, number, job}));
  ledger_.assign(*guest, number, now_ms);
  return true;
}

std::vector<std::size_t> GuestDesk::hear(const std::function<const Job*(std::size_t)>& job_at) {
  if (!answers_) return {};
  hear_hellos();
  std::vector<std::size_t> jobs = ledger_.take_overdue(base::steady_ms());
  drain(answers_, [&](const std::string& name, const std::string& text) {
    const auto answer = record::read_object<GuestAnswer>(text);
    if (!answer || answer->run != run_ || ledger_.is_expelled(name)) return;
    const std::size_t number = answer->number;
    const Job* const job = job_at(number);
    if (job == nullptr) return;
    switch (ledger_.take_answer(name, number, answer->result)) {
      case GuestLedger::Verdict::kIgnored: return;
      case GuestLedger::Verdict::kFailed: return jobs.push_back(number);
      case GuestLedger::Verdict::kHeld:
      case GuestLedger::Verdict::kCheck: break;
    }
    if (fits_job(*job, answer->result)) {
      if (!ledger_.has(number)) jobs.push_back(number);
      return;
    }
    // Nobody need do it again to see that.
    const bool is_unpublished = !ledger_.has(number);
    const auto again = expel(name, job->id);
    jobs.insert(jobs.end(), again.begin(), again.end());
    if (is_unpublished) jobs.push_back(number);
  });
  return jobs;
}

std::vector<std::size_t> GuestDesk::compare(std::size_t number, const JobResult& trusted) {
  const auto liar = ledger_.compare(number, trusted);
  return liar ? expel(*liar, trusted.id) : std::vector<std::size_t>{};
}

std::vector<std::size_t> GuestDesk::expel(const std::string& name, const std::string& job) {
  std::vector<std::size_t> jobs = ledger_.expel(name);
  link_.publish(kExpelledSubjects + name, job, "expelled " + name);
  const auto counts = ledger_.counts().find(name);
  const std::int64_t answered = counts == ledger_.counts().end() ? 0 : counts->second.answered;
  note_("guest " + name + " is expelled: its answer to " + job + " is wrong, the last of " + std::to_string(answered) +
        "; all of them are dropped, and " + std::to_string(jobs.size()) +
        " jobs done again. Take its key away: partita work remove " + name);
  return jobs;
}

std::size_t GuestDesk::threads() const { return ledger_.threads(base::steady_ms()); }

void GuestDesk::sum_up() const {
  for (const auto& [name, counts] : ledger_.counts()) {
    if (ledger_.is_expelled(name)) continue;
    note_("guest " + name + ": " + std::to_string(counts.answered) + " answers, " + std::to_string(counts.checked) +
          " checked and right, " + std::to_string(counts.overdue) + " jobs too late; thanks");
  }
}

std::map<std::string, std::string> guests_there(const NatsLink& link, std::chrono::milliseconds wait) {
  std::map<std::string, std::string> guests;
  const NatsSubscription source = link.listen(std::string(kGuestHellos) + "*");
  if (!source) return guests;
  link.send(kGuestCall, "");
  const std::int64_t end_ms = base::steady_ms() + wait.count();
  while (base::steady_ms() < end_ms) {
    natsMsg* message = nullptr;
    natsSubscription_NextMsg(&message, source.get(), end_ms - base::steady_ms());
    const NatsOwned<natsMsg> owner(message);
    if (message != nullptr) guests[last_word(natsMsg_GetSubject(message))] = message_text(message);
  }
  return guests;
}

}  // namespace partita::work
