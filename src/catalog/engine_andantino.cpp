#include "catalog/erased_engine.h"
#include "games/andantino/andantino.h"

namespace partita::catalog {

template base::Parsed<std::unique_ptr<AnyEngine>> make_erased_engine<games::andantino::Andantino>(const EngineSpec&);

}  // namespace partita::catalog
