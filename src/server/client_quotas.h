#pragma once

#include <cstdint>
#include <string>

#include "server/client_address.h"
#include "server/client_buckets.h"

namespace partita::server {

/// How many games one client may add to the store: so many at once, and so many a second in the long run.
struct QuotaLimits {
  using Rate = FillRate;
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

  bool take_game(const std::string& client, std::int64_t now_ms) {
    return games_.take(client, is_local(client) ? limits_.local_games : limits_.games, now_ms);
  }
  /// Takes that many or none.
  bool take_imported(const std::string& client, std::size_t count, std::int64_t now_ms) {
    return imported_.take(client, rate_of_imports(client), now_ms, static_cast<double>(count));
  }
  /// How many games the client may import now.
  std::size_t imports_left(const std::string& client, std::int64_t now_ms) {
    return static_cast<std::size_t>(imported_.level(client, rate_of_imports(client), now_ms));
  }

 private:
  FillRate rate_of_imports(const std::string& client) const {
    return is_local(client) ? limits_.local_imported : limits_.imported;
  }
  bool is_local(const std::string& client) const { return limits_.trusts_loopback && is_loopback(client); }

  const QuotaLimits limits_;
  ClientBuckets games_;
  ClientBuckets imported_;
};

}  // namespace partita::server
