#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"

namespace partita::base {

/// The one declaration of something a person may set: a rule option of a game, a switch of the search. Command line,
/// protocol, page and documentation are all derived from it.
struct OptionSpec {
  enum class Kind { kCheck, kSpin, kCombo, kString };

  std::string name;
  Kind kind = Kind::kString;
  std::string default_value;
  std::int64_t min = 0;              ///< kSpin only
  std::int64_t max = 0;              ///< kSpin only
  std::vector<std::string> choices;  ///< kCombo only
  std::string help;
};

OptionSpec check_option(std::string name, bool value, std::string help);
OptionSpec spin_option(std::string name, std::int64_t value, std::int64_t min, std::int64_t max, std::string help);
OptionSpec combo_option(std::string name, std::string value, std::vector<std::string> choices, std::string help);
OptionSpec string_option(std::string name, std::string value, std::string help);

/// Option values by name, in the text form in which they came. Missing names mean the default.
using OptionValues = std::map<std::string, std::string, std::less<>>;

const OptionSpec* find_option(const std::vector<OptionSpec>& specs, std::string_view name);

/// The canonical text of `value` for this option ("on"/"off" for checks: also true/false/1/0/yes/no are read), or an
/// error that names the option and its range.
Parsed<std::string> checked_value(const OptionSpec& spec, std::string_view value);
/// All values checked and made canonical; an unknown name is an error that suggests the nearest known one.
Parsed<OptionValues> checked_values(const std::vector<OptionSpec>& specs, const OptionValues& values);
/// "side=5,players=3" or "side=5 players=3" -> values. A bare word is refused.
Parsed<OptionValues> read_values(std::string_view text);
/// The values that differ from the defaults, as "name=value,name=value"; empty when all are defaults.
std::string write_values(const std::vector<OptionSpec>& specs, const OptionValues& values);

/// Values with defaults filled in. REQUIRES: values came from checked_values with the same specs.
std::string value_of(const std::vector<OptionSpec>& specs, const OptionValues& values, std::string_view name);
std::int64_t int_value_of(const std::vector<OptionSpec>& specs, const OptionValues& values, std::string_view name);
bool is_on(const std::vector<OptionSpec>& specs, const OptionValues& values, std::string_view name);

}  // namespace partita::base
