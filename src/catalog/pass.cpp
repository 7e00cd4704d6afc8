#include "catalog/pass.h"

#include "catalog/erased_position.h"
#include "games/andantino/andantino.h"
#include "games/omega/omega.h"
#include "games/tafl/tafl.h"

namespace partita::catalog {

namespace {

template <game::Game G>
std::unique_ptr<PositionModel> passed_as(const PositionModel& model) {
  const auto* erased = dynamic_cast<const ErasedPosition<G>*>(&model);
  if (erased == nullptr || erased->ending().over) return nullptr;
  typename G::Position pos = erased->position();
  if (!pos.can_pass()) return nullptr;
  pos.pass();
  return pos.is_over() ? nullptr : std::make_unique<ErasedPosition<G>>(erased->typed_rules(), pos);
}

}  // namespace

base::Parsed<AnyPosition> passed(const AnyPosition& position) {
  auto model = passed_as<games::andantino::Andantino>(position.model());
  if (!model) model = passed_as<games::omega::Omega>(position.model());
  if (!model) model = passed_as<games::tafl::Tafl>(position.model());
  if (!model) return base::Error{"the turn cannot be skipped here"};
  return AnyPosition(std::move(model));
}

}  // namespace partita::catalog
