#include "server/server.h"

#include <sys/resource.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "server/http_api.h"
#include "server/lobby.h"
#include "server/loop_load.h"
#include "server/nats_neighbours.h"
#include "server/proof_book.h"
#include "server/puzzle_book.h"
#include "server/secrets.h"
#include "server/static_pages.h"
#include "server/worker_door.h"
#include "work/local_thinking.h"

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

// In order of construction: what stands below may use what stands above, and goes first.
struct Server::Parts {
  Parts(ServerOptions o, Log l, StaticPages p, std::unique_ptr<store::Store> opened, const std::string& server_id,
        std::unique_ptr<store::Store> signs)
      : options(std::move(o)),
        log(std::move(l)),
        pages(std::move(p)),
        net(options.limits, options.host_names, metrics, log),
        store(std::move(opened)),
        shelf(options.engines, options.bounds.of_engine(), kIdleEngines),
        own(shelf),
        workers(options.nats.url.empty() ? nullptr : std::make_unique<work::NatsThinking>(options.nats, own)),
        helpers(options.helpers.keys_file.empty()
                    ? nullptr
                    : std::make_unique<work::PublicThinking>(helper_options(options.helpers, server_id), inner(), own)),
        pool({options.search_threads}, metrics),
        quotas(options.quotas),
        services{net.loop(),     store,  pool, shelf,           metrics, log,     options.engines,
                 options.bounds, quotas, load, options.results, proofs,  puzzles, thinking()},
        lobby(services),
        api(services, lobby, pages, options.version),
        neighbours(options.shares_database
                       ? std::make_unique<NatsNeighbours>(services, lobby, options.nats, server_id, std::move(signs))
                       : nullptr),
        door(helpers ? std::make_unique<WorkerDoor>(services, *helpers, server_id) : nullptr) {
    services.neighbours = neighbours.get();
    if (door) services.more_metrics = [this] { return door->metrics_text(); };
  }

