#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/parsed.h"
#include "work/thinking.h"

// What servers and their workers tell each other about searches: JSON objects over plain NATS subjects, no stream. A
// message may be lost with the NATS server; signs of life name what is under way, so that both sides notice.
namespace partita::work {

/// Where a worker with this signature and id is told what to do, and a server what became of it; and where all servers
/// hear the workers' signs of life, and all workers those of the servers.
std::string worker_subject(const std::string& signature, const std::string& worker);
std::string server_subject(const std::string& signature, const std::string& server);
std::string worker_beats_subject(const std::string& signature);
std::string server_beats_subject(const std::string& signature);

/// Sent to one worker: a question, or the end of one.
struct ThinkCommand {
  std::string id;      ///< of the question, unique for all servers
  std::string server;  ///< where the answer goes
  /// Nothing: stop the question of that id.
  std::variant<std::monostate, SearchOrder, PuzzleTry> question = {};
};
std::string write_think_command(const ThinkCommand& command);
base::Parsed<ThinkCommand> read_think_command(std::string_view json);

/// Sent to the server that asked: some lines, and with the last of them how it ended.
struct ThinkReply {
  std::string id;
  std::vector<catalog::LineReport> lines = {};
  std::optional<Thought> thought = {};
};
std::string write_think_reply(const ThinkReply& reply);
base::Parsed<ThinkReply> read_think_reply(std::string_view json);

struct WorkerBeat {
  std::string worker;
  std::string name;
  int threads = 0;                     ///< 0: it is going
  int servers = 0;                     ///< that it hears of, who share it
  std::vector<std::string> questions;  ///< under way
};
std::string write_worker_beat(const WorkerBeat& beat);
base::Parsed<WorkerBeat> read_worker_beat(std::string_view json);

struct ServerBeat {
  std::string server;
  std::vector<std::string> questions;  ///< whose answers it waits for
};
std::string write_server_beat(const ServerBeat& beat);
base::Parsed<ServerBeat> read_server_beat(std::string_view json);

}  // namespace partita::work
