#include "games/tafl/evaluator.h"

#include <array>
#include <vector>

#include "base/text.h"
#include "games/tafl/evaluation.h"
#include "games/tafl/net_inputs.h"

namespace partita::games::tafl {

namespace {

constexpr std::array<game::Named, 7> kNames = {
    {{"partita", "the king's roads, captures, siege and pieces, weighed by family of rules"},
     {"rudin", "the McGill report's utility: pieces, the king's blocked directions, attackers beside him"},
     {"rudin-pieces", "its first stage (4.2): the number of pieces alone"},
     {"rudin-escape", "its second stage (4.3): pieces and the king's blocked directions"},
     {"rudin-opening", "all of it and attackers that guard the corners, in the first 20 plies (7)"},
     {"material", "pieces alone, a defender worth two attackers"},
     {"net", "a network learnt from self-play under the same rules; without one, as partita"}}};

/// From the attackers' view.
game::Score network_value(const nets::Network& network, const Position& pos) {
  const NetInputs inputs = net_inputs(pos);
  return network.value(inputs, index_of(pos.mover()));
}

}  // namespace

std::span<const game::Named> Evaluator::names() { return kNames; }

base::Parsed<Evaluator> Evaluator::named(std::string_view name) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i].name == name) return Evaluator(static_cast<Choice>(i));
    known.emplace_back(kNames[i].name);
  }
  return base::Error{"unknown evaluator " + base::quoted(name) + ", known: " + base::join(known, ", ")};
}

game::Score Evaluator::from_attackers_view(const Position& pos) const {
  switch (choice_) {
    case Choice::kPartita: return evaluate_partita(pos);
    case Choice::kRudin: return evaluate_rudin(pos, RudinTerms::kAll);
    case Choice::kRudinPieces: return evaluate_rudin(pos, RudinTerms::kPieces);
    case Choice::kRudinEscape: return evaluate_rudin(pos, RudinTerms::kEscape);
    case Choice::kRudinOpening: return evaluate_rudin(pos, RudinTerms::kOpening);
    case Choice::kMaterial: return evaluate_material(pos);
    case Choice::kNet: break;
  }
  if (!reads_network(pos)) return evaluate_partita(pos);
  return network_value(*network_, pos) + (network_adds_ ? evaluate_partita(pos) : 0);
}

base::Parsed<base::Done> Evaluator::use_network(const nets::Network& network) {
  const RuleSet* rules = network.note("game") == "tafl" ? find_rule_set(network.note("rules")) : nullptr;
  if (rules == nullptr || network.note("inputs") != kInputsName || network.shape().inputs != kNetInputs ||
      network.shape().heads != 2) {
    return base::Error{"the network is not one for tafl with the inputs " + base::quoted(kInputsName)};
  }
  const std::string adds_to = network.note("adds-to");
  if (!adds_to.empty() && adds_to != "partita") {
    return base::Error{"the network adds to the evaluator " + base::quoted(adds_to) + ", only partita can be added to"};
  }
  network_ = &network;
  network_adds_ = !adds_to.empty();
  ground_ = &ground_of(*rules);
  return base::Done{};
}

game::Score Evaluator::evaluate_quiet_by_network(const Position& pos, game::Score alpha, game::Score beta,
                                                 Forcing& forcing) const {
  const game::Score score = network_value(*network_, pos);
  const game::Score value = pos.mover() == Side::kAttackers ? score : -score;
  if (network_adds_) return value + tafl::evaluate_quiet(pos, alpha - value, beta - value, forcing);
  if (value < beta) forcing.captures = quiet_captures(pos);
  return value;
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  game::Score score = from_attackers_view(pos);
  if (left_out_ != 0 && choice_ == Choice::kPartita) {
    const game::Score worth = game::worth_of(evaluation_terms(pos), left_out_);
    score -= pos.mover() == Side::kAttackers ? worth : -worth;
  }
  return pos.side_of(seat) == Side::kAttackers ? score : -score;
}

}  // namespace partita::games::tafl
