#include "server/server.h"

#include <sys/resource.h>

#include <algorithm>

#include "server/dependencies.h"
#include "server/http_api.h"
#include "server/lobby.h"
#include "server/loop_load.h"
#include "server/nats_cluster_peers.h"
#include "server/puzzle_book.h"
#include "server/static_pages.h"
#include "work/local_search.h"

namespace partita::server {

namespace {

// Engines kept warm between moves, beyond those at work; each may hold its table of 64 MiB.
constexpr std::size_t kIdleEngines = 8;

/// As many sockets as the system lets us have. Returns how many.
int raise_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1'024;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1'000'000));
}

}  // namespace

std::string address_text(const std::string& bind, std::uint16_t port) {
  const std::string host = bind.find(':') == std::string::npos ? bind : "[" + bind + "]";
  return "http://" + host + ":" + (port == 0 ? "..." : std::to_string(port));
}

/// What answers from the first moment on, also while the rest waits for its database.
struct Server::Front {
  Front(ServerOptions o, Log l, StaticPages p)
      : options(std::move(o)),
        log(std::move(l)),
        pages(std::move(p)),
        net(options.limits, options.host_names, metrics, log) {}

  ServerOptions options;
  Log log;
  StaticPages pages;
  Metrics metrics;
  Net net;
};

// In order of construction: what stands below may use what stands above, and goes first.
struct Server::Parts {
  Parts(Front& front, Dependencies reached)
      : options(front.options),
        log(front.log),
        net(front.net),
        store(std::move(reached.store)),
        engine_pool(options.engines, options.bounds.of_engine(), kIdleEngines),
        local(engine_pool),
        workers(options.nats.url.empty() ? nullptr : std::make_unique<work::RemoteSearch>(options.nats, local)),
        pool({options.search_threads}, front.metrics),
        quotas(options.quotas),
        services{net.loop(),     store,  pool, engine_pool,     front.metrics, log,     options.engines,
                 options.bounds, quotas, load, options.results, proofs,        puzzles, search()},
        lobby(services),
        api(services, lobby, front.pages, options.version),
        peers(options.shares_database ? std::make_unique<NatsClusterPeers>(services, lobby, std::move(reached.peers),
                                                                           reached.server_id, std::move(reached.leases))
                                      : nullptr) {
    services.peers = peers.get();
  }

