#include "server/metrics.h"

#include <cstdio>

namespace partita::server {

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

}  // namespace

void Histogram::record(double milliseconds) {
  std::size_t bucket = 0;
  while (bucket < kBoundsMs.size() && milliseconds > kBoundsMs[bucket]) ++bucket;
  counts_[bucket].fetch_add(1, std::memory_order_relaxed);
  total_us_.fetch_add(static_cast<std::uint64_t>(milliseconds * 1000), std::memory_order_relaxed);
}

void Histogram::write(std::string& out, std::string_view name, std::string_view help) const {
  const std::string head(name);
  out += "# HELP " + head + " " + std::string(help) + "\n# TYPE " + head + " histogram\n";
  write_labelled(out, name, "");
}

void Histogram::write_labelled(std::string& out, std::string_view name, std::string_view label) const {
  const std::string head(name);
  const std::string more = label.empty() ? "" : std::string(label) + ",";
  const std::string only = label.empty() ? "" : "{" + std::string(label) + "}";
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < kBoundsMs.size(); ++i) {
    below += counts_[i].load();
    out += head + "_bucket{" + more + "le=\"" + number(kBoundsMs[i] / 1000) + "\"} " + std::to_string(below) + "\n";
  }
  below += counts_.back().load();
  out += head + "_bucket{" + more + "le=\"+Inf\"} " + std::to_string(below) + "\n";
  out += head + "_sum" + only + " " + number(static_cast<double>(total_us_.load()) / 1e6) + "\n";
  out += head + "_count" + only + " " + std::to_string(below) + "\n";
}

std::string Metrics::prometheus_text() const {
  std::string out;
  const auto line = [&](const char* name, const char* type, const char* help, auto value) {
    out += std::string("# HELP partita_") + name + " " + help + "\n# TYPE partita_" + name + " " + type + "\npartita_" +
           name + " " + std::to_string(value) + "\n";
  };
  line("http_requests_total", "counter", "HTTP requests answered", http_requests.load());
  line("http_client_errors_total", "counter", "answers with status 4xx", http_client_errors.load());
  line("http_server_errors_total", "counter", "answers with status 5xx", http_server_errors.load());
  line("connections_accepted_total", "counter", "TCP connections accepted", connections_accepted.load());
  line("connections_open", "gauge", "TCP connections open", connections_open.load());
  line("connections_refused_total", "counter", "connections closed at once by a limit", connections_refused.load());
  line("malformed_total", "counter", "requests and frames that were not HTTP or WebSocket", malformed.load());
  line("timeouts_total", "counter", "connections closed because the client was too slow", timeouts.load());
  line("sockets_open", "gauge", "WebSockets open", sockets_open.load());
  line("messages_in_total", "counter", "WebSocket messages received", messages_in.load());
  line("messages_out_total", "counter", "WebSocket messages sent", messages_out.load());
  line("rate_limited_total", "counter", "requests and messages refused by a rate limit", rate_limited.load());
  line("slow_clients_closed_total", "counter", "sockets closed because they did not read", slow_clients_closed.load());
  line("games_created_total", "counter", "games created", games_created.load());
  line("tables_live", "gauge", "games held in memory", tables_live.load());
  line("moves_played_total", "counter", "moves written and acknowledged", moves_played.load());
  line("games_taken_over_total", "counter", "games of servers that went", games_taken_over.load());
  line("messages_passed_on_total", "counter", "messages of sockets for games that other servers have",
       messages_passed_on.load());
  line("moves_refused_total", "counter", "moves refused", moves_refused.load());
  line("searches_started_total", "counter", "engine searches started", searches_started.load());
  line("searches_cancelled_total", "counter", "engine searches cancelled", searches_cancelled.load());
  line("searches_preempted_total", "counter", "analyses that made room for others", searches_preempted.load());
  line("searches_running", "gauge", "engine searches running", searches_running.load());
  line("searches_waiting", "gauge", "engine searches waiting for a thread", searches_waiting.load());
  line("store_failures_total", "counter", "database tasks that failed", store_failures.load());
  line("search_slots", "gauge", "searches of each lane that may run at a time", search_slots.load());
  constexpr std::array<const char*, 3> kUrgencies = {"urgency=\"game\"", "urgency=\"hint\"", "urgency=\"analysis\""};
  out +=
      "# HELP partita_searches_waiting_by searches waiting, by what they are for\n"
      "# TYPE partita_searches_waiting_by gauge\n";
  for (std::size_t i = 0; i < kUrgencies.size(); ++i)
    out += "partita_searches_waiting_by{" + std::string(kUrgencies[i]) + "} " +
           std::to_string(searches_waiting_by[i].load()) + "\n";
  out +=
      "# HELP partita_search_wait_seconds how long searches waited for their turn\n"
      "# TYPE partita_search_wait_seconds histogram\n";
  for (std::size_t i = 0; i < kUrgencies.size(); ++i)
    search_waits[i].write_labelled(out, "partita_search_wait_seconds", kUrgencies[i]);
  move_latency.write(out, "partita_move_seconds", "from the arrival of a move to its acknowledgement");
  http_latency.write(out, "partita_http_seconds", "from a whole request to its answer");
  return out;
}

}  // namespace partita::server
