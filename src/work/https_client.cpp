#include "work/https_client.h"

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <variant>

#include "base/text.h"
#include "base/version.h"

namespace partita::work {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Failure = boost::system::error_code;
using PlainStream = beast::tcp_stream;
using SecureStream = beast::ssl_stream<beast::tcp_stream>;

// How often a request that waits looks whether it shall stop.
constexpr auto kLookEvery = std::chrono::milliseconds(100);
constexpr std::size_t kMostAnswerBytes = 4U << 20U;
constexpr std::uint32_t kMostHeaderBytes = 32U << 10U;

bool is_this_machine(const std::string& host) {
  if (host == "localhost") return true;
  Failure failure;
  const auto address = asio::ip::make_address(host, failure);
  return !failure && address.is_loopback();
}

bool is_address(const std::string& host) {
  Failure failure;
  asio::ip::make_address(host, failure);
  return !failure;
}

/// OpenSSL's own words are for its authors.
std::string words_for(const Failure& failure, const SecureStream* secure) {
  if (secure != nullptr) {
    const long verdict = SSL_get_verify_result(const_cast<SecureStream*>(secure)->native_handle());
    if (verdict != X509_V_OK)
      return std::string("its certificate is not trusted: ") + X509_verify_cert_error_string(verdict);
  }
  return failure.message();
}

}  // namespace

base::Parsed<WebAddress> read_web_address(const std::string& text) {
  const base::Error expected{"server " + base::quoted(text) + ": expected https://HOST, or http:// for this machine"};
  WebAddress address;
  std::string_view rest = text;
  if (rest.rfind("https://", 0) == 0) {
    rest.remove_prefix(8);
  } else if (rest.rfind("http://", 0) == 0) {
    rest.remove_prefix(7);
    address.is_secure = false;
  } else {
    return expected;
  }
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  address.folder = std::string(rest.substr(slash));
  while (!address.folder.empty() && address.folder.back() == '/') address.folder.pop_back();
  rest = rest.substr(0, slash);
  const std::size_t bracket = rest.rfind(']');
  const std::size_t colon = rest.find(':', bracket == std::string_view::npos ? 0 : bracket);
  address.host = std::string(rest.substr(0, colon));
  if (bracket != std::string_view::npos && address.host.size() > 2)
    address.host = address.host.substr(1, address.host.size() - 2);
  address.port =
      colon == std::string_view::npos ? (address.is_secure ? "443" : "80") : std::string(rest.substr(colon + 1));
  const auto port = base::read_int(address.port);
  const bool is_plain = text.find_first_of(" \t\r\n?#@") == std::string::npos;
  if (address.host.empty() || !port || *port < 1 || *port > 65535 || !is_plain) return expected;
  if (!address.is_secure && !is_this_machine(address.host))
    return base::Error{"server " + base::quoted(text) + ": http:// would show the key to the network; use https://"};
  return address;
}

/// A connection with all it needs. The context runs only while a request is under way.
struct HttpsClient::Link {
  asio::io_context io{1};
  asio::ssl::context tls{asio::ssl::context::tls_client};
  std::variant<std::monostate, PlainStream, SecureStream> stream;
  beast::flat_buffer buffer;

  PlainStream& lowest() {
    if (auto* plain = std::get_if<PlainStream>(&stream)) return *plain;
    return std::get<SecureStream>(stream).next_layer();
  }
  bool is_open() { return stream.index() != 0 && lowest().socket().is_open(); }
  const SecureStream* secure() const { return std::get_if<SecureStream>(&stream); }
  void close() {
    stream.emplace<std::monostate>();
    buffer.clear();
  }

  template <class Use>
  void with_stream(Use use) {
    if (auto* plain = std::get_if<PlainStream>(&stream))
      use(*plain);
    else
      use(std::get<SecureStream>(stream));
  }

  /// Begins something and runs until it has ended, the time is over or the flag is raised.
  Failure wait_for(const std::function<void(std::function<void(Failure)>)>& begin, const base::Stopwatch& watch,
                   std::int64_t within_ms, const base::StopFlag& stop) {
    std::optional<Failure> ended;
    io.restart();
    begin([&](Failure failure) { ended = failure; });
    while (!ended && watch.milliseconds() < within_ms && !stop.is_raised()) {
      io.run_one_for(kLookEvery);
      if (io.stopped()) io.restart();
    }
    if (ended) return *ended;
    // Whatever is under way refers to this frame: it ends before we return.
    if (stream.index() != 0) lowest().cancel();
    resolver.cancel();
    while (!ended) {
      io.restart();
      io.run_one_for(kLookEvery);
    }
    return beast::error::timeout;
  }

