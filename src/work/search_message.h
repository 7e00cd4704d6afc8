#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/parsed.h"
#include "work/search_service.h"

// What servers and their workers tell each other about searches: JSON objects over plain NATS subjects, no stream. A
// message may be lost with the NATS server; heartbeats name the questions under way, so that both sides notice.
namespace partita::work {

/// Where a worker with this signature and id gets its commands, and a server its updates; and where all servers hear
/// the workers' heartbeats, and all workers those of the servers.
std::string worker_subject(const std::string& signature, const std::string& worker);
std::string server_subject(const std::string& signature, const std::string& server);
std::string worker_heartbeats_subject(const std::string& signature);
std::string server_heartbeats_subject(const std::string& signature);

/// Sent to one worker: a question, or the end of one.
struct SearchCommand {
  std::string id;      ///< of the question, unique for all servers
  std::string server;  ///< where the updates go
  /// Nothing: stop the question of that id.
  std::variant<std::monostate, SearchOrder, PuzzleTry> question = {};
};
std::string write_search_command(const SearchCommand& command);
base::Parsed<SearchCommand> read_search_command(std::string_view json);

/// Sent to the server that asked: some lines, and with the last of them how the search ended.
struct SearchUpdate {
  std::string id;
  std::vector<catalog::LineReport> lines = {};
  std::optional<SearchResponse> response = {};

  static constexpr const char* kPlace = "update";
  static void declare(auto& visit, auto& update) {
    visit("id", update.id);
    visit("lines", update.lines);
    visit("response", update.response, base::kLeftOut);
  }
};

/// Sent every kHeartbeatMs by each server and each worker.
struct Heartbeat {
  std::string sender;
  std::vector<std::string> questions = {};  ///< a worker searches them, a server waits for them
  std::string name = {};                    ///< of a worker, for people
  int threads = 0;                          ///< of a worker; 0: it is leaving
  int servers = 0;                          ///< that a worker hears of, who share it

  static constexpr const char* kPlace = "heartbeat";
  static void declare(auto& visit, auto& beat) {
    visit("sender", beat.sender);
    visit("questions", beat.questions);
    visit("name", beat.name);
    visit("threads", beat.threads, base::Range{0, 4'096});
    visit("servers", beat.servers, base::Range{0, 1'000'000});
  }
  bool names(const std::string& question) const {
    return std::find(questions.begin(), questions.end(), question) != questions.end();
  }
};
inline constexpr std::int64_t kHeartbeatMs = 250;

}  // namespace partita::work
