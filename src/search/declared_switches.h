#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/option.h"

namespace partita::search {

/// How flipping a switch may change a fixed-depth value. kSound: never. kExtends: it looks further than the depth asked
/// for. kUnsound: it may overlook things.
enum class Soundness { kSound, kExtends, kUnsound, kNotAboutValues };

/// "[sound] ", "[extends] ", "[unsound] ", or nothing: how a switch's help begins.
std::string mark_of(Soundness soundness);

struct Range {
  std::int64_t least;
  std::int64_t most;
};
/// A fraction that people set in hundredths.
struct Hundredths {
  std::int64_t least;
  std::int64_t most;
};
/// Names in the order of the enumerators, so that a choice's index is the enumerator.
using ChoiceNames = std::vector<std::string>;

/// A table of switches is a function template that calls its visitor once a switch with name, member, range, soundness
/// and help; the defaults are the members' own initialisers. This visitor makes the declarations of it.
template <class S>
class DeclareSwitches {
 public:
  explicit DeclareSwitches(std::vector<base::OptionSpec>& specs) : specs_(specs) {}

  void operator()(const char* name, bool S::*member, Soundness soundness, const char* help) {
    add(base::check_option(name, defaults_.*member, help), soundness);
  }
  template <class Number>
  void operator()(const char* name, Number S::*member, Range range, Soundness soundness, const char* help) {
    const auto value = static_cast<std::int64_t>(defaults_.*member);
    add(base::spin_option(name, value, range.least, range.most, help), soundness);
  }
  void operator()(const char* name, double S::*member, Hundredths range, Soundness soundness, const char* help) {
    const auto value = static_cast<std::int64_t>(std::llround(defaults_.*member * 100));
    add(base::spin_option(name, value, range.least, range.most, help), soundness);
  }
  template <class Enum>
  void operator()(const char* name, Enum S::*member, const ChoiceNames& names, Soundness soundness, const char* help) {
    add(base::combo_option(name, names[static_cast<std::size_t>(defaults_.*member)], names, help), soundness);
  }
  void operator()(const char* name, std::string S::*, const ChoiceNames& names, Soundness soundness, const char* help) {
    add(base::combo_option(name, names.empty() ? "" : names.front(), names, help), soundness);
  }

 private:
  void add(base::OptionSpec spec, Soundness soundness) {
    spec.help = mark_of(soundness) + spec.help;
    specs_.push_back(std::move(spec));
  }

  std::vector<base::OptionSpec>& specs_;
  const S defaults_{};
};

/// Reads checked values into the members.
template <class S>
class ReadSwitches {
 public:
  ReadSwitches(const std::vector<base::OptionSpec>& specs, const base::OptionValues& values, S& into)
      : specs_(specs), values_(values), into_(into) {}

  void operator()(const char* name, bool S::*member, Soundness, const char*) {
    into_.*member = base::is_on(specs_, values_, name);
  }
  template <class Number>
  void operator()(const char* name, Number S::*member, Range, Soundness, const char*) {
    into_.*member = static_cast<Number>(base::int_value_of(specs_, values_, name));
  }
  void operator()(const char* name, double S::*member, Hundredths, Soundness, const char*) {
    into_.*member = static_cast<double>(base::int_value_of(specs_, values_, name)) / 100.0;
  }
  template <class Enum>
  void operator()(const char* name, Enum S::*member, const ChoiceNames& names, Soundness, const char*) {
    const std::string chosen = base::value_of(specs_, values_, name);
    into_.*member = static_cast<Enum>(std::find(names.begin(), names.end(), chosen) - names.begin());
  }
  void operator()(const char* name, std::string S::*member, const ChoiceNames&, Soundness, const char*) {
    into_.*member = base::value_of(specs_, values_, name);
  }

 private:
  const std::vector<base::OptionSpec>& specs_;
  const base::OptionValues& values_;
  S& into_;
};

/// Finds the soundness of the switch of a name.
template <class S>
class FindSoundness {
 public:
  explicit FindSoundness(std::string_view name) : name_(name) {}
  Soundness found() const { return found_; }

  template <class Member>
  void operator()(const char* name, Member S::*, Soundness soundness, const char*) {
    if (name_ == name) found_ = soundness;
  }
  template <class Member, class Choice>
  void operator()(const char* name, Member S::*, const Choice&, Soundness soundness, const char*) {
    if (name_ == name) found_ = soundness;
  }

 private:
  std::string_view name_;
  Soundness found_ = Soundness::kNotAboutValues;
};

}  // namespace partita::search
