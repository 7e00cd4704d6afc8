#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "server/rate_limit.h"

namespace partita::server {

/// How many games one client may add to the store: so many at once, and so many a second in the long run.
struct QuotaLimits {
  struct Rate {
    double per_second = 0;
    double burst = 0;
  };
  Rate games{0.2, 200};
  Rate imported{1, 2'000};
  /// Whoever is on this machine itself, where the server is not behind a proxy.
  Rate local_games{5, 5'000};
  Rate local_imported{2, 5'000};
  bool trusts_loopback = true;
};

/// What clients have used of their quotas. Lives on the loop.
class ClientQuotas {
 public:
  explicit ClientQuotas(QuotaLimits limits = {}) : limits_(limits) {}

  bool take_game(const std::string& client, std::int64_t now_ms) { return games_of(client, now_ms).take(now_ms); }
  /// Takes that many or none.
  bool take_imported(const std::string& client, std::size_t count, std::int64_t now_ms) {
    return imported_of(client, now_ms).take(now_ms, static_cast<double>(count));
  }
  /// How many games the client may import now.
  std::size_t imports_left(const std::string& client, std::int64_t now_ms) {
    return static_cast<std::size_t>(imported_of(client, now_ms).level(now_ms));
  }

 private:
  using Buckets = std::map<std::string, TokenBucket>;
  TokenBucket& games_of(const std::string& client, std::int64_t now_ms);
  TokenBucket& imported_of(const std::string& client, std::int64_t now_ms);
  TokenBucket& bucket(Buckets& buckets, const std::string& client, QuotaLimits::Rate rate, std::int64_t now_ms);
  bool is_local(const std::string& client) const;

  const QuotaLimits limits_;
  Buckets games_;
  Buckets imported_;
};

}  // namespace partita::server
