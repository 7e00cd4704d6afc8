#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/any_engine.h"
#include "study/proven.h"

/// What is proven, told as an engine's lines are.
namespace partita::study {

/// SearchResult::note of an answer that was looked up.
inline constexpr const char* kFromProof = "certificate";

/// The proof's own lines, best first. Once the flag is raised they are not written out any further.
std::vector<catalog::LineReport> proven_lines(const Proven& known, const catalog::AnyPosition& position, int most_lines,
                                              const base::StopFlag* stop);

/// The same as the answer to a search. Without a move where only the result is known.
catalog::SearchResult proven_result(std::vector<catalog::LineReport> lines);

/// An engine's lines put right by the proof, whose `own` lines are those above: what is proven comes first, a lost
/// position is lost by every move. What the engine has proven to be shorter stays.
std::vector<catalog::LineReport> put_right(const Proven& known, std::vector<catalog::LineReport> own,
                                           const std::vector<catalog::LineReport>& lines,
                                           const catalog::AnyPosition& position, int most_lines);

/// An engine's lines, best first, put right by what a solver has proven meanwhile: the proven move leads, a lost
/// position is lost by every move. What the engine has proven itself, and no later, stays.
std::vector<catalog::LineReport> overruled(const std::vector<catalog::LineReport>& lines, const Proven& proven,
                                           const catalog::AnyPosition& position, int most_lines);

/// Asks for what is proven of a position: a store, or a part of one.
using AskProof = std::function<std::optional<Proven>(const catalog::AnyPosition&)>;

/// Lines whose first move leads where the result is known say so, and stand where that puts them; ranks are given anew.
/// What a line has proven itself stays.
std::vector<catalog::LineReport> decided_by_replies(std::vector<catalog::LineReport> lines,
                                                    const catalog::AnyPosition& position, const AskProof& ask);

/// What is proven of the position that is searched and, where that is asked for, of those after its moves; and an
/// engine's lines put right by it. Each position is asked about once. One thread.
class ProvenSearch {
 public:
  /// Asks for the position at once. `position` must outlive this.
  ProvenSearch(const catalog::AnyPosition& position, int most_lines, AskProof ask, const base::StopFlag* stop);

  const std::optional<Proven>& known() const { return known_; }
  /// The proof's lines, for who adds times and counts to them.
  std::vector<catalog::LineReport>& own() { return own_; }
  /// How many of the positions that were asked about are decided.
  std::uint64_t hits() const { return hits_; }

  /// An engine's line, which takes the place of the one with its rank.
  void take(const catalog::LineReport& line) { lines_[line.rank] = line; }
  void forget_lines() { lines_.clear(); }
  enum class After { kNotAsked, kAsked };
  /// The engine's lines, put right; with kAsked also by what is known after their moves.
  std::vector<catalog::LineReport> put_right(After after);

 private:
  std::optional<Proven> look_up(const catalog::AnyPosition& position);

  const catalog::AnyPosition& position_;
  const int most_lines_;
  const AskProof ask_;
  std::uint64_t hits_ = 0;
  std::optional<Proven> known_;
  std::vector<catalog::LineReport> own_;
  std::map<int, catalog::LineReport> lines_;                  ///< the engine's, by rank
  std::map<std::string, std::optional<Proven>> after_moves_;  ///< what has been looked up
};

}  // namespace partita::study
