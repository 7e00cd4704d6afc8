#include "catalog/erased_engine.h"
#include "games/tafl/tafl.h"

namespace partita::catalog {

template base::Parsed<std::unique_ptr<AnyEngine>> make_erased_engine<games::tafl::Tafl>(const EngineSpec&);

}  // namespace partita::catalog
