#include "server/client_buckets.h"

#include <algorithm>

#include "server/client_address.h"

namespace partita::server {

bool ClientBuckets::take(const std::string& client, FillRate rate, std::int64_t now_ms, double count) {
  if (level(client, rate, now_ms) < count) return false;
  if (TokenBucket* network = of_network(client, rate, now_ms)) network->take(now_ms, count);
  return of_client(client, rate, now_ms).take(now_ms, count);
}

double ClientBuckets::level(const std::string& client, FillRate rate, std::int64_t now_ms) {
  const double own = of_client(client, rate, now_ms).level(now_ms);
  const TokenBucket* network = of_network(client, rate, now_ms);
  return network == nullptr ? own : std::min(own, network->level(now_ms));
}

TokenBucket& ClientBuckets::of_client(const std::string& client, FillRate rate, std::int64_t now_ms) {
  return bucket(client, rate, now_ms);
}

TokenBucket* ClientBuckets::of_network(const std::string& client, FillRate rate, std::int64_t now_ms) {
  const std::string network = network_of_client(client);
  if (network.empty()) return nullptr;
  return &bucket(network, {rate.per_second * kClientsOfNetwork, rate.burst * kClientsOfNetwork}, now_ms);
}

TokenBucket& ClientBuckets::bucket(const std::string& name, FillRate rate, std::int64_t now_ms) {
  constexpr std::size_t kMostRemembered = 50'000;
  if (buckets_.size() > kMostRemembered)
    std::erase_if(buckets_, [&](const auto& entry) { return entry.second.is_full(now_ms); });
  return buckets_.try_emplace(name, rate.per_second, rate.burst).first->second;
}

}  // namespace partita::server
