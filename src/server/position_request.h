#pragma once

#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "record/json_fields.h"
#include "server/verdict.h"
#include "server/wire.h"

namespace partita::server {

/// A free board: the position asked for by game, rules, start and moves, with the plies as a page shows them.
struct FreeBoard {
  catalog::AnyPosition position;
  std::vector<PlyView> plies;
};

/// Reads game, rules, start and moves from `fields`, which are finished by the caller. The error names the field.
base::Parsed<FreeBoard> read_free_board(record::JsonFields& fields);
/// The same where a request's body has these fields and no others.
base::Parsed<FreeBoard> read_body_board(const boost::json::value& body);

/// SearchLimits, cut to `longest_ms`; missing means none.
catalog::Limits read_limits(record::JsonFields& fields, std::int64_t longest_ms);

inline constexpr std::size_t kLongestWord = 60;
inline constexpr std::size_t kLongestPosition = 20'000;
inline constexpr std::size_t kMostMoves = 4'000;

}  // namespace partita::server
