#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "server/services.h"

namespace partita::server {

/// What is looked up before an engine is asked: nothing, what is shipped, or that and what searches have proven
/// meanwhile.
enum class ProofsFirst { kNone, kShipped, kAll };

/// Something to ask an engine: who asks, which engine, where, within which limits.
struct EngineQuestion {
  Payer payer;  ///< whose turn in the queue this takes
  SearchPool::Urgency urgency = SearchPool::Urgency::kGame;
  EnginePool::Order engine;
  catalog::AnyPosition position;
  catalog::Limits limits;
  std::function<void(const catalog::LineReport&)> on_line;  ///< on the searching thread; may be empty
  ProofsFirst proofs = ProofsFirst::kNone;
  using Tables = work::SearchOrder::Tables;
  Tables tables = Tables::kWarm;
  std::function<void(const study::Proven&)> on_proof = {};  ///< before any line, on the same thread; may be empty
  std::string trace = {};                                   ///< names what caused it in the log
};

struct EngineAnswer {
  catalog::SearchResult result;
  std::string failure;                 ///< why there is no result; empty if there is one
  std::int64_t turn_ms = 0;            ///< what the engine meant to take for the whole turn; 0: as long as it needs
  std::optional<study::Proven> known;  ///< what was known before the search
  std::vector<catalog::LineReport>
      depths;  ///< the last best line of every depth, the first depths where there are very many
};

/// Questions of one kind are expected to cost about the same: the engine, its rules and limits, whatever its seed.
std::string search_kind(const EngineQuestion& question);

/// Puts the question into the pool. The answer comes on the loop, unless the ticket is cancelled before; a search that
/// ended just before its cancellation may still answer, so callers compare tickets.
base::Parsed<SearchPool::Ticket> ask(Services& services, EngineQuestion question,
                                     std::function<void(const EngineAnswer&)> on_answer);

}  // namespace partita::server
