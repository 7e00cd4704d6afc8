#pragma once

#include <boost/json.hpp>
#include <memory>
#include <string>
#include <string_view>

namespace spdlog {
class logger;
}

namespace partita::server {

/// Structured log: one JSON object a line with time, level, event and fields. Secrets are never among them. Any thread.
class Log {
 public:
  enum class Level { kDebug, kNotice, kWarning, kError };

  /// To the file, or to the standard error stream if it is empty.
  static Log to(const std::string& file, Level least);
  /// Says nothing; for tests.
  static Log silent();

  void write(Level level, std::string_view event, boost::json::object fields = {}) const;
  void debug(std::string_view event, boost::json::object fields = {}) const {
    write(Level::kDebug, event, std::move(fields));
  }
  void notice(std::string_view event, boost::json::object fields = {}) const {
    write(Level::kNotice, event, std::move(fields));
  }
  void warning(std::string_view event, boost::json::object fields = {}) const {
    write(Level::kWarning, event, std::move(fields));
  }
  void error(std::string_view event, boost::json::object fields = {}) const {
    write(Level::kError, event, std::move(fields));
  }

 private:
  std::shared_ptr<spdlog::logger> logger_;
};

}  // namespace partita::server
