#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/declared.h"
#include "base/option.h"

namespace partita::search {

/// How flipping a switch may change a fixed-depth value. kSound: never. kExtends: it looks further than the depth asked
/// for. kUnsound: it may overlook things.
enum class Soundness { kSound, kExtends, kUnsound, kNotAboutValues };

/// "[sound] ", "[extends] ", "[unsound] ", or nothing: how a switch's help begins.
std::string mark_of(Soundness soundness);

using base::Range;
/// A fraction that people set in hundredths.
struct Hundredths {
  std::int64_t least;
  std::int64_t most;
};
using base::Names;

/// A table of switches is declared as any record (base/declared.h), with the soundness before the help. This visitor of
/// the default switches makes the declarations for command line, protocol and page of it.
class DeclareSwitches {
 public:
  explicit DeclareSwitches(std::vector<base::OptionSpec>& specs) : specs_(specs) {}

  void operator()(const char* name, bool value, Soundness soundness, const char* help) {
    add(base::check_option(name, value, help), soundness);
  }
  template <class Number, class Limit>
  void operator()(const char* name, Number value, Range<Limit> range, Soundness soundness, const char* help) {
    add(base::spin_option(name, static_cast<std::int64_t>(value), range.least, range.most, help), soundness);
  }
  void operator()(const char* name, double value, Hundredths range, Soundness soundness, const char* help) {
    add(base::spin_option(name, std::llround(value * 100), range.least, range.most, help), soundness);
  }
  template <class Enum>
  void operator()(const char* name, Enum value, const Names& names, Soundness soundness, const char* help) {
    add(base::combo_option(name, names[static_cast<std::size_t>(value)], names, help), soundness);
  }
  void operator()(const char* name, const std::string&, const Names& names, Soundness soundness, const char* help) {
    add(base::combo_option(name, names.empty() ? "" : names.front(), names, help), soundness);
  }

 private:
  void add(base::OptionSpec spec, Soundness soundness) {
    spec.help = mark_of(soundness) + spec.help;
    specs_.push_back(std::move(spec));
  }

  std::vector<base::OptionSpec>& specs_;
};

/// Reads checked values into the members.
class ReadSwitches {
 public:
  ReadSwitches(const std::vector<base::OptionSpec>& specs, const base::OptionValues& values)
      : specs_(specs), values_(values) {}

  void operator()(const char* name, bool& member, Soundness, const char*) {
    member = base::is_on(specs_, values_, name);
  }
  template <class Number, class Limit>
  void operator()(const char* name, Number& member, Range<Limit>, Soundness, const char*) {
    member = static_cast<Number>(base::int_value_of(specs_, values_, name));
  }
  void operator()(const char* name, double& member, Hundredths, Soundness, const char*) {
    member = static_cast<double>(base::int_value_of(specs_, values_, name)) / 100.0;
  }
  template <class Enum>
  void operator()(const char* name, Enum& member, const Names& names, Soundness, const char*) {
    const std::string chosen = base::value_of(specs_, values_, name);
    member = static_cast<Enum>(std::find(names.begin(), names.end(), chosen) - names.begin());
  }
  void operator()(const char* name, std::string& member, const Names&, Soundness, const char*) {
    member = base::value_of(specs_, values_, name);
  }

 private:
  const std::vector<base::OptionSpec>& specs_;
  const base::OptionValues& values_;
};

/// Finds the soundness of the switch of a name.
struct FindSoundness {
  std::string_view wanted;
  Soundness found = Soundness::kNotAboutValues;

  void operator()(std::string_view name, const auto&, Soundness soundness, const char*) {
    if (name == wanted) found = soundness;
  }
  void operator()(std::string_view name, const auto&, const auto& /*values*/, Soundness soundness, const char*) {
    if (name == wanted) found = soundness;
  }
};

}  // namespace partita::search
