#include "base/version.h"

namespace partita::base {

const char* version() { return PARTITA_VERSION; }

}  // namespace partita::base
