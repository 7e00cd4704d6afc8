#include "catalog/erased_engine.h"
#include "games/hex/hex.h"

namespace partita::catalog {

template base::Parsed<std::unique_ptr<AnyEngine>> make_erased_engine<games::hex::Hex>(const EngineSpec&);

}  // namespace partita::catalog
