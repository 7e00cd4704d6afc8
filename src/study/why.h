#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "study/reason.h"

namespace partita::study {

/// Nodes of each of the two searches unless something else is asked for: as many as a review takes.
inline constexpr std::uint64_t kWhyNodes = 50'000;

struct WhyRequest {
  catalog::EngineSpec engine;
  std::uint64_t nodes = kWhyNodes;
  const base::StopFlag* stop = nullptr;  ///< may be null
};

struct WhyAnswer {
  std::string move;                    ///< as it is written; the best move where none was asked about
  std::vector<std::string> best_line;  ///< the engine's
  std::vector<std::string> line;       ///< the move asked about and the best answers to it
  Reason reason;
};

/// Why a move is worse than the engine's, or good if it is the engine's or empty: one search of the position and one of
/// that after the move, on this thread. An illegal move is an error. REQUIRES: the game is not over.
base::Parsed<WhyAnswer> explain_move(const catalog::AnyPosition& position, const std::string& move,
                                     const WhyRequest& request);

}  // namespace partita::study
