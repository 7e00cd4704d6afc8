#pragma once

#include <functional>
#include <string>

#include "base/clock.h"
#include "base/parsed.h"
#include "work/engine_shelf.h"
#include "work/https_client.h"

namespace partita::work {

/// Where a server is asked for work and told what became of it (work/public_thinking.h), below its address.
/// take: {"worker", "signature", "threads"}; the answer is {} or {"server", "question", "within_ms"}, where the
/// question is the text of a ThinkCommand. tell: a first line {"worker", "questions"} with what is under way, then a
/// ThinkReply a line; the answer is {"stop": [...]}, the questions that nobody waits for.
inline constexpr const char* kTakePath = "/api/v1/worker/take";
inline constexpr const char* kTellPath = "/api/v1/worker/tell";

struct PublicWorkerOptions {
  WebAddress server;
  std::string authority;  ///< certificates to trust instead of the system's
  std::string key;
  int threads = 1;  ///< searches of each lane at a time
  EngineSource engines = {};
  std::function<void(const std::string&)> on_note;  ///< for people; any thread
};

/// Thinks for somebody's server until `stop` is raised: then what is under way is handed back. A server that is away is
/// asked again, less and less often. An error if the server does not want us.
base::Parsed<base::Done> run_public_worker(const PublicWorkerOptions& options, const base::StopFlag& stop);

}  // namespace partita::work
