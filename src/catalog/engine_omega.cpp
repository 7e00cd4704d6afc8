#include "catalog/erased_engine.h"
#include "games/omega/omega.h"

namespace partita::catalog {

template base::Parsed<std::unique_ptr<AnyEngine>> make_erased_engine<games::omega::Omega>(const EngineSpec&);

}  // namespace partita::catalog
