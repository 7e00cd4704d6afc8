#pragma once

#include <string>

#include "server/http_message.h"
#include "server/services.h"
#include "work/public_thinking.h"

namespace partita::server {

/// Where volunteers' machines come in over HTTP: they ask for work and tell what became of it, each with its key. And
/// the page that thanks them. Lives on the loop.
class WorkerDoor {
 public:
  WorkerDoor(Services& services, work::PublicThinking& thinking, std::string server)
      : services_(services), thinking_(thinking), server_(std::move(server)) {}

  static bool is_for(const HttpRequest& request);
  /// Answers now or later, exactly once, on the loop.
  void handle(const HttpRequest& request, const Respond& respond);
  /// Whether the field names a key that is welcome: its requests are counted by key and not by address.
  bool knows(const std::string& authorization) { return thinking_.caller_of(authorization).status == 0; }
  /// For /metrics.
  std::string metrics_text() const;

 private:
  void take(const HttpRequest& request, const Respond& respond);
  void tell(const HttpRequest& request, const Respond& respond);
  HttpResponse helpers_json() const;
  HttpResponse helpers_page() const;

  Services& services_;
  work::PublicThinking& thinking_;
  const std::string server_;
};

}  // namespace partita::server
