#pragma once

#include <cstdint>
#include <string>

#include "base/declared.h"
#include "work/job.h"

namespace partita::work {

/// Guests and dispatchers talk without streams: a job that gets lost is done by somebody else. The last word of a
/// subject is the guest's name, and the NATS server lets nobody else speak or listen there.
inline constexpr const char* kGuestHellos = "partita.guests.hello.";
inline constexpr const char* kGuestJobs = "partita.guests.jobs.";
inline constexpr const char* kGuestAnswers = "partita.guests.answers.";
/// Whoever publishes here hears a hello of every guest.
inline constexpr const char* kGuestCall = "partita.guests.call";
/// Guests of whom a wrong answer is known; all dispatchers read it.
inline constexpr const char* kExpelledStream = "PARTITA_EXPELLED";
inline constexpr const char* kExpelledSubjects = "partita.guests.expelled.";

struct GuestHello {
  std::string signature;
  int threads = 1;
  std::int64_t done = 0;

  static constexpr const char* kPlace = "hello";
  static void declare(auto& visit, auto& hello) {
    visit("signature", hello.signature);
    visit("threads", hello.threads, base::Range{1, 1'000});
    visit("done", hello.done, base::at_least(0));
  }
};

struct GuestTask {
  std::string run;
  std::uint64_t number = 0;  ///< of the job in its run
  Job job;

  static constexpr const char* kPlace = "task";
  static void declare(auto& visit, auto& task) {
    visit("run", task.run);
    visit("number", task.number);
    visit("id", task.job.id);
    visit("kind", task.job.kind);
    visit("payload", task.job.payload);
  }
};

struct GuestAnswer {
  std::string run;
  std::uint64_t number = 0;
  JobResult result;

  static constexpr const char* kPlace = "answer";
  static void declare(auto& visit, auto& answer) {
    visit("run", answer.run);
    visit("number", answer.number);
    visit("id", answer.result.id);
    visit("text", answer.result.text);
    visit("error", answer.result.error);
  }
};

}  // namespace partita::work