  // Those who post to the loop end first, then what waits in it is dropped while the rest still stands.
  ~Parts() {
    pool.close();
    if (workers) workers->close();
    puzzles.close();
    if (peers) {
      peers->close();
      services.peers = nullptr;
      if (!has_left) give_up_games([] {});
    }
    api.close();
    store.close();
    net.discard();
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  /// Others can have our games when `then` is called, on the store's thread; they need not wait until our heartbeats
  /// are missed. What was being written is written before.
  void give_up_games(std::function<void()> then) {
    has_left = true;
    store.post([](store::Store& held) { held.leave(); },
               [this, then = std::move(then)](const std::string&) {
                 peers->say_gone();
                 then();
               });
  }

  /// In this order: nothing of ours is shown any more, our games are free, and only then do sockets close, so that who
  /// comes back to another server finds its game there.
  void leave(std::function<void()> then) {
    api.start_draining();
    if (!peers) return then();
    peers->close();
    give_up_games([&loop = net.loop(), then = std::move(then)] { loop.post(then); });
  }

  work::SearchService& search() {
    if (workers) return *workers;
    return local;
  }

  /// Workers take as many searches at a time as they say; without any, the machine as many as it was told to.
  void workers_changed(const work::SearchServiceState& state, const std::string& why) {
    pool.resize(state.workers > 0 ? state.slots : options.search_threads);
    if (state.workers > 0)
      log.notice("workers", {{"workers", state.workers}, {"slots", state.slots}});
    else
      log.warning("no_workers", {{"reason", why}, {"search_threads", options.search_threads}});
  }

  /// Begins to serve; an error says what was refused.
  base::Parsed<base::Done> start();
  NetHandlers handlers();

  const ServerOptions& options;
  const Log& log;
  Net& net;
  store::StoreThread store;
  EnginePool engine_pool;
  work::LocalSearch local;
  std::unique_ptr<work::RemoteSearch> workers;  ///< null without a NATS server
  SearchPool pool;
  ClientQuotas quotas;
  LoopLoad load;
  study::ProofStore proofs;
  PuzzleBook puzzles;
  Services services;
  Lobby lobby;
  HttpApi api;
  std::unique_ptr<NatsClusterPeers> peers;  ///< null: the database is ours alone
  bool has_left = false;
};

base::Parsed<base::Done> Server::Parts::start() {
  lobby.start_sweeping();
  if (peers) {
    const auto started =
        peers->start([this](const HttpRequest& request, Respond respond) { api.handle(request, std::move(respond)); });
    if (!started) return started.forward_error();
  }
  if (!workers) return base::Done{};
  return workers->start(
      [this](const work::SearchServiceState& state, const std::string& why) { workers_changed(state, why); });
}

NetHandlers Server::Parts::handlers() {
  NetHandlers made;
  made.http = [this](const HttpRequest& request, Respond respond) { api.handle(request, std::move(respond)); };
  made.connect = [this](Channel& channel, std::string client) {
    auto session = std::make_shared<ClientSession>(services, lobby, channel, std::move(client));
    session->greet(options.version);
    return session;
  };
  made.leave = [this](std::function<void()> then) { leave(std::move(then)); };
  return made;
}

// ---- the whole ----

base::Parsed<std::unique_ptr<Server>> Server::open(ServerOptions options, Log log) {
  StaticPages pages;
  if (!options.web.empty()) {
    auto read = StaticPages::read(options.web);
    if (!read) return read.forward_error();
    pages = std::move(*read);
  }
  if (options.shares_database && options.nats.url.empty())
    return base::Error{"servers that share a database need --nats to reach each other"};
  options.quotas.trusts_loopback = options.limits.trusts_loopback && !options.limits.trusts_proxy;
  constexpr int kFilesOfOurOwn = 64;
  options.limits.connections = std::min(options.limits.connections, raise_file_limit() - kFilesOfOurOwn);
  std::unique_ptr<Server> server(
      new Server(std::make_unique<Front>(std::move(options), std::move(log), std::move(pages))));
  // The port first: one that is taken is known at once, and the health page tells what the server waits for.
  Front& front = *server->front_;
  const auto listening = front.net.listen(front.options.bind, front.options.port, server->waiting_handlers());
  if (!listening) return listening.forward_error();
  const std::string address = address_text(front.options.bind, server->port());
  server->reach_ = [&front, address] { return Dependencies::reach(front.options, address); };
  Dependencies::Attempt attempt = server->reach_();
  if (attempt.reached) {
    if (const auto begun = server->begin(std::move(*attempt.reached)); !begun) return begun.forward_error();
  } else if (attempt.may_come) {
    server->note_waiting(attempt.failure);
  } else {
    return base::Error{attempt.failure};
  }
  return server;
}

Server::Server(std::unique_ptr<Front> front) : front_(std::move(front)) {}
Server::~Server() { wait_.reset(); }

base::Parsed<base::Done> Server::begin(Dependencies reached) {
  parts_ = std::make_unique<Parts>(*front_, std::move(reached));
  if (const auto started = parts_->start(); !started) return started.forward_error();
  front_->net.set_handlers(parts_->handlers());
  waiting_for_.clear();
  front_->log.notice("listening", {{"address", front_->options.bind},
                                   {"port", port()},
                                   {"page", front_->pages.is_built_in() ? "built-in" : front_->options.web},
                                   {"search_threads", front_->options.search_threads},
                                   {"most_connections", front_->options.limits.connections}});
  return base::Done{};
}

NetHandlers Server::waiting_handlers() {
  NetHandlers handlers;
  handlers.http = [this](const HttpRequest& request, const Respond& respond) {
    HttpResponse response = error_response(503, "unavailable", "the server waits for its database or its NATS server");
    const bool is_alive = request.path == "/healthz";
    if (is_alive) response.status = 200;  // a restart would not bring back what it waits for
    if (is_alive || request.path == "/readyz") {
      response.body = R"({"status":"waiting","for":")" + waiting_kind() + "\"}";
    }
    response.headers.emplace_back("Retry-After", "1");
    respond(std::move(response));
  };
  return handlers;
}

// The reason itself is for the log: it may name paths and hosts.
std::string Server::waiting_kind() const {
  return waiting_for_.find("NATS server") != std::string::npos ? "NATS server" : "database";
}

void Server::note_waiting(const std::string& reason) {
  waiting_for_ = reason;
  front_->log.warning("waiting", {{"for", waiting_kind()}, {"reason", reason}});
}

void Server::wait_for_dependencies() {
  Loop& loop = front_->net.loop();
  wait_ = std::make_unique<DependencyWait>(
      waiting_for_, reach_,
      [this, &loop](const std::string& reason) { loop.post([this, reason] { note_waiting(reason); }); },
      [this, &loop](Dependencies::Attempt attempt) {
        // What is posted has to be copyable.
        const auto shared = std::make_shared<Dependencies::Attempt>(std::move(attempt));
        loop.post([this, shared] { take(std::move(*shared)); });
      });
}

void Server::take(Dependencies::Attempt attempt) {
  if (!attempt.reached) {
    failure_ = attempt.failure;
  } else if (const auto begun = begin(std::move(*attempt.reached)); !begun) {
    failure_ = begun.error();
  }
  if (!failure_.empty()) front_->net.stop();
}

std::uint16_t Server::port() const { return front_->net.port(); }
const Metrics& Server::metrics() const { return front_->metrics; }

void Server::stop_on_signals() { front_->net.stop_on_signals(); }

base::Parsed<base::Done> Server::run() {
  if (!parts_) wait_for_dependencies();
  front_->net.run();
  wait_.reset();
  if (!failure_.empty()) return base::Error{failure_};
  front_->log.notice("stopped", {{"moves_played", front_->metrics.moves_played.load()}});
  return base::Done{};
}

void Server::stop() { front_->net.stop(); }

}  // namespace partita::server
