#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "game/types.h"

/// A game's profile: what engines, measurements and front ends know of it besides its rules, as plain data. Each game
/// has one, in games/NAME/profile.cpp, and nothing outside that folder asks a game for its name. Every member has a
/// default, so that a new game starts with `return {};` and fills in what it has measured.
namespace partita::game {

/// How evaluations turn into winning chances: a logistic curve.
struct ChanceCurve {
  double scale = 400.0;       ///< the evaluation at which the odds are e : 1
  double draw_at_zero = 0.0;  ///< the share of draws in even positions
};

/// The curve of the default evaluator under the rules that `rules` names ("rules=ashton"; empty: under any).
struct CurveUnderRules {
  std::string_view rules;
  ChanceCurve curve;
};

/// A named engine. `from` names the preset whose switches it starts from: "" the declared defaults, "bare" every
/// enhancement off, or one of the general presets. `switches` are laid over them: "search=negamax,tt=on".
/// `program` are laid over those in turn where the preset plays as its author's program does (as=program).
struct ProfilePreset {
  std::string_view name;
  std::string_view help;
  std::string_view from;
  std::string switches;
  std::string program = {};
};

/// One of the ten strengths that people choose from, the weakest first.
struct LevelRow {
  std::string_view preset;  ///< the engine below
  std::uint64_t nodes = 0;  ///< a move, where there is no noise
  int depth = 0;            ///< plies, where there is
  double spread = 0;        ///< the move it likes n-th best is taken exp(-n / spread) times as often; 0: no noise
  double tolerance = 0;     ///< and a move that gives away this much winning chance, 1/e times as often
};

/// Positions of `partita bench`: after so many random plies each, searched to a depth by a preset.
struct BenchRow {
  std::string_view rules;
  std::string_view preset;
  int depth = 1;
  std::vector<int> plies;
};

/// What `partita bench --speed` counts: perft to a depth of about a second.
struct SpeedRow {
  std::string_view rules;
  int depth = 1;
};

/// A measurement of searches by time: from positions after so many random plies.
struct TimedRow {
  std::string_view rules;
  std::string_view preset = "partita";
  int plies = 0;
};

/// How positions of the game are solved.
enum class Solver {
  kProof,   ///< proof-number search: who wins
  kScores,  ///< the game's own exact endgame: by how much
};

/// What the game's puzzles ask for.
enum class PuzzleKind {
  kOnlyMove,   ///< the one move that wins at all
  kQuickMove,  ///< the one move that wins as quickly: too many others can never be shown not to win in the end
  kOnlyTurn,   ///< the one whole turn that wins
};

/// Somebody else's protocol or file format that the game speaks, with the rules that it is played by there.
struct ForeignTongue {
  std::string_view name;   ///< "opentafl", "unibo"
  std::string_view rules;  ///< "rules=ashton"; empty: whatever the text says
};

/// A report that the lab measures again (docs/reports): it is about this game, played by these rules.
struct ReportAbout {
  std::string_view name;
  std::string_view rules;
};

/// What a report's author gave an engine to play with: people play against it as it was meant.
struct AuthorEngine {
  std::string_view report;  ///< "sweere"
  std::string_view preset;  ///< his best
  std::string_view clock;   ///< "move 3", "game 900", "depth": seconds a move or for the whole game, or none
  std::string_view moves;   ///< his opening, from which the games of the report begin; mostly none
  std::string_view who;     ///< two sentences
};

/// What an author's own program says of positions, row by row (partita lab authors): columns between tabs, the moves
/// first. Either `row` writes the others, or a search by `engine` to each of `depths` does.
struct AuthorTable {
  std::string_view name;     ///< "ata_terms"
  std::string_view report;   ///< "aboukhadra"
  std::size_t columns = 0;   ///< by which a file is recognised
  std::string_view heading;  ///< what the columns say
  base::Parsed<std::string> (*row)(std::string_view moves) = nullptr;
  std::string_view engine = {};
  std::vector<int> depths = {};
  int win = 0;                       ///< what the program calls a win; 0: the search says it
  bool names_side = false;           ///< the side to move stands before the values, 1 or -1
  bool has_move_and_states = false;  ///< and not the value alone
};

/// A line of help for a command: "partita go --game NAME --time 1000".
struct Example {
  std::string_view command;  ///< "go"; "help engines" for a topic of help
  std::string_view line;
};

/// What a column of a corpus line says.
struct CorpusColumn {
  enum class Says {
    kNumberRule,     ///< the value of the rule `word`, a number
    kRule,           ///< the same, any word
    kNote,           ///< nothing that is looked at
    kMoves,          ///< moves or whole turns; "-": none
    kAxialMoves,     ///< cells as "q,r"
    kPosition,       ///< a position's text, which begins with `word`
    kWholePosition,  ///< the same, and it is written just so
    kLastPosition,   ///< the position after the last move, which begins with `word`
    kPlies,          ///< how many were played
    kReason,         ///< of the end
    kWinnerLetter,   ///< the first letter of the winner's name, "-" a shared point, "*" not over
    kOutcomeLetter,  ///< the same in small letters, and "=" for a shared point
    kWinnerNumber,   ///< the winner's place in turn order from 1, 0: none; with the rules of `word` instead of the
                     ///< line's
    kScores,         ///< by seat, joined by commas
    kScoresAlong,    ///< the same after each move
    kOver,           ///< "1" if the game is over, "0" if not
    kGroupSizes,     ///< largest first, by seat
    kReplies,        ///< every legal move=outcome letter
  };
  Says says = Says::kNote;
  std::string_view word;
  std::string_view label;  ///< what an error calls it
};

/// A corpus of tab separated lines (record/corpus.h), for replaying what others have written about the game.
struct CorpusFormat {
  enum class Holds { kGames, kPositions };
  std::string_view name;
  Holds holds = Holds::kGames;
  std::string_view rules;         ///< that hold for every line
  std::string_view rule_in_name;  ///< the rule whose value stands in the file's name; mostly none
  std::vector<CorpusColumn> columns;
};

struct Profile {
  /// What one unit of the game's own measure (a stone, a cell, a factor of e in the score) is worth to the default
  /// evaluator. Windows, margins and drops of the search are given in hundredths of it.
  Score unit = 100;
  std::vector<CurveUnderRules> curves;  ///< the first that fits counts

