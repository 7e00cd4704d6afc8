#include <array>
#include <chrono>

#include "server/client_address.h"
#include "server/gzip.h"
#include "server/net_impl.h"

// One connection's HTTP: reading requests, refusing what does not belong here, answering.
namespace partita::server {

using std::chrono::seconds;

namespace {

constexpr std::pair<const char*, const char*> kSafetyHeaders[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self'; "
     "font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    // Both together let a page have threads, which the engine in the visitor's browser needs.
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

std::string text_of(beast::string_view view) { return {view.data(), view.size()}; }

/// Lowers a count when a connection is over, whichever way it ends.
class Counted {
 public:
  Counted(Net::Impl& net, std::string address) : net_(net), address_(std::move(address)) {
    ++net_.metrics.connections_open;
    ++net_.per_address[address_];
  }
  ~Counted() {
    --net_.metrics.connections_open;
    if (--net_.per_address[address_] == 0) net_.per_address.erase(address_);
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  Net::Impl& net_;
  std::string address_;
};

/// Counts a client's socket while it is open.
class OpenSocket {
 public:
  OpenSocket(Net::Impl& net, std::string client) : net_(net), client_(std::move(client)) { ++net_.sockets_of[client_]; }
  ~OpenSocket() {
    if (--net_.sockets_of[client_] == 0) net_.sockets_of.erase(client_);
  }
  OpenSocket(const OpenSocket&) = delete;
  OpenSocket& operator=(const OpenSocket&) = delete;

 private:
  Net::Impl& net_;
  std::string client_;
};

/// An import of 8 MiB is read, or being answered: the client gets no second one meanwhile.
class OneImport {
 public:
  OneImport(Net::Impl& net, std::string client) : net_(net), client_(std::move(client)) {
    net_.importing.insert(client_);
  }
  ~OneImport() { net_.importing.erase(client_); }
  OneImport(const OneImport&) = delete;
  OneImport& operator=(const OneImport&) = delete;

 private:
  Net::Impl& net_;
  std::string client_;
};

constexpr const char* kImportPath = "/api/v1/import";
constexpr const char* kWorkerPaths = "/api/v1/worker/";

}  // namespace

asio::awaitable<void> Net::Impl::serve(tcp::socket socket, std::string address) {
  const Counted counted(*this, address);
  beast::tcp_stream stream(std::move(socket));
  beast::flat_buffer buffer(limits.header_bytes + limits.body_bytes);
  bool first = true;
  while (!stopping && co_await serve_request(stream, buffer, address, first)) first = false;
  boost::system::error_code ignored;
  if (!stream.socket().is_open()) co_return;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  // Closing with unread input resets the connection, and the client would never see why it was refused: what it is
  // still sending is read and dropped, within bounds.
  constexpr std::size_t kMostDropped = 16U << 20U;
  stream.expires_after(seconds(2));
  std::array<char, 16384> dropped{};
  const asio::mutable_buffer place(dropped.data(), dropped.size());
  for (std::size_t total = 0; !stopping && total < kMostDropped;) {
    auto [failure, bytes] = co_await stream.async_read_some(place, kToken);
    if (failure) break;
    total += bytes;
  }
}

// GCC 12 copies some temporaries of a co_await expression byte by byte; everything handed to a coroutine has a name
// here.

std::string Net::Impl::client_of(const std::string& address, const http::request_header<>& header) const {
  if (!limits.trusts_proxy || !is_loopback(address)) return address;
  // The proxy's own field is the last one where a client sent some too.
  std::string named;
  const auto fields = header.equal_range("X-Forwarded-For");
  for (auto field = fields.first; field != fields.second; ++field) named = forwarded_client(text_of(field->value()));
  return named.empty() ? address : named;
}

bool Net::Impl::counts(const std::string& client) const {
  return limits.trusts_proxy || !limits.trusts_loopback || !is_loopback(client);
}

std::optional<HttpResponse> Net::Impl::refusal_of(const http::request_header<>& header, HttpRequest& request) {
  request.authorization = text_of(header[http::field::authorization]);
  const bool is_worker = handlers.counts_worker && header.target().starts_with(kWorkerPaths);
  if (!(is_worker && handlers.counts_worker(request.authorization)) && !takes_request(request.client)) {
    ++metrics.rate_limited;
    return error_response(429, "too-many", "too many requests, slow down");
  }
  const std::string host = text_of(header[http::field::host]);
  if (!is_own_host(host, host_names)) return error_response(403, "forbidden", "this Host is not served here");
  const bool changes = header.method() != http::verb::get && header.method() != http::verb::head;
  const bool upgrades = header.find(http::field::upgrade) != header.end();
  const auto origin = header.find(http::field::origin);
  if ((changes || upgrades) && origin != header.end() && !is_own_origin(text_of(origin->value()), host)) {
    return error_response(403, "forbidden", "requests from other sites are refused");
  }
  if (!read_target(text_of(header.target()), request)) {
    ++metrics.malformed;
    return error_response(400, "bad-request", "the target is not a path of this server");
  }
  if (!upgrades) return std::nullopt;
  if (request.path != "/api/v1/socket") return error_response(404, "not-found", "no socket here");
  const auto open = sockets_of.find(request.client);
  if (counts(request.client) && open != sockets_of.end() && open->second >= limits.connections_per_address) {
    ++metrics.connections_refused;
    return error_response(429, "too-many", "too many sockets are open");
  }
  return std::nullopt;
}

std::optional<HttpResponse> Net::Impl::refusal_of_body(Parser& parser, const HttpRequest& request) {
  const bool imports = request.path == kImportPath;
  if (!imports) {
    const auto length = parser.content_length();
    const bool is_workers = request.path.rfind(kWorkerPaths, 0) == 0;
    const std::size_t most = is_workers ? limits.worker_bytes : limits.body_bytes;
    parser.body_limit(most);  // for bodies that do not tell their length
    if (length && *length > most) return error_response(413, "too-large", "the body is too large");
    return std::nullopt;
  }
  if (importing.contains(request.client)) return error_response(429, "too-many", "one import at a time");
  return std::nullopt;
}

bool Net::Impl::takes_request(const std::string& client) {
  if (!counts(client)) return true;
  constexpr std::size_t kMostRemembered = 50'000;
  const std::int64_t now = loop.steady_ms();
  if (buckets.size() > kMostRemembered)
    std::erase_if(buckets, [&](const auto& entry) { return entry.second.is_full(now); });
  return buckets.try_emplace(client, limits.requests_per_second, limits.request_burst).first->second.take(now);
}

std::optional<HttpResponse> Net::Impl::response_to(const boost::system::error_code& failure) {
  if (failure == beast::error::timeout) {
    ++metrics.timeouts;
    return std::nullopt;
  }
  const bool is_http_failure = failure.category() == make_error_code(http::error::bad_method).category();
  if (!is_http_failure || failure == http::error::end_of_stream || failure == http::error::partial_message)
    return std::nullopt;
  ++metrics.malformed;
  if (failure == http::error::body_limit) return error_response(413, "too-large", "the body is too large");
  return error_response(failure == http::error::header_limit ? 431 : 400, "bad-request", failure.message());
}

asio::awaitable<bool> Net::Impl::serve_request(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                               const std::string& address, bool first) {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
  // The largest of all: a length is judged while the header is read, before the path is known.
  parser.body_limit(limits.import_bytes);
  stream.expires_after(seconds(first ? limits.request_seconds : limits.idle_seconds));
  auto [failure, bytes] = co_await http::async_read_header(stream, buffer, parser, kToken);
  HttpRequest request;
  std::optional<HttpResponse> refused;
  if (failure) {
    refused = response_to(failure);
    if (!refused) co_return false;
  } else {
    request.client = client_of(address, parser.get());
    refused = refusal_of(parser.get(), request);
    if (!refused) refused = refusal_of_body(parser, request);
  }
  if (refused) {
    const bool head = parser.get().method() == http::verb::head;
    co_return co_await respond(stream, *refused, 11, false, head);
  }
  if (parser.get().find(http::field::upgrade) != parser.get().end()) {
    stream.expires_never();
    Upgrade upgrade = parser.release();
    const OpenSocket open(*this, request.client);
    co_await serve_socket(*this, std::move(stream), std::move(upgrade), request.client);
    co_return false;
  }
  co_return co_await serve_body(stream, buffer, parser, request);
}

asio::awaitable<bool> Net::Impl::serve_body(beast::tcp_stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                            HttpRequest& request) {
  const unsigned version = parser.get().version();
  std::optional<OneImport> import;
  if (request.path == kImportPath) import.emplace(*this, request.client);
  stream.expires_after(seconds(limits.request_seconds));
  if (text_of(parser.get()[http::field::expect]) == "100-continue") {
    http::response<http::empty_body> go_on(http::status::continue_, version);
    co_await http::async_write(stream, go_on, kToken);
  }
  auto [failure, bytes] = co_await http::async_read(stream, buffer, parser, kToken);
  const bool head = parser.get().method() == http::verb::head;
  if (failure) {
    const std::optional<HttpResponse> refused = response_to(failure);
    if (refused) co_await respond(stream, *refused, version, false, head);
    co_return false;
  }
  auto message = parser.release();
  const bool keep = message.keep_alive();
  request.method = head ? "GET" : text_of(message.method_string());
  request.content_type = text_of(message[http::field::content_type]);
  request.if_none_match = text_of(message[http::field::if_none_match]);
  request.accepts_gzip = message[http::field::accept_encoding].find("gzip") != beast::string_view::npos;
  request.body = std::move(message.body());
  const std::int64_t begin = loop.steady_ms();
  stream.expires_never();
  HttpResponse response = co_await answer(request);
  pack_for(request, response);
  metrics.http_latency.record(static_cast<double>(loop.steady_ms() - begin));
  co_return co_await respond(stream, response, version, keep, head);
}

asio::awaitable<HttpResponse> Net::Impl::answer(const HttpRequest& request) {
  struct Pending {
    explicit Pending(asio::io_context& context) : ready(context, asio::steady_timer::time_point::max()) {}
    asio::steady_timer ready;
    std::optional<HttpResponse> response;
  };
  const auto pending = std::make_shared<Pending>(io);
  handlers.http(request, [pending](HttpResponse response) {
    pending->response = std::move(response);
    pending->ready.cancel();
  });
  if (!pending->response) co_await pending->ready.async_wait(kToken);
  HttpResponse response = error_response(503, "unavailable", "the server is going");
  if (pending->response) response = std::move(*pending->response);
  co_return response;
}

asio::awaitable<bool> Net::Impl::respond(beast::tcp_stream& stream, const HttpResponse& response, unsigned version,
                                         bool keep, bool head) {
  ++metrics.http_requests;
  if (response.status >= 500) ++metrics.http_server_errors;
  if (response.status >= 400 && response.status < 500) ++metrics.http_client_errors;
  const auto fill = [&](auto& message) {
    message.set(http::field::server, "partita");
    message.set(http::field::content_type, response.content_type);
    for (const auto& [name, value] : kSafetyHeaders) message.set(name, value);
    message.set(http::field::cache_control, "no-store");
    for (const auto& [name, value] : response.headers) message.set(name, value);
    message.keep_alive(keep && !stopping);
  };
  stream.expires_after(seconds(limits.request_seconds));
  const auto status = static_cast<http::status>(response.status);
  boost::system::error_code failure;
  if (head || response.status == 304) {
    http::response<http::empty_body> message(status, version);
    fill(message);
    if (head) message.content_length(response.body.size());
    std::tie(failure, std::ignore) = co_await http::async_write(stream, message, kToken);
  } else {
    http::response<http::string_body> message(status, version);
    fill(message);
    message.body() = response.body;
    message.prepare_payload();
    std::tie(failure, std::ignore) = co_await http::async_write(stream, message, kToken);
  }
  if (failure == beast::error::timeout) ++metrics.timeouts;
  co_return !failure && keep && !stopping;
}

}  // namespace partita::server
