#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "server/rate_limit.h"

namespace partita::server {

/// How fast a bucket of permissions fills, and how many it holds.
struct FillRate {
  double per_second = 0;
  double burst = 0;
};

/// A bucket of permissions for each client, and one for all clients of an IPv6 network together. One thread.
class ClientBuckets {
 public:
  /// Takes that many of the client's and of its network's, or none.
  bool take(const std::string& client, FillRate rate, std::int64_t now_ms, double count = 1.0);
  /// How many the client may take now.
  double level(const std::string& client, FillRate rate, std::int64_t now_ms);

 private:
  TokenBucket& of_client(const std::string& client, FillRate rate, std::int64_t now_ms);
  /// Null where the client is no part of such a network.
  TokenBucket* of_network(const std::string& client, FillRate rate, std::int64_t now_ms);
  TokenBucket& bucket(const std::string& name, FillRate rate, std::int64_t now_ms);

  std::map<std::string, TokenBucket> buckets_;
};

}  // namespace partita::server
