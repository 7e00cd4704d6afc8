#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "catalog/solve_scores.h"
#include "game/motif.h"
#include "game/perft.h"
#include "game/profile.h"
#include "game/terms.h"
#include "nets/network.h"

namespace partita::catalog {

/// Leaves by first move and by kind of ending, as counted by the game's own perft.
struct PerftResult {
  std::uint64_t leaves = 0;
  std::map<std::string, std::uint64_t> events;  ///< of the last ply, where the game counts them
  std::map<std::string, std::uint64_t> endings;
  std::vector<std::pair<std::string, std::uint64_t>> divide;  ///< leaves under each first move
};
using PerftProgress = game::PerftProgress;

/// What learning needs to know of a game that reads networks (game::HasNetwork).
struct NetworkHooks {
  std::function<std::vector<std::uint64_t>(const PositionModel&)> inputs;
  std::function<int(const PositionModel&)> head;
  std::function<Seat(const PositionModel&)> view;  ///< whose chances a network's value tells
  std::function<std::string(const PositionModel&)> inputs_name;
  std::function<std::string(const PositionModel&)> rules_name;
  /// For each symmetry of the position's board, the identity first: the input that each input becomes.
  std::function<std::vector<std::vector<std::uint16_t>>(const PositionModel&)> images;
};

/// The motifs of a game that has them (game::HasMotifs). The move is one that is legal in the position; what cannot be
/// read as one has no motifs, and none of it is true.
struct MotifHooks {
  const std::vector<game::MotifKind>* kinds = nullptr;  ///< never null
  std::function<std::vector<game::Motif>(const PositionModel&, std::string_view move)> find;
  std::function<bool(const PositionModel&, std::string_view move, const game::Motif&)> is_true;
};

/// One game of the house, as everything above sees it. Entries live as long as the program.
struct GameEntry {
  std::string name;
  std::string title;
  const game::Profile* profile = nullptr;  ///< never null
  std::vector<base::OptionSpec> rule_options;
  std::vector<std::pair<std::string, std::string>> evaluators;  ///< name, help; the first is the default
  std::function<base::Parsed<std::unique_ptr<PositionModel>>(const base::OptionValues&, std::string_view text)>
      make_position;
  std::function<PerftResult(const PositionModel&, int depth, const PerftProgress&)> perft;
  /// Leaves and exact sums by seat, `unit` in the game's words (Omega: stone, turn); empty where the game has none.
  std::function<base::Parsed<game::PerftSums>(const PositionModel&, int depth, std::string_view unit,
                                              const PerftProgress&)>
      perft_sums;
  /// The parts of the default evaluator's value, game/terms.h; empty where the game does not tell.
  std::function<std::vector<game::EvaluationTerm>(const PositionModel&)> evaluation_terms;
  /// The same of the evaluation of a report whose weights are wanted; empty where there is none.
  std::function<std::vector<game::EvaluationTerm>(const PositionModel&)> author_terms;
  std::function<base::Parsed<std::unique_ptr<AnyEngine>>(const EngineSpec&)> make_engine;
  /// Exact endgames, game/exact_scores.h; empty where the game offers none. REQUIRES: the game is not over.
  std::function<std::optional<ScoreSolution>(const PositionModel&, const ScoreQuestion&)> solve_scores;
  /// game::HasPatternSamples; empty where the game offers none. REQUIRES: a legal move.
  std::function<base::Parsed<std::string>(const PositionModel&, std::string_view move)> pattern_sample;
  std::optional<NetworkHooks> network;  ///< nothing where the game reads no networks
  /// Names the inputs of the policy network for some rules, empty for rules without one (game::HasPolicy).
  std::function<std::string(const base::OptionValues& rules)> policy_inputs;
  std::optional<MotifHooks> motifs;  ///< nothing where the game has none
  /// Rules in the interchange format of the game's own world (tafl: OpenTafl's rules string); empty where there is
  /// none. What the format cannot express is an error.
  std::function<base::Parsed<std::string>(const base::OptionValues&)> write_rules_text;
  std::function<base::Parsed<base::OptionValues>(std::string_view)> read_rules_text;
};

/// All games, in the order in which they are shown.
const std::vector<GameEntry>& all_games();
/// By name; an unknown one is an error that lists or suggests the known.
base::Parsed<const GameEntry*> find_game(std::string_view name);
/// What a command plays that was not told which game: the first of them.
const std::string& default_game();

struct GameUnderRules {
  const GameEntry* game = nullptr;
  base::OptionValues rules;  ///< those that matter here; the others have their defaults
};
/// A game that speaks somebody else's protocol or file format, and the rules by which it is played there.
base::Parsed<GameUnderRules> speaker_of(std::string_view tongue);
/// The game that a report is about, and the rules by which it is played there.
base::Parsed<GameUnderRules> subject_of_report(std::string_view report);
/// The profiles' examples for a command's help, two blanks before each: "  partita go --game ...\n  partita ...".
std::string examples_of(std::string_view command);

/// What the program is, in one line that names every game of the list: "plays, analyses and solves ...".
std::string program_summary();

}  // namespace partita::catalog
