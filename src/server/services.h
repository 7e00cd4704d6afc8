#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/any_engine.h"
#include "server/log.h"
#include "server/loop.h"
#include "server/metrics.h"
#include "server/search_pool.h"
#include "store/store_thread.h"
#include "study/proof_store.h"
#include "work/engine_pool.h"
#include "work/search_service.h"

namespace partita::server {

class ClientQuotas;
class ClusterPeers;
class LoopLoad;
class PuzzleBook;

using work::EnginePool;
using work::EngineSource;

/// What an engine asked for by a client may take at most.
struct EngineBounds {
  int threads = 1;
  int memory_mib = 256;
  std::int64_t movetime_ms = 60'000;  ///< per ply of a game
  std::int64_t analysis_ms = 600'000;
  std::int64_t pace_ms = 300;  ///< between the moves of engines among themselves
  work::EngineSize of_engine() const { return {threads, memory_mib}; }
};

/// What tables, desks and sessions work with. All outlive them.
struct Services {
  Loop& loop;
  store::StoreThread& store;
  SearchPool& pool;
  EnginePool& engine_pool;
  Metrics& metrics;
  const Log& log;
  EngineSource engines;
  EngineBounds bounds;
  ClientQuotas& quotas;
  LoopLoad& load;
  std::string results_folder;  ///< reports of tournaments, one JSON file each; may be missing
  study::ProofStore& proofs;
  PuzzleBook& puzzles;
  work::SearchService& search;
  ClusterPeers* peers = nullptr;  ///< null: this server has the database alone
};

}  // namespace partita::server
