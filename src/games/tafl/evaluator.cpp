#include "games/tafl/evaluator.h"

#include <array>
#include <cstdint>
#include <vector>

#include "base/text.h"
#include "games/tafl/evaluation.h"

namespace partita::games::tafl {

namespace {

constexpr std::array<game::Named, 3> kNames = {
    {{"partita", "the king's roads, captures, siege and pieces, weighed by family of rules"},
     {"rudin", "the McGill report's utility: pieces, the king's blocked directions, attackers beside him"},
     {"material", "pieces alone, a defender worth two attackers"}}};

/// Values of positions met lately, one table per thread: searches come to the same leaves by many roads.
struct Remembered {
  game::Key key;
  game::Score score;
};
constexpr std::size_t kRemembered = 8192;

game::Score remembered_partita(const Position& pos) {
  static thread_local std::vector<Remembered> table(kRemembered);
  // Rules differ in what a position is worth: every ground has its own keys.
  const game::Key key = pos.board().key ^ reinterpret_cast<std::uintptr_t>(&pos.ground());
  Remembered& place = table[key % kRemembered];
  if (place.key != key) place = {key, evaluate_partita(pos, weights_for(pos.rules().escape))};
  return place.score;
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
    case Choice::kPartita: return remembered_partita(pos);
    case Choice::kRudin: return evaluate_rudin(pos);
    case Choice::kMaterial: break;
  }
  return evaluate_material(pos);
}

game::Score Evaluator::evaluate(const Position& pos, game::Seat seat, const game::EvalContext<Move>&) const {
  const game::Score score = from_attackers_view(pos);
  return pos.side_of(seat) == Side::kAttackers ? score : -score;
}

}  // namespace partita::games::tafl
