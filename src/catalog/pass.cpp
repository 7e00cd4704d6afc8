#include "catalog/pass.h"

#include "catalog/erased_position.h"
#include "catalog/game_list.h"

namespace partita::catalog {

namespace {

template <game::Game G>
std::unique_ptr<PositionModel> passed_as(const PositionModel& model) {
  const auto* erased = dynamic_cast<const ErasedPosition<G>*>(&model);
  if (erased == nullptr || erased->ending().over) return nullptr;
  if constexpr (game::HasPass<G>) {
    typename G::Position pos = erased->position();
    if (!pos.can_pass()) return nullptr;
    pos.pass();
    if (!pos.is_over()) return std::make_unique<ErasedPosition<G>>(erased->typed_rules(), pos);
  }
  return nullptr;
}

/// The model is of exactly one game: the others say nothing.
template <class... Games>
std::unique_ptr<PositionModel> passed_as_any(const PositionModel& model, GameList<Games...>) {
  std::unique_ptr<PositionModel> found;
  ((found = found ? std::move(found) : passed_as<Games>(model)), ...);
  return found;
}

}  // namespace

base::Parsed<AnyPosition> passed(const AnyPosition& position) {
  auto model = passed_as_any(position.model(), AllGames{});
  if (!model) return base::Error{"the turn cannot be skipped here"};
  return AnyPosition(std::move(model));
}

}  // namespace partita::catalog
