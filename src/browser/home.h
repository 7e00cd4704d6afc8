#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/http_message.h"
#include "server/services.h"
#include "store/store.h"

namespace partita::browser {

/// Who hears what the tables say: the page, through whatever carries messages to it. Called on the home's thread.
class Page {
 public:
  virtual ~Page() = default;
  /// The answer to the request of that number; exactly one each.
  virtual void answer(std::uint32_t request, const server::HttpResponse& response) = 0;
  virtual void tell(std::uint32_t socket, const std::string& message) = 0;
  virtual void closed(std::uint32_t socket) = 0;
};

struct HomeOptions {
  std::string version = "0";
  int search_threads = 2;
  server::EngineBounds bounds;
};

/// A server's tables, desks and engines without its network: requests and messages of docs/http-api.md are handed in as
/// calls and answered through Page. One page is its only client. run() is called by one thread, on which everything
/// happens; the rest may be called from any thread. Without threads (base/threads.h) that one searches as well.
class Home {
 public:
  Home(HomeOptions options, std::unique_ptr<store::Store> store, Page& page);
  ~Home();
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;

  /// Until stop().
  void run();
  void stop();
  /// In place of run() where the only thread must not wait: one round of work, a part of one search at most. Says in
  /// how many milliseconds it wants the next one, unless something is handed in before.
  std::int64_t turn();

  void request(std::uint32_t number, server::HttpRequest request);
  void open(std::uint32_t socket);
  void receive(std::uint32_t socket, std::string message);
  void close(std::uint32_t socket);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace partita::browser
