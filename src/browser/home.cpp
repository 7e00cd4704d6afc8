#include "browser/home.h"

#include <map>
#include <utility>

#include "browser/thread_loop.h"
#include "server/client_quotas.h"
#include "server/client_session.h"
#include "server/http_api.h"
#include "server/lobby.h"
#include "server/loop_load.h"
#include "server/puzzle_book.h"
#include "server/static_pages.h"
#include "work/local_search.h"

namespace partita::browser {

namespace {

// A visitor has one board before him: the engine of his game and that of his analysis are kept warm, 64 MiB each.
constexpr std::size_t kWarmEngines = 2;
// The name quotas know whoever sits at the machine itself by.
constexpr const char* kVisitor = "127.0.0.1";

/// One socket of the page, with its session.
class PageSocket final : public server::Channel {
 public:
  PageSocket(Page& page, std::uint32_t number) : page_(page), number_(number) {}
  void send(std::string message) override { page_.tell(number_, message); }
  void close(const std::string&) override { page_.closed(number_); }

 private:
  Page& page_;
  const std::uint32_t number_;
};

struct Conversation {
  std::unique_ptr<PageSocket> socket;
  std::shared_ptr<server::ClientSession> session;
};

}  // namespace

// In order of construction: what stands below may use what stands above, and goes first.
struct Home::Parts {
  Parts(HomeOptions o, std::unique_ptr<store::Store> opened, Page& p)
      : options(std::move(o)),
        page(p),
        store(std::move(opened)),
        engine_pool({}, options.bounds.of_engine(), kWarmEngines),
        search(engine_pool),
        pool(pool_size(options), metrics),
        services{loop,           store,  pool, engine_pool, metrics, log,     {},
                 options.bounds, quotas, load, {},          proofs,  puzzles, search},
        lobby(services),
        api(services, lobby, pages, options.version) {}

  // Those who post to the loop end first, then what waits in it is dropped while the rest still stands.
  ~Parts() {
    pool.close();
    puzzles.close();
    api.close();
    store.close();
    hang_up();
    loop.discard();
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  static server::SearchPool::Size pool_size(const HomeOptions& options) {
    server::SearchPool::Size size;
    size.threads = options.search_threads;
    return size;
  }

  void hang_up() {
    for (auto& [number, conversation] : conversations) conversation.session->hang_up();
    conversations.clear();
  }

  HomeOptions options;
  Page& page;
  ThreadLoop loop;
  server::Log log = server::Log::silent();
  server::StaticPages pages;
  server::Metrics metrics;
  store::StoreThread store;
  server::EnginePool engine_pool;
  work::LocalSearch search;
  server::SearchPool pool;
  server::ClientQuotas quotas;
  server::LoopLoad load;
  study::ProofStore proofs;
  server::PuzzleBook puzzles;
  server::Services services;
  server::Lobby lobby;
  server::HttpApi api;
  std::map<std::uint32_t, Conversation> conversations;
};

Home::Home(HomeOptions options, std::unique_ptr<store::Store> store, Page& page)
    : parts_(std::make_unique<Parts>(std::move(options), std::move(store), page)) {
  parts_->loop.post([all = parts_.get()] { all->lobby.start_sweeping(); });
}

Home::~Home() = default;

void Home::run() { parts_->loop.run(); }
void Home::stop() { parts_->loop.stop(); }
std::int64_t Home::turn() { return parts_->loop.turn(); }

void Home::request(std::uint32_t number, server::HttpRequest request) {
  request.client = kVisitor;
  parts_->loop.post([all = parts_.get(), number, request = std::move(request)] {
    all->api.handle(request,
                    [all, number](const server::HttpResponse& response) { all->page.answer(number, response); });
  });
}

void Home::open(std::uint32_t socket) {
  parts_->loop.post([all = parts_.get(), socket] {
    Conversation conversation;
    conversation.socket = std::make_unique<PageSocket>(all->page, socket);
    conversation.session =
        std::make_shared<server::ClientSession>(all->services, all->lobby, *conversation.socket, kVisitor);
    const auto session = conversation.session;
    all->conversations.insert_or_assign(socket, std::move(conversation));
    session->greet(all->options.version);
  });
}

void Home::receive(std::uint32_t socket, std::string message) {
  parts_->loop.post([all = parts_.get(), socket, message = std::move(message)] {
    const auto found = all->conversations.find(socket);
    if (found != all->conversations.end()) found->second.session->receive(message);
  });
}

void Home::close(std::uint32_t socket) {
  parts_->loop.post([all = parts_.get(), socket] {
    const auto found = all->conversations.find(socket);
    if (found == all->conversations.end()) return;
    found->second.session->hang_up();
    all->conversations.erase(found);
  });
}

}  // namespace partita::browser
