#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "work/guest_ledger.h"
#include "work/nats_link.h"

namespace partita::work {

/// A dispatcher's guests over NATS: who is there, what they are given, what they answer. The GuestLedger decides. One
/// thread.
class GuestDesk {
 public:
  using Note = std::function<void(const std::string&)>;
  GuestDesk(const GuestPolicy& policy, std::string run, const NatsLink& link, Note note);

  /// Listens, and reads who was expelled before. Without it there are no guests.
  void start();
  /// Whether a guest got the job.
  bool give(std::size_t number, const Job& job);
  /// Takes what guests said since. Returns the jobs that a trusted worker should do: to check an answer, or instead.
  std::vector<std::size_t> hear(const std::function<const Job*(std::size_t)>& job_at);
  /// A trusted worker's answer. Returns the jobs that somebody has to do again because a guest's answer was another.
  std::vector<std::size_t> compare(std::size_t number, const JobResult& trusted);
  /// What was done by each, for people.
  void sum_up() const;

  bool has(std::size_t number) const { return ledger_.has(number); }
  std::size_t held() const { return ledger_.held(); }
  std::size_t tasks() const { return ledger_.tasks(); }
  std::size_t checks_open() const { return ledger_.checks_open(); }
  std::size_t threads() const;
  std::map<std::size_t, JobResult> release() { return ledger_.release(); }

 private:
  void hear_hellos();
  /// What came on the subscription, with the name that ends its subject.
  void drain(const NatsSubscription& source,
             const std::function<void(const std::string& name, const std::string& text)>& take) const;
  std::vector<std::size_t> expel(const std::string& name, const std::string& job);

  const bool is_open_;
  const std::string run_;
  const NatsLink& link_;
  const Note note_;
  GuestLedger ledger_;
  NatsSubscription hellos_;
  NatsSubscription answers_;
};

/// The guests that say hello within this time, for people: name and what it said.
std::map<std::string, std::string> guests_there(const NatsLink& link, std::chrono::milliseconds wait);

}  // namespace partita::work
