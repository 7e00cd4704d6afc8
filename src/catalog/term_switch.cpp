#include "catalog/term_switch.h"

#include <algorithm>

#include "base/text.h"

namespace partita::catalog {

namespace {

std::string group_of(const game::EvaluationTerm& term) {
  std::string name(term.name.substr(0, term.name.find(':')));
  std::replace(name.begin(), name.end(), ' ', '_');
  name.erase(std::remove(name.begin(), name.end(), '\''), name.end());
  return name;
}

}  // namespace

std::vector<std::string> term_groups(const std::vector<game::EvaluationTerm>& terms) {
  std::vector<std::string> groups;
  for (const game::EvaluationTerm& term : terms) {
    const std::string group = group_of(term);
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

base::Parsed<game::TermSet> read_term_set(const std::vector<game::EvaluationTerm>& terms, std::string_view text) {
  game::TermSet set = 0;
  if (base::trim(text).empty()) return set;
  for (const std::string_view word : base::split(text, '+')) {
    const std::string_view name = base::trim(word);
    bool is_known = false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (group_of(terms[i]) != name) continue;
      set |= game::TermSet{1} << i;
      is_known = true;
    }
    if (!is_known) {
      return base::Error{std::string(kLeftOutSwitch) + ": no term named " + base::quoted(name) +
                         ", known: " + base::join(term_groups(terms), ", ")};
    }
  }
  return set;
}

}  // namespace partita::catalog
