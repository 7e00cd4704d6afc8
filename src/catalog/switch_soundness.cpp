#include "catalog/switch_soundness.h"

#include "search/switches.h"

namespace partita::catalog {

bool is_about_values(std::string_view name) { return search::soundness_of(name) != search::Soundness::kNotAboutValues; }

}  // namespace partita::catalog