  /// The default engine, "partita".
  std::string_view engine_from;
  std::string_view engine = {};
  /// What Monte-Carlo search changes for this game: in all its presets, and in the best of them.
  std::string_view uct;
  std::string_view montecarlo = "playout=biased";
  std::vector<ProfilePreset> presets;  ///< beside the general ones
  std::vector<LevelRow> levels;        ///< ten, or none: the ladder of a game that nobody has measured

  std::vector<BenchRow> bench;
  std::vector<SpeedRow> speed;
  std::vector<TimedRow> rate;
  std::vector<TimedRow> clock;
  /// Generated openings are kept if they are judged this near to even; 1: all of them, where judging says little.
  double opening_imbalance = 0.4;

  Solver solver = Solver::kProof;
  PuzzleKind puzzles = PuzzleKind::kOnlyMove;
  std::vector<std::string_view> other_names;  ///< by which people look for the game
  std::string_view moves_are;                 ///< how moves are written, for help: "two squares (e4-e7)"
  std::vector<ForeignTongue> tongues;
  std::vector<CorpusFormat> corpora;
  std::vector<ReportAbout> reports;
  std::vector<AuthorEngine> authors;
  std::vector<AuthorTable> author_tables;
  std::vector<Example> examples;
};

/// The game has a profile.
template <class G>
concept HasProfile = requires {
  { G::profile() } -> std::same_as<const Profile&>;
};

/// Of a game that nobody has measured.
inline const Profile& no_profile() {
  static const Profile kNothingMeasured;
  return kNothingMeasured;
}

template <class G>
const Profile& profile_of() {
  if constexpr (HasProfile<G>) {
    return G::profile();
  } else {
    return no_profile();
  }
}

}  // namespace partita::game
