#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/parsed.h"
#include "catalog/any_position.h"
#include "solve/certificate.h"
#include "solve/numbers.h"
#include "solve/verifier.h"

namespace partita::catalog {

using solve::Certificate;
using solve::Claim;
using solve::kDisproven;
using solve::kInfinite;
using solve::kProven;
using solve::Numbers;
using solve::Verification;

/// How a solver stands, for progress lines.
struct SolveProgress {
  int attacker = 0;         ///< the seat whose win is being proven
  std::uint32_t proof = 1;  ///< proof and disproof number of that claim
  std::uint32_t disproof = 1;
  std::uint64_t nodes = 0;
  double seconds = 0;
  double table_load = 0;  ///< 0..1
  int deepest_ply = 0;
};

/// What a solver may spend and whom it tells. Zero sets no limit.
struct SolveRequest {
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::size_t mebibytes = 256;  ///< of the table
  int threads = 1;
  int plies = 0;  ///< of prove(): the win must come within so many plies
  /// prove() returns once the root's proof or disproof number reaches these thresholds (for the distributed driver).
  Numbers limits{kInfinite, kInfinite};
  /// File of prove() that is resumed from if it is there, and written at once, now and then and at the end; or empty. A
  /// file that is no checkpoint of this claim is left alone and nothing is searched: ProofReport::failure says so.
  std::string checkpoint;
  double checkpoint_seconds = 60;
  std::function<void(const SolveProgress&)> on_progress;  ///< about once a second, on the thread that asked
  const base::StopFlag* stop = nullptr;  ///< raised by any thread, also beforehand: the call returns what it knows
};

/// Whether a seat wins by force. kNo: it does not (the others reach a draw or better).
enum class Proof { kYes, kNo, kUnknown };

struct ProofReport {
  Proof proof = Proof::kUnknown;
  std::string best_move;        ///< a proven winning move, or one that refutes the claim; may be empty
  std::string failure;          ///< the checkpoint cannot be used, or could not be written at the end; or empty
  std::uint32_t tree_size = 0;  ///< of the proof, counted as a tree
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// A position's value for its mover. The two bounds are what is left when time runs out before the value is known.
enum class SolvedValue { kUnknown, kWin, kDraw, kLoss, kDrawOrWin, kDrawOrLoss };
std::string_view name_of(SolvedValue value);

struct SolveReport {
  SolvedValue value = SolvedValue::kUnknown;
  std::string best_move;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// How many plies a forced win takes: exact when both are equal; at_most is 0 while no win was found in that many
/// plies.
struct DistanceReport {
  int at_least = 1;
  int at_most = 0;
  std::string best_move;  ///< begins the shortest win; empty if it is not the attacker's turn
  std::uint64_t nodes = 0;
};

/// A claim taken apart by one choice: it holds where one branch does if the attacker chooses, else where all do.
struct ProofStep {
  Numbers numbers;             ///< of the claim itself
  bool is_attackers = false;   ///< who chooses
  bool rests_on_past = false;  ///< the rules know repetition: the same position may be worth something else elsewhere
  struct Branch {
    std::vector<std::string> moves;  ///< forced ones, and the one that is chosen
    Numbers numbers;
  };
  std::vector<Branch> branches;  ///< that are not settled; none where the claim is decided
};

/// Winning moves by the canonical text of the winner's positions, written for the image that has this text.
using Replies = std::map<std::string, std::string, std::less<>>;

/// Proves things about positions of one game of two seats. Keeps its table between calls, so that related questions
/// help each other. Calls block until they are done or their stop flag is raised; one thread at a time.
class AnySolver {
 public:
  virtual ~AnySolver() = default;
  /// Does this seat win by force? REQUIRES: the position's game is the solver's and the game is not over.
  virtual ProofReport prove(const AnyPosition& position, Seat attacker, const SolveRequest& request) = 0;
  /// The winner's strategy, whose lines are at most so many plies long if that is not 0. REQUIRES: prove() said kYes
  /// for the same position, seat and plies. Nothing when stopped, or where every strategy found would repeat positions.
  virtual std::optional<Certificate> strategy(const AnyPosition& position, Seat winner, int plies = 0,
                                              const base::StopFlag* stop = nullptr) = 0;
  /// What the table knows, or guesses, of the first choice after this position. REQUIRES: as with prove().
  virtual ProofStep step(const AnyPosition& position, Seat attacker, int plies) = 0;
  /// What strategy() takes before it proves anything again. Replies that do not win let it fail.
  virtual void advise(Replies replies) = 0;
  /// The shortest forced win of that seat, looked for up to `plies` plies and request.nodes nodes.
  virtual DistanceReport distance(const AnyPosition& position, Seat attacker, int plies,
                                  const SolveRequest& request) = 0;
};

/// A solver with a table of this size. Positions are told apart by random numbers of the seed: what is found with two
/// seeds rests on no chance meeting of keys. Games of more than two seats and unknown games are errors.
base::Parsed<std::unique_ptr<AnySolver>> make_solver(std::string_view game, std::size_t mebibytes,
                                                     std::uint64_t seed = 0);

/// Whether make_solver() knows the game.
bool has_solver(std::string_view game);

/// The smallest text of a position's images: the same for all of them. The plain text for games without a solver.
std::string canonical_text(const AnyPosition& position);

/// Whether a position may be worth something else after other moves, since the rules know repetition.
bool rests_on_past(std::string_view game);

/// Win, draw or loss for the mover, by asking for the mover's win and for the other's in turns. Writes no checkpoints.
SolveReport solve_position(AnySolver& solver, const AnyPosition& position, const SolveRequest& request);

enum class Rim { kAllowed, kForbidden };
/// Plays every reply of the loser against the strategy, by the rules alone. With Rim::kForbidden no line may touch the
/// rim of the board, so that the claim holds on the endless board as well. A header that does not say what follows from
/// its rules, position and winner is an error.
base::Parsed<Verification> verify_certificate(const Certificate& certificate, Rim rim);

/// Looks replies up in a certificate. Safe to share between threads once made.
class AnyStrategy {
 public:
  virtual ~AnyStrategy() = default;
  virtual const Certificate& certificate() const = 0;
  /// A move that wins at once or the strategy's reply; nothing if the position is not the winner's or not covered.
  virtual std::optional<std::string> reply(const AnyPosition& position) const = 0;
  /// Plies to the end at most when the winner follows the strategy from here; nothing if that does not win every line,
  /// or once the flag is raised.
  virtual std::optional<int> longest_line(const AnyPosition& position, const base::StopFlag* stop) const = 0;
  /// Of each entry, how many entries lines from there pass through, counted once for every line: what is heavy took the
  /// prover long. Empty where the rules know repetition.
  virtual std::vector<std::uint64_t> weights() const = 0;
};
/// An error as with verify_certificate(); the strategy is not played through.
base::Parsed<std::unique_ptr<AnyStrategy>> make_strategy(Certificate certificate);

}  // namespace partita::catalog
