#include <emscripten.h>
#include <emscripten/html5.h>
#include <emscripten/threading.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>

#include "base/threads.h"
#include "base/version.h"
#include "browser/home.h"
#include "browser/wasm_store.h"
#include "record/json_fields.h"
#include "store/game_json.h"

// The module a web worker loads. Requests and messages come in through the functions at the end, on the worker's own
// thread, which never waits; the home and its searches have threads of their own. What they say goes back as calls of
// Module.onAnswer, onMessage, onClosed and onKeep. In the module without threads the worker's thread is the home's too:
// between the worker's messages it has its turns.

namespace partita::browser {

namespace {

// clang-format off: the code between the parentheses is JavaScript.
/// Texts are copies that the worker frees when it has read them: the call comes later, on another thread.
void call_worker(const char* name, std::uint32_t number, int status, const std::string& first,
                 const std::string& second) {
  MAIN_THREAD_ASYNC_EM_ASM(
      {
        const name = UTF8ToString($0);
        const first = UTF8ToString($3);
        const second = UTF8ToString($4);
        _free($3);
        _free($4);
        Module[name]($1, $2, first, second);
      },
      name, number, status, ::strdup(first.c_str()), ::strdup(second.c_str()));
}
// clang-format on

class WorkerPage final : public Page {
 public:
  void answer(std::uint32_t request, const server::HttpResponse& response) override {
    call_worker("onAnswer", request, response.status, response.content_type, response.body);
  }
  void tell(std::uint32_t socket, const std::string& message) override {
    call_worker("onMessage", socket, 0, message, "");
  }
  void closed(std::uint32_t socket) override { call_worker("onClosed", socket, 0, "", ""); }
};

/// Set once before the worker is told that all is ready.
Home* home = nullptr;
store::Store* restoring = nullptr;

/// Searches leave a core to the page.
int thinking_threads() {
  if (!base::Threads::are_there()) return 1;
  constexpr int kMost = 8;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()) - 1, 1, kMost);
}

long next_turn = 0;
void take_turn_in(std::int64_t ms);

void take_turn(void*) {
  next_turn = 0;
  take_turn_in(home->turn());
}

/// The worker hears its messages before the timer.
void take_turn_in(std::int64_t ms) {
  if (next_turn != 0) emscripten_clear_timeout(next_turn);
  next_turn = emscripten_set_timeout(take_turn, static_cast<double>(ms), nullptr);
}

void wake_up() {
  if (!base::Threads::are_there()) take_turn_in(0);
}

}  // namespace

}  // namespace partita::browser

int main() {
  using namespace partita;
  static browser::WorkerPage page;
  auto store = store::Store::open("");
  browser::restoring = store->get();
  // The worker hands in the games it has kept.
  MAIN_THREAD_EM_ASM({ Module["onRestore"](); });
  browser::restoring = nullptr;
  browser::keep_games_with(
      [](const std::string& id, const std::string& record) { browser::call_worker("onKeep", 0, 0, id, record); });
  browser::HomeOptions options;
  options.version = std::string(base::version());
  options.search_threads = browser::thinking_threads();
  options.bounds.threads = options.search_threads;
  static browser::Home home(options, std::move(*store), page);
  browser::home = &home;
  MAIN_THREAD_ASYNC_EM_ASM({ Module["onReady"](); });
  if (base::Threads::are_there())
    home.run();
  else
    browser::take_turn_in(0);
  return 0;
}

extern "C" {

/// A game as onKeep told it. Only while onRestore runs. False if it is none.
EMSCRIPTEN_KEEPALIVE int partita_restore(const char* record) {
  using namespace partita;
  const auto json = record::parse_json(record);
  if (!json) return 0;
  const auto game = store::game_from_json(*json);
  if (!game) return 0;
  browser::restoring->create_game(*game);
  return 1;
}

/// Answered by onAnswer with the same number.
EMSCRIPTEN_KEEPALIVE void partita_request(std::uint32_t number, const char* method, const char* target,
                                          const char* content_type, const char* body) {
  partita::server::HttpRequest request;
  request.method = method;
  request.content_type = content_type;
  request.body = body;
  if (!partita::server::read_target(target, request)) request.path = "/api/v1/";
  partita::browser::home->request(number, std::move(request));
  partita::browser::wake_up();
}

EMSCRIPTEN_KEEPALIVE void partita_open(std::uint32_t socket) {
  partita::browser::home->open(socket);
  partita::browser::wake_up();
}
EMSCRIPTEN_KEEPALIVE void partita_send(std::uint32_t socket, const char* message) {
  partita::browser::home->receive(socket, message);
  partita::browser::wake_up();
}
EMSCRIPTEN_KEEPALIVE void partita_close(std::uint32_t socket) {
  partita::browser::home->close(socket);
  partita::browser::wake_up();
}

}  // extern "C"
