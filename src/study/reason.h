#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "study/motif_text.h"

/// Reasons: what the better of two lines does that the other does not, told by the motifs along both. Every claim is a
/// fact about one move of one line that the rules verify; where there is none, the line itself is all that is told.
namespace partita::study {

/// "After `before`, `move` does this."
struct Claim {
  std::vector<std::string> before;  ///< moves from the position in question
  std::string move;
  catalog::Motif motif;
  bool is_of_better = false;  ///< it is about the better line, not about what was played
  bool is_askers = true;      ///< who asks makes the move; not its opponent
};

/// What is proven of a move: who asks, or the opponent, wins by force in so many plies at most.
struct ProvenClaim {
  std::string move;
  bool is_won = false;  ///< by who asks
  int plies = 0;        ///< counted from before the move where it is won, from after it where it is lost
};

struct Reason {
  std::vector<ProvenClaim> proofs;
  std::vector<Claim> claims;        ///< the most telling first; may be empty
  std::vector<std::string> better;  ///< the line that was better; empty where the move played was the best
  std::string left_open;  ///< the move played, where it leaves a proven win and nothing is proven after it; else empty
};

/// Both lines begin in the position. Where the move played was the best, `better` is empty.
struct ReasonQuestion {
  catalog::AnyPosition position;
  std::vector<std::string> played;  ///< the move and what best play makes of it
  std::vector<std::string> better;
  /// Plies to the proven end of each line, from the position: positive where the mover wins. Two seats only.
  std::optional<int> played_end = {};
  std::optional<int> better_end = {};
  /// What the search gives who asks on each line, from 0 to 1, where that is known. A win far down a line that the
  /// search does not believe in is not told: its last moves are not the best ones.
  std::optional<double> played_chance = {};
  std::optional<double> better_chance = {};
  bool is_left_open = false;  ///< `better` is a proven win, and after the move played nothing is proven
};

/// What the search gives this seat on the line, from 0 to 1; nothing where the line does not tell.
std::optional<double> chance_of(const catalog::LineReport& line, catalog::Seat seat);

/// The proven end of a position, counted and seen by the side that moved before it.
std::optional<int> end_before_ply(const std::optional<int>& end, catalog::Seat before, catalog::Seat after);

/// Plays a few plies of both lines and looks at nothing else: no search. Any thread.
Reason find_reason(const ReasonQuestion& question);

/// What a line does to who begins it: the strongest that can be said for the others. Looks at a few plies; no search.
Reason find_refutation(const catalog::AnyPosition& position, const std::vector<std::string>& line);

/// Whether the rules agree: the moves are played and the motif is checked without what found it. REQUIRES: the claim is
/// about this position.
bool is_claim_true(catalog::AnyPosition position, const Claim& claim);

/// "After J7, the opponent's K4 makes five in a row and wins", without a full stop. The opponent is that of who asks;
/// what a kind's sentence calls so where the opponent moves is the other side. REQUIRES: a claim about this game.
std::string claim_text(std::string_view game, const Claim& claim, Language language);
/// The sentence to begin with: the first claim, else the first proof, else as reason_text(). The rest is for who asks
/// on.
std::string first_sentence(std::string_view game, const Reason& reason, Language language);
/// Proofs and claims as sentences; the better line where there are none, and nothing where there is none either.
std::string reason_text(std::string_view game, const Reason& reason, Language language);

bool has_words(const Reason& reason);

/// The name of the motif that a mistake is counted under: of the first claim that is about what the player did, could
/// have done or let happen. Empty where there is none.
std::string mistake_kind(const Reason& reason);

}  // namespace partita::study
