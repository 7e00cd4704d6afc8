#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace partita::server {

/// Who caused some work: a client, which is an address on the network, and which of its connections.
struct Payer {
  std::string client;
  std::string party;
  bool operator==(const Payer&) const = default;
};

/// An amount of which half is gone after each half-life.
class Fading {
 public:
  explicit Fading(double half_life_ms = 10'000) : half_life_ms_(half_life_ms) {}
  double at(std::int64_t now_ms) const;
  void add(double more, std::int64_t now_ms);

 private:
  double half_life_ms_;
  double amount_ = 0;
  std::int64_t as_of_ms_ = 0;
};

/// How much clients and their connections have used lately; what was used long ago fades. Those who used less come
/// first. A connection that is new to its client starts with the mean of the others, so that nobody gains by opening
/// another one for each request; nor by taking another address of the same IPv6 network, which together count as a few
/// clients. One thread, or the caller's lock.
class FairShare {
 public:
  /// What was used, as of a moment. Smaller comes first: the client's use decides, among its own connections theirs.
  struct Used {
    double client_ms = 0;
    double party_ms = 0;
  };

  void charge(const Payer& payer, double used_ms, std::int64_t now_ms);
  Used used(const Payer& payer, std::int64_t now_ms);

 private:
  struct Account {
    Fading all;
    std::map<std::string, Fading> parties;
  };

  Fading& party_of(Account& account, const std::string& party, std::int64_t now_ms);
  void forget_the_idle(std::int64_t now_ms);

  std::map<std::string, Account> accounts_;
};

}  // namespace partita::server
