#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/parsed.h"

namespace partita::work {

/// Where a server is, as people write it: "https://games.example.org", "http://127.0.0.1:7271/partita".
struct WebAddress {
  bool is_secure = true;
  std::string host;  ///< a name, or an address in digits
  std::string port;
  std::string folder;  ///< before every path: "" or "/partita"
};
/// http:// sends the key as it is: it is for this machine alone, so only localhost and loopback addresses are taken.
base::Parsed<WebAddress> read_web_address(const std::string& text);

/// HTTP to one server over a connection that is kept: TLS 1.2 or newer, the certificate checked against the name. One
/// thread.
class HttpsClient {
 public:
  struct Options {
    WebAddress address;
    std::string authority;      ///< file of certificates to trust instead of the system's
    std::string authorization;  ///< sent with every request
  };
  struct Response {
    int status = 0;
    std::string body;
  };

  explicit HttpsClient(Options options);
  ~HttpsClient();
  HttpsClient(const HttpsClient&) = delete;
  HttpsClient& operator=(const HttpsClient&) = delete;

  /// Nothing is sent; whether the file of certificates can be read.
  base::Parsed<base::Done> check() const;
  /// Ends with an error after the time, or soon after `stop` is raised. A connection that the server closed between two
  /// requests is made anew.
  base::Parsed<Response> post(const std::string& path, const std::string& json, std::int64_t within_ms,
                              const base::StopFlag& stop);

 private:
  struct Link;
  base::Parsed<Response> post_once(const std::string& path, const std::string& json, std::int64_t within_ms,
                                   const base::StopFlag& stop);

  Options options_;
  std::string failure_;
  std::unique_ptr<Link> link_;
};

}  // namespace partita::work
