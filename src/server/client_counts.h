#pragma once

#include <map>
#include <string>

#include "server/client_address.h"

namespace partita::server {

/// How many of something each client has, and all clients of an IPv6 network together. One thread.
class ClientCounts {
 public:
  /// Counts one while it lives.
  class Held {
   public:
    Held(ClientCounts& counts, std::string client) : counts_(counts), client_(std::move(client)) {
      counts_.add(client_, 1);
    }
    ~Held() { counts_.add(client_, -1); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;

   private:
    ClientCounts& counts_;
    const std::string client_;
  };

  /// Whether the client has so many, or its network so many times what one client may have.
  bool has(const std::string& client, int most) const {
    return count(client) >= most || count(network_of_client(client)) >= most * kClientsOfNetwork;
  }

 private:
  int count(const std::string& name) const {
    const auto found = counts_.find(name);
    return name.empty() || found == counts_.end() ? 0 : found->second;
  }
  void add(const std::string& client, int more) {
    for (const std::string& name : {client, network_of_client(client)}) {
      if (!name.empty() && (counts_[name] += more) == 0) counts_.erase(name);
    }
  }

  std::map<std::string, int> counts_;
};

}  // namespace partita::server
