#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "server/fair_share.h"

namespace partita::server {

/// How busy the loop is with what sockets ask for. It is one thread for all: while it is busy, a socket that has had
/// more than a little of it is put off. Lives on the loop.
class LoopLoad {
 public:
  static constexpr double kHalfLifeMs = 1'000;

  void add(double used_ms, std::int64_t now_ms) { all_.add(used_ms, now_ms); }
  /// Whether one who used so much lately (a Fading of kHalfLifeMs) has to wait.
  bool is_too_much(const Fading& own, std::int64_t now_ms) const {
    return all_.at(now_ms) > kBusyMs && own.at(now_ms) > kLittleMs;
  }

  // Engines that play each other, by the client who watches: the more games, the slower each.
  void begin_pause(const std::string& client) { ++pausing_[client]; }
  void end_pause(const std::string& client) {
    if (--pausing_[client] <= 0) pausing_.erase(client);
  }
  /// How many times longer such engines pause between two moves.
  int pause_factor(const std::string& client) const {
    const auto found = pausing_.find(client);
    return found == pausing_.end() ? 1 : 1 + found->second / kGamesAtFullPace;
  }

 private:
  // A steady use of a share s of the loop comes to s * 1443 ms: these are 30 % and 0.5 % of it.
  static constexpr double kBusyMs = 433;
  static constexpr double kLittleMs = 7;
  static constexpr int kGamesAtFullPace = 16;

  Fading all_{kHalfLifeMs};
  std::map<std::string, int> pausing_;
};

}  // namespace partita::server
