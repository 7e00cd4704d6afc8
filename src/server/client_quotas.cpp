#include "server/client_quotas.h"

#include "server/client_address.h"

namespace partita::server {

bool ClientQuotas::is_local(const std::string& client) const { return limits_.trusts_loopback && is_loopback(client); }

TokenBucket& ClientQuotas::games_of(const std::string& client, std::int64_t now_ms) {
  return bucket(games_, client, is_local(client) ? limits_.local_games : limits_.games, now_ms);
}

TokenBucket& ClientQuotas::imported_of(const std::string& client, std::int64_t now_ms) {
  return bucket(imported_, client, is_local(client) ? limits_.local_imported : limits_.imported, now_ms);
}

TokenBucket& ClientQuotas::bucket(Buckets& buckets, const std::string& client, QuotaLimits::Rate rate,
                                  std::int64_t now_ms) {
  constexpr std::size_t kMostRemembered = 50'000;
  if (buckets.size() > kMostRemembered)
    std::erase_if(buckets, [&](const auto& entry) { return entry.second.is_full(now_ms); });
  return buckets.try_emplace(client, rate.per_second, rate.burst).first->second;
}

}  // namespace partita::server
