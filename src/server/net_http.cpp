#include <array>
#include <chrono>

#include "server/client_address.h"
#include "server/gzip.h"
#include "server/net_impl.h"
#include "server/routes.h"

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

/// Counts a connection while it is open, whichever way it ends.
class Counted {
 public:
  Counted(Net::Impl& net, const std::string& address) : net_(net), held_(net.per_address, address) {
    ++net_.metrics.connections_open;
  }
  ~Counted() { --net_.metrics.connections_open; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  Net::Impl& net_;
  ClientCounts::Held held_;
};

/// With what was behind a body of chunks.
std::size_t header_bytes_of(const http::fields& header) {
  std::size_t bytes = 0;
  for (const auto& field : header) bytes += field.name_string().size() + field.value().size();
  return bytes;
}

/// The header at the front of the buffer without its end, or all that is there.
std::string_view header_in(const beast::flat_buffer& buffer) {
  const std::string_view bytes(static_cast<const char*>(buffer.data().data()), buffer.size());
  return bytes.substr(0, bytes.find("\r\n\r\n"));
}

/// The library takes a line that goes on in the next one, and other readers do not.
bool has_folded_line(std::string_view header) {
  return header.find("\r\n ") != std::string_view::npos || header.find("\r\n\t") != std::string_view::npos;
}

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

std::optional<HttpResponse> Net::Impl::refusal_of_framing(const http::request_header<>& header) {
  const auto refuse = [this](int status, const char* why) {
    ++metrics.malformed;
    return error_response(status, "bad-request", why);
  };
  if (header.count(http::field::host) > 1) return refuse(400, "more than one Host");
  const std::size_t encodings = header.count(http::field::transfer_encoding);
  const std::size_t lengths = header.count(http::field::content_length);
  const beast::string_view length = header[http::field::content_length];
  if (lengths > 1 || (lengths > 0 && encodings > 0) || length.find(',') != beast::string_view::npos)
    return refuse(400, "the body has more than one length");
  if (encodings == 0) return std::nullopt;
  if (header.version() < 11) return refuse(400, "HTTP/1.0 knows no Transfer-Encoding");
  if (encodings > 1 || !beast::iequals(header[http::field::transfer_encoding], "chunked"))
    return refuse(501, "the only Transfer-Encoding here is chunked");
  return std::nullopt;
}

std::optional<HttpResponse> Net::Impl::refusal_of(const http::request_header<>& header, HttpRequest& request) {
  if (!takes_request(request.client)) {
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
  if (!handlers.connect) return error_response(503, "unavailable", "the server is not ready yet");
  if (counts(request.client) && sockets_of.has(request.client, limits.connections_per_address)) {
    ++metrics.connections_refused;
    return error_response(429, "too-many", "too many sockets are open");
  }
  return std::nullopt;
}

std::optional<HttpResponse> Net::Impl::refusal_of_body(Parser& parser, const HttpRequest& request) {
  if (limit_of_path(request.path) == RouteLimit::kUsual) {
    const auto length = parser.content_length();
    parser.body_limit(limits.body_bytes);  // for bodies that do not tell their length
    if (length && *length > limits.body_bytes) return error_response(413, "too-large", "the body is too large");
    return std::nullopt;
  }
  if (importing.has(request.client, 1)) return error_response(429, "too-many", "one import at a time");
  return std::nullopt;
}

bool Net::Impl::takes_request(const std::string& client) {
  if (!counts(client)) return true;
  return buckets.take(client, {limits.requests_per_second, limits.request_burst}, loop.steady_ms());
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

/// Waits until the header is whole in the buffer, or too long, which is found by who reads it. False if the client has
/// gone or was too slow.
asio::awaitable<bool> Net::Impl::receive_header(beast::tcp_stream& stream, beast::flat_buffer& buffer) {
  while (header_in(buffer).size() == buffer.size() && buffer.size() < limits.header_bytes) {
    const asio::mutable_buffer place = buffer.prepare(std::min<std::size_t>(limits.header_bytes, 4'096));
    auto [failure, bytes] = co_await stream.async_read_some(place, kToken);
    buffer.commit(bytes);
    if (failure == beast::error::timeout) ++metrics.timeouts;
    if (failure) co_return false;
  }
  co_return true;
}

asio::awaitable<bool> Net::Impl::serve_request(beast::tcp_stream& stream, beast::flat_buffer& buffer,
                                               const std::string& address, bool first) {
  Parser parser;
  parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
  // The largest of all: a length is judged while the header is read, before the path is known.
  parser.body_limit(limits.import_bytes);
  stream.expires_after(seconds(first ? limits.request_seconds : limits.idle_seconds));
  if (!co_await receive_header(stream, buffer)) co_return false;
  const bool is_folded = has_folded_line(header_in(buffer));
  auto [failure, bytes] = co_await http::async_read_header(stream, buffer, parser, kToken);
  HttpRequest request;
  std::optional<HttpResponse> refused;
  if (failure) {
    refused = response_to(failure);
    if (!refused) co_return false;
  } else {
    request.client = client_of(address, parser.get());
    if (is_folded)
      refused = error_response(400, "bad-request", "a line of the header is folded");
    else
      refused = refusal_of_framing(parser.get());
    if (!refused) refused = refusal_of(parser.get(), request);
    if (!refused) refused = refusal_of_body(parser, request);
  }
  if (refused) {
    const bool head = parser.get().method() == http::verb::head;
    co_return co_await respond(stream, *refused, 11, false, head);
  }
  if (parser.get().find(http::field::upgrade) != parser.get().end()) {
    stream.expires_never();
    Upgrade upgrade = parser.release();
    const ClientCounts::Held open(sockets_of, request.client);
    co_await serve_socket(*this, std::move(stream), std::move(upgrade), request.client);
    co_return false;
  }
  co_return co_await serve_body(stream, buffer, parser, request);
}

asio::awaitable<bool> Net::Impl::serve_body(beast::tcp_stream& stream, beast::flat_buffer& buffer, Parser& parser,
                                            HttpRequest& request) {
  const unsigned version = parser.get().version();
  // An import of 8 MiB is read, or being answered: the client gets no second one meanwhile.
  std::optional<ClientCounts::Held> import;
  if (limit_of_path(request.path) == RouteLimit::kImport) import.emplace(importing, request.client);
  // Extensions of chunks are headers by another name: all of them together have the same limit.
  std::size_t extension_bytes = 0;
  auto on_chunk = [&](std::uint64_t, beast::string_view extensions, boost::system::error_code& refused) {
    extension_bytes += extensions.size();
    if (extension_bytes > limits.header_bytes) refused = http::error::header_limit;
  };
  parser.on_chunk_header(on_chunk);
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
  if (header_bytes_of(message) > limits.header_bytes) {
    ++metrics.malformed;
    const HttpResponse refused = error_response(431, "bad-request", "the trailer is too long");
    co_return co_await respond(stream, refused, version, false, head);
  }
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
