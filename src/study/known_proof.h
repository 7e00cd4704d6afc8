#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/any_engine.h"
#include "study/finding.h"

namespace partita::study {

/// SearchResult::note of an answer that was looked up.
inline constexpr const char* kFromProof = "certificate";

/// A move of a decided position whose end is known.
struct ProvenMove {
  std::string move;
  int plies = 0;  ///< to the end of the game at most, counted with this one
};

/// What is known of a position before anybody searches it.
struct KnownProof {
  Finding finding;
  /// Of a won position the moves that are known to win, the shortest first; of a lost one every move, the one that
  /// holds out longest first. Empty where only the result is known.
  std::vector<ProvenMove> moves;
};

/// What the shipped strategies and the atlas say: for the winner to move and for the loser, however the position came
/// about. What is known of the loser's position is known after each of his moves. Nothing where they do not reach, or
/// once the flag is raised. The first question about a game waits until they are read. Any thread.
std::optional<KnownProof> shipped_proof(const catalog::AnyPosition& position, const base::StopFlag* stop);

/// Has every shipped strategy counted from the position on: a strategy takes a second for that when it is asked for the
/// first time, which nobody should have to wait for. Ends early once the flag is raised. Any thread.
void count_shipped_strategies(const catalog::AnyPosition& start, const base::StopFlag* stop);

/// Whether the score is a proven result, and for whom: the mover's sign, 0 for a proven draw.
std::optional<int> proven_sign(const catalog::ScoreReport& score);

/// The proof's own lines, best first. Once the flag is raised they are not written out any further.
std::vector<catalog::LineReport> proven_lines(const KnownProof& known, const catalog::AnyPosition& position,
                                              int most_lines, const base::StopFlag* stop);

/// The same as the answer to a search. Without a move where only the result is known.
catalog::SearchResult proven_result(std::vector<catalog::LineReport> lines);

/// An engine's lines put right by the proof, whose `own` lines are those above: what is proven comes first, a lost
/// position is lost by every move. What the engine has proven to be shorter stays.
std::vector<catalog::LineReport> put_right(const KnownProof& known, std::vector<catalog::LineReport> own,
                                           const std::vector<catalog::LineReport>& lines,
                                           const catalog::AnyPosition& position, int most_lines);

/// Asks for what is proven of a position: the shipped proofs, or a server's book.
using AskProof = std::function<std::optional<KnownProof>(const catalog::AnyPosition&)>;

/// Lines whose first move leads where the result is known say so, and stand where that puts them; ranks are given anew.
/// What a line has proven itself stays.
std::vector<catalog::LineReport> decided_by_replies(std::vector<catalog::LineReport> lines,
                                                    const catalog::AnyPosition& position, const AskProof& ask);

}  // namespace partita::study
