#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"

namespace partita::tui {

/// What an opponent came up with.
struct Reply {
  std::string move;
  std::string failure;  ///< empty, or why there is no move
  catalog::LineReport line;
  bool has_line = false;
  std::string note;  ///< why there is no line: "book"
};

/// A seat that is no person: one of our engines, or a program that speaks UGI. One thread.
class Opponent {
 public:
  using OnLine = std::function<void(const catalog::LineReport&)>;
  virtual ~Opponent() = default;
  /// What it means to take for the whole turn; 0 if it does not say.
  virtual std::int64_t turn_ms(const catalog::AnyPosition&, const catalog::Limits&) const { return 0; }
  /// What its evaluation says without a search, as the seat sees it; nothing where it does not tell.
  virtual std::optional<std::int64_t> static_value(const catalog::AnyPosition&, catalog::Seat) const {
    return std::nullopt;
  }
  virtual Reply think(const catalog::AnyPosition& position, const catalog::Limits& limits, const OnLine& on_line) = 0;
};

/// "partita,threads=2" is a preset with switches, "ugi:PROGRAM ARGS" starts a program. The seed is for its random
/// choices, unless the specification names one.
base::Parsed<std::unique_ptr<Opponent>> make_opponent(const catalog::AnyPosition& position, const std::string& spec,
                                                      std::uint64_t seed);

}  // namespace partita::tui
