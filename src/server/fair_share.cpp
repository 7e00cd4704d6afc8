#include "server/fair_share.h"

#include <algorithm>
#include <cmath>

#include "server/client_address.h"

namespace partita::server {

namespace {

// Accounts with less than this are as good as new ones.
constexpr double kNothingMs = 1.0;
constexpr std::size_t kMostClients = 4'096;
constexpr std::size_t kMostParties = 512;

}  // namespace

double Fading::at(std::int64_t now_ms) const {
  return amount_ * std::exp2(-static_cast<double>(now_ms - as_of_ms_) / half_life_ms_);
}

void Fading::add(double more, std::int64_t now_ms) {
  amount_ = at(now_ms) + more;
  as_of_ms_ = now_ms;
}

Fading& FairShare::party_of(Account& account, const std::string& party, std::int64_t now_ms) {
  const auto known = account.parties.find(party);
  if (known != account.parties.end()) return known->second;
  if (account.parties.size() >= kMostParties) {
    std::erase_if(account.parties, [&](const auto& entry) { return entry.second.at(now_ms) < kNothingMs; });
    // If all of them are in use, all begin again as equals.
    if (account.parties.size() >= kMostParties) account.parties.clear();
  }
  double sum = 0;
  for (const auto& [name, fading] : account.parties) sum += fading.at(now_ms);
  const double mean = account.parties.empty() ? 0 : sum / static_cast<double>(account.parties.size());
  Fading& fresh = account.parties[party];
  fresh.add(mean, now_ms);
  return fresh;
}

void FairShare::charge(const Payer& payer, double used_ms, std::int64_t now_ms) {
  forget_the_idle(now_ms);
  Account& account = accounts_[payer.client];
  account.all.add(used_ms, now_ms);
  party_of(account, payer.party, now_ms).add(used_ms, now_ms);
  const std::string network = network_of_client(payer.client);
  if (!network.empty()) accounts_[network].all.add(used_ms / kClientsOfNetwork, now_ms);
}

FairShare::Used FairShare::used(const Payer& payer, std::int64_t now_ms) {
  const auto network = accounts_.find(network_of_client(payer.client));
  const double network_ms = network == accounts_.end() ? 0 : network->second.all.at(now_ms);
  const auto account = accounts_.find(payer.client);
  if (account == accounts_.end()) return {network_ms, 0};
  return {std::max(network_ms, account->second.all.at(now_ms)),
          party_of(account->second, payer.party, now_ms).at(now_ms)};
}

void FairShare::forget_the_idle(std::int64_t now_ms) {
  if (accounts_.size() <= kMostClients) return;
  std::erase_if(accounts_, [&](const auto& entry) { return entry.second.all.at(now_ms) < kNothingMs; });
  if (accounts_.size() > kMostClients) accounts_.clear();
}

}  // namespace partita::server
