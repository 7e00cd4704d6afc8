#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace partita::server {

/// How long something took, in the cumulative buckets of Prometheus. Any thread.
class Histogram {
 public:
  void record(double milliseconds);
  void write(std::string& out, std::string_view name, std::string_view help) const;
  /// One of several under a name: the label is as in {urgency="game"}, the head was written before.
  void write_labelled(std::string& out, std::string_view name, std::string_view label) const;

 private:
  static constexpr std::array<double, 14> kBoundsMs = {0.5, 1, 2, 3, 5, 7.5, 10, 20, 30, 50, 100, 250, 1000, 10000};
  std::array<std::atomic<std::uint64_t>, kBoundsMs.size() + 1> counts_{};
  std::atomic<std::uint64_t> total_us_{0};
};

/// What the server counts, shown at /metrics. Any thread.
struct Metrics {
  std::atomic<std::uint64_t> http_requests{0};
  std::atomic<std::uint64_t> http_client_errors{0};
  std::atomic<std::uint64_t> http_server_errors{0};
  std::atomic<std::uint64_t> connections_accepted{0};
  std::atomic<std::int64_t> connections_open{0};
  std::atomic<std::uint64_t> connections_refused{0};
  std::atomic<std::uint64_t> malformed{0};
  std::atomic<std::uint64_t> timeouts{0};
  std::atomic<std::int64_t> sockets_open{0};
  std::atomic<std::uint64_t> messages_in{0};
  std::atomic<std::uint64_t> messages_out{0};
  std::atomic<std::uint64_t> rate_limited{0};
  std::atomic<std::uint64_t> slow_clients_closed{0};
  std::atomic<std::uint64_t> games_created{0};
  std::atomic<std::int64_t> tables_live{0};
  std::atomic<std::uint64_t> moves_played{0};
  std::atomic<std::uint64_t> games_taken_over{0};
  std::atomic<std::uint64_t> messages_passed_on{0};
  std::atomic<std::uint64_t> moves_refused{0};
  std::atomic<std::uint64_t> searches_started{0};
  std::atomic<std::uint64_t> searches_cancelled{0};
  std::atomic<std::uint64_t> searches_preempted{0};
  std::atomic<std::int64_t> searches_running{0};
  std::atomic<std::int64_t> searches_waiting{0};
  std::atomic<std::int64_t> search_slots{0};
  std::array<std::atomic<std::int64_t>, 3> searches_waiting_by{};  ///< by urgency: game, hint, analysis
  std::atomic<std::uint64_t> store_failures{0};
  Histogram move_latency;  ///< from the arrival of a move to its acknowledgement
  Histogram http_latency;
  std::array<Histogram, 3> search_waits;  ///< by urgency: how long searches waited for their turn

  std::string prometheus_text() const;
};

}  // namespace partita::server
