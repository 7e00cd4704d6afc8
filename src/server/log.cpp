#include "server/log.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <ctime>

namespace partita::server {

namespace {

spdlog::level::level_enum spd_level(Log::Level level) {
  switch (level) {
    case Log::Level::kDebug: return spdlog::level::debug;
    case Log::Level::kNotice: return spdlog::level::info;
    case Log::Level::kWarning: return spdlog::level::warn;
    case Log::Level::kError: return spdlog::level::err;
  }
  return spdlog::level::info;
}

std::string utc_now() {
  std::timespec now{};
  std::timespec_get(&now, TIME_UTC);
  std::tm parts{};
  gmtime_r(&now.tv_sec, &parts);
  char text[40];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text + length, sizeof text - length, ".%03ldZ", now.tv_nsec / 1'000'000);
  return text;
}

}  // namespace

Log Log::to(const std::string& file, Level least) {
  std::shared_ptr<spdlog::sinks::sink> sink;
  if (file.empty()) {
    sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  } else {
    sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
  }
  Log log;
  log.logger_ = std::make_shared<spdlog::logger>("server", sink);
  log.logger_->set_pattern("%v");
  log.logger_->set_level(spd_level(least));
  log.logger_->flush_on(spdlog::level::warn);
  return log;
}

Log Log::silent() { return {}; }

void Log::write(Level level, std::string_view event, boost::json::object fields) const {
  if (!logger_ || !logger_->should_log(spd_level(level))) return;
  const auto name = spdlog::level::to_string_view(spd_level(level));
  boost::json::object line{
      {"time", utc_now()}, {"level", std::string(name.data(), name.size())}, {"event", std::string(event)}};
  for (auto& [key, value] : fields) line[key] = std::move(value);
  logger_->log(spd_level(level), "{}", boost::json::serialize(line));
}

}  // namespace partita::server
