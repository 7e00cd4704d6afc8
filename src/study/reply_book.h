#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_position.h"
#include "catalog/solver.h"

namespace partita::study {

/// How the winner of the atlas's positions goes on, for either seat: of many strategies the entries that took the
/// prover long. What follows an entry is in the book, or a short proof finds it. One position stands for all its
/// images.
class ReplyBook {
 public:
  ReplyBook(std::string game, base::OptionValues rules) : game_(std::move(game)), rules_(std::move(rules)) {}
  /// As write() gives it. An error names the line.
  static base::Parsed<ReplyBook> read(std::string_view text);
  std::string write() const;

  const std::string& game() const { return game_; }
  const base::OptionValues& rules() const { return rules_; }
  std::size_t size() const { return replies_.size(); }
  /// A winning move of the mover; nothing where the book does not know the position.
  std::optional<std::string> reply(const catalog::AnyPosition& position) const;

  /// Takes over the strategy's entries above which more than `weight` others lie. A position that is known keeps its
  /// reply. An error if the strategy is about other rules, or is no part of a game that can be weighed.
  base::Parsed<base::Done> add(const catalog::AnyStrategy& strategy, std::uint64_t weight);

 private:
  std::string game_;
  base::OptionValues rules_;
  std::map<std::string, std::string, std::less<>> replies_;  ///< by canonical text
};

/// The book shipped for the game under these rules, read once; null where there is none. Any thread.
std::shared_ptr<const ReplyBook> shipped_replies(std::string_view game, const base::OptionValues& rules);

}  // namespace partita::study