  tcp::resolver resolver{io};
};

HttpsClient::HttpsClient(Options options) : options_(std::move(options)), link_(std::make_unique<Link>()) {
  Failure failure;
  asio::ssl::context& tls = link_->tls;
  tls.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                      asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1,
                  failure);
  tls.set_verify_mode(asio::ssl::verify_peer, failure);
  if (options_.authority.empty()) {
    tls.set_default_verify_paths(failure);
  } else {
    tls.load_verify_file(options_.authority, failure);
    if (failure) failure_ = options_.authority + ": no certificates can be read from it";
  }
}

HttpsClient::~HttpsClient() = default;

base::Parsed<base::Done> HttpsClient::check() const {
  if (!failure_.empty()) return base::Error{failure_};
  return base::Done{};
}

base::Parsed<HttpsClient::Response> HttpsClient::post(const std::string& path, const std::string& json,
                                                      std::int64_t within_ms, const base::StopFlag& stop) {
  const bool was_open = link_->is_open();
  const base::Stopwatch watch;
  auto response = post_once(path, json, within_ms, stop);
  if (response || !was_open || stop.is_raised() || watch.milliseconds() >= within_ms) return response;
  // The server may have closed it for having been idle.
  return post_once(path, json, within_ms - watch.milliseconds(), stop);
}

base::Parsed<HttpsClient::Response> HttpsClient::post_once(const std::string& path, const std::string& json,
                                                           std::int64_t within_ms, const base::StopFlag& stop) {
  const WebAddress& to = options_.address;
  const base::Stopwatch watch;
  Link& link = *link_;
  const auto run = [&](const std::function<void(std::function<void(Failure)>)>& begin) {
    return link.wait_for(begin, watch, within_ms, stop);
  };
  const auto fail = [&](const std::string& why) {
    link.close();
    return base::Error{to.host + ": " + why};
  };
  Failure failure;
  if (!link.is_open()) {
    tcp::resolver::results_type found;
    failure = run([&](auto done) {
      link.resolver.async_resolve(to.host, to.port, [&, done](Failure why, tcp::resolver::results_type results) {
        found = std::move(results);
        done(why);
      });
    });
    if (failure) return fail(failure.message());
    if (to.is_secure)
      link.stream.emplace<SecureStream>(link.io, link.tls);
    else
      link.stream.emplace<PlainStream>(link.io);
    failure = run([&](auto done) {
      link.lowest().async_connect(found, [done](Failure why, const tcp::endpoint&) { done(why); });
    });
    if (failure) return fail(failure.message());
    link.lowest().socket().set_option(tcp::no_delay(true), failure);
    if (auto* secure = std::get_if<SecureStream>(&link.stream)) {
      if (!is_address(to.host)) SSL_set_tlsext_host_name(secure->native_handle(), to.host.c_str());
      secure->set_verify_callback(asio::ssl::host_name_verification(to.host));
      failure = run([&](auto done) { secure->async_handshake(asio::ssl::stream_base::client, done); });
      if (failure) {
        const std::string why = words_for(failure, link.secure());
        return fail(why);
      }
    }
  }
  http::request<http::string_body> request(http::verb::post, to.folder + path, 11);
  const std::string host = to.host.find(':') == std::string::npos ? to.host : "[" + to.host + "]";
  const bool is_usual = to.port == (to.is_secure ? "443" : "80");
  request.set(http::field::host, is_usual ? host : host + ":" + to.port);
  request.set(http::field::user_agent, "partita/" + std::string(base::version()));
  request.set(http::field::content_type, "application/json");
  request.set(http::field::authorization, options_.authorization);
  request.body() = json;
  request.prepare_payload();
  http::response_parser<http::string_body> parser;
  parser.body_limit(kMostAnswerBytes);
  parser.header_limit(kMostHeaderBytes);
  failure = run([&](auto done) {
    link.with_stream(
        [&](auto& stream) { http::async_write(stream, request, [done](Failure why, std::size_t) { done(why); }); });
  });
  if (!failure) {
    failure = run([&](auto done) {
      link.with_stream([&](auto& stream) {
        http::async_read(stream, link.buffer, parser, [done](Failure why, std::size_t) { done(why); });
      });
    });
  }
  if (failure) return fail(failure.message());
  Response response{static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
  if (!parser.get().keep_alive()) link.close();
  return response;
}

}  // namespace partita::work