  // Those who post to the loop end first, then what waits in it is dropped while the rest still stands.
  ~Parts() {
    pool.close();
    if (helpers) helpers->close();
    if (workers) workers->close();
    puzzles.close();
    if (neighbours) {
      neighbours->close();
      services.neighbours = nullptr;
      // Others need not wait for our silence.
      store.post([](store::Store& held) { held.leave(); }, [this](const std::string&) { neighbours->say_gone(); });
    }
    api.close();
    store.close();
    net.discard();
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  static work::PublicThinkingOptions helper_options(work::PublicThinkingOptions given, const std::string& server_id) {
    given.server = server_id;
    return given;
  }
  work::Thinking& inner() {
    if (workers) return *workers;
    return own;
  }
  work::Thinking& thinking() {
    if (helpers) return *helpers;
    return inner();
  }

  void handle_http(const HttpRequest& request, Respond respond) {
    if (door && WorkerDoor::is_for(request)) return door->handle(request, respond);
    api.handle(request, std::move(respond));
  }

  /// Our own workers or threads, and volunteers besides. Called by the threads of both.
  void resize(std::optional<int> inner_slots, std::optional<int> helper_slots) {
    const std::lock_guard lock(slots_mutex);
    if (inner_slots) slots_inside = *inner_slots;
    if (helper_slots) slots_outside = *helper_slots;
    if (helpers) helpers->set_inner_slots(slots_inside);
    pool.resize(slots_inside + slots_outside);
  }

  /// Workers take as many searches at a time as they say; without any, the machine as many as it was told to.
  void workers_changed(const work::ThinkingState& state, const std::string& why) {
    resize(state.workers > 0 ? state.slots : options.search_threads, {});
    if (state.workers > 0)
      log.notice("workers", {{"workers", state.workers}, {"slots", state.slots}});
    else
      log.warning("no_workers", {{"reason", why}, {"search_threads", options.search_threads}});
  }

  ServerOptions options;
  Log log;
  StaticPages pages;
  Metrics metrics;
  Net net;
  store::StoreThread store;
  EngineShelf shelf;
  work::LocalThinking own;
  std::unique_ptr<work::NatsThinking> workers;    ///< null without a NATS server
  std::unique_ptr<work::PublicThinking> helpers;  ///< null without a file of keys
  std::mutex slots_mutex;
  int slots_inside = options.search_threads;
  int slots_outside = 0;
  SearchPool pool;
  ClientQuotas quotas;
  LoopLoad load;
  ProofBook proofs;
  PuzzleBook puzzles;
  Services services;
  Lobby lobby;
  HttpApi api;
  std::unique_ptr<NatsNeighbours> neighbours;  ///< null: the database is ours alone
  std::unique_ptr<WorkerDoor> door;
};

base::Parsed<std::unique_ptr<Server>> Server::open(ServerOptions options, Log log) {
  StaticPages pages;
  if (!options.web.empty()) {
    auto read = StaticPages::read(options.web);
    if (!read) return read.forward_error();
    pages = std::move(*read);
  }
  const std::string asked = address_text(options.bind, options.port);
  if (options.shares_database && options.nats.url.empty())
    return base::Error{"servers that share a database need --nats to reach each other"};
  const std::string server_id = random_secret().substr(0, 16);
  auto store = options.shares_database ? store::Store::open_shared(options.database, server_id, asked)
                                       : store::Store::open_alone(options.database, asked);
  if (!store) return store.forward_error();
  std::unique_ptr<store::Store> signs;
  if (options.shares_database) {
    auto opened = store::Store::open_shared(options.database, server_id, asked);
    if (!opened) return opened.forward_error();
    signs = std::move(*opened);
    try {
      // Before anybody is served: without a sign of life the first game that is made here would be anybody's.
      signs->renew_leases(NatsNeighbours::kLeaseMs);
    } catch (const std::exception& failure) {
      return base::Error{std::string("cannot write to the database: ") + failure.what()};
    }
  }
  options.quotas.trusts_loopback = options.limits.trusts_loopback && !options.limits.trusts_proxy;
  constexpr int kFilesOfOurOwn = 64;
  options.limits.connections = std::min(options.limits.connections, raise_file_limit() - kFilesOfOurOwn);
  auto parts = std::make_unique<Parts>(std::move(options), std::move(log), std::move(pages), std::move(*store),
                                       server_id, std::move(signs));
  Parts& all = *parts;
  NetHandlers handlers;
  handlers.http = [&all](const HttpRequest& request, Respond respond) { all.handle_http(request, std::move(respond)); };
  if (all.door)
    handlers.counts_worker = [&all](const std::string& authorization) { return all.door->knows(authorization); };
  handlers.connect = [&all](Channel& channel, std::string client) {
    auto session = std::make_shared<ClientSession>(all.services, all.lobby, channel, std::move(client));
    session->greet(all.options.version);
    return session;
  };
  const auto listening = all.net.listen(all.options.bind, all.options.port, std::move(handlers));
  if (!listening) return listening.forward_error();
  if (const std::string address = address_text(all.options.bind, all.net.port()); address != asked) {
    all.store.post([address](store::Store& held) { held.announce(address); }, [](const std::string&) {});
    if (all.neighbours) all.neighbours->announce(address);
  }
  all.lobby.start_sweeping();
  if (all.neighbours) {
    const auto started = all.neighbours->start(
        [&all](const HttpRequest& request, Respond respond) { all.handle_http(request, std::move(respond)); });
    if (!started) return started.forward_error();
  }
  if (all.helpers) {
    all.helpers->set_inner_slots(all.options.search_threads);
    const auto started = all.helpers->start(
        [&all](int slots) {
          all.resize({}, slots);
          all.log.notice("helpers", {{"slots", slots}});
        },
        [&all](const std::string& event, const std::string& key, const std::string& why) {
          all.log.warning(event, {{"key", key}, {"reason", why}});
        });
    if (!started) return started.forward_error();
  }
  if (all.workers) {
    const auto started = all.workers->start(
        [&all](const work::ThinkingState& state, const std::string& why) { all.workers_changed(state, why); });
    if (!started) return started.forward_error();
  }
  all.log.notice("listening", {{"address", all.options.bind},
                               {"port", all.net.port()},
                               {"page", all.pages.is_built_in() ? "built-in" : all.options.web},
                               {"search_threads", all.options.search_threads},
                               {"most_connections", all.options.limits.connections}});
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return parts_->net.port(); }
const Metrics& Server::metrics() const { return parts_->metrics; }

void Server::run(bool stops_on_signals) {
  parts_->net.run(stops_on_signals);
  parts_->log.notice("stopped", {{"moves_played", parts_->metrics.moves_played.load()}});
}

void Server::stop() { parts_->net.stop(); }

}  // namespace partita::server
