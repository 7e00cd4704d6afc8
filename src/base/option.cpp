#include "base/option.h"

#include <algorithm>
#include <cassert>

#include "base/text.h"

namespace partita::base {

namespace {

std::string range_text(const OptionSpec& spec) {
  switch (spec.kind) {
    case OptionSpec::Kind::kCheck: return "on or off";
    case OptionSpec::Kind::kSpin: return std::to_string(spec.min) + " to " + std::to_string(spec.max);
    case OptionSpec::Kind::kCombo: return "one of " + join(spec.choices, ", ");
    case OptionSpec::Kind::kString: return "text";
  }
  return {};
}

Error refused(const OptionSpec& spec, std::string_view value) {
  return Error{spec.name + ": " + base::quoted(value) + " is not valid, expected " + range_text(spec)};
}

}  // namespace

OptionSpec check_option(std::string name, bool value, std::string help) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.kind = OptionSpec::Kind::kCheck;
  spec.default_value = value ? "on" : "off";
  spec.help = std::move(help);
  return spec;
}

OptionSpec spin_option(std::string name, std::int64_t value, std::int64_t min, std::int64_t max, std::string help) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.kind = OptionSpec::Kind::kSpin;
  spec.default_value = std::to_string(value);
  spec.min = min;
  spec.max = max;
  spec.help = std::move(help);
  return spec;
}

OptionSpec combo_option(std::string name, std::string value, std::vector<std::string> choices, std::string help) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.kind = OptionSpec::Kind::kCombo;
  spec.default_value = std::move(value);
  spec.choices = std::move(choices);
  spec.help = std::move(help);
  return spec;
}

OptionSpec string_option(std::string name, std::string value, std::string help) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.default_value = std::move(value);
  spec.help = std::move(help);
  return spec;
}

const OptionSpec* find_option(const std::vector<OptionSpec>& specs, std::string_view name) {
  const auto found =
      std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

Parsed<std::string> checked_value(const OptionSpec& spec, std::string_view value) {
  switch (spec.kind) {
    case OptionSpec::Kind::kCheck: {
      const std::string word = lower(value);
      if (word == "on" || word == "true" || word == "1" || word == "yes") return std::string("on");
      if (word == "off" || word == "false" || word == "0" || word == "no") return std::string("off");
      return refused(spec, value);
    }
    case OptionSpec::Kind::kSpin: {
      const auto number = read_int(value);
      if (!number || *number < spec.min || *number > spec.max) return refused(spec, value);
      return std::to_string(*number);
    }
    case OptionSpec::Kind::kCombo:
      if (std::find(spec.choices.begin(), spec.choices.end(), value) == spec.choices.end()) return refused(spec, value);
      return std::string(value);
    case OptionSpec::Kind::kString: return std::string(value);
  }
  return refused(spec, value);
}

Parsed<OptionValues> checked_values(const std::vector<OptionSpec>& specs, const OptionValues& values) {
  OptionValues result;
  for (const auto& [name, value] : values) {
    const OptionSpec* spec = find_option(specs, name);
    if (spec == nullptr) {
      std::vector<std::string> names;
      for (const OptionSpec& known : specs) names.push_back(known.name);
      const auto guess = nearest(name, names);
      return Error{"unknown option " + base::quoted(name) +
                   (guess ? ", did you mean '" + *guess + "'?" : ", known: " + join(names, ", "))};
    }
    auto checked = checked_value(*spec, value);
    if (!checked) return checked.forward_error();
    result[name] = *checked;
  }
  return result;
}

Parsed<OptionValues> read_values(std::string_view text) {
  OptionValues values;
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  for (const std::string_view part : words(spaced)) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return Error{"expected name=value, found " + base::quoted(part)};
    }
    values[std::string(part.substr(0, equals))] = std::string(part.substr(equals + 1));
  }
  return values;
}

std::string write_values(const std::vector<OptionSpec>& specs, const OptionValues& values) {
  std::vector<std::string> parts;
  for (const OptionSpec& spec : specs) {
    const auto found = values.find(spec.name);
    if (found != values.end() && found->second != spec.default_value) parts.push_back(spec.name + "=" + found->second);
  }
  return join(parts, ",");
}

std::string value_of(const std::vector<OptionSpec>& specs, const OptionValues& values, std::string_view name) {
  const auto found = values.find(name);
  if (found != values.end()) return found->second;
  const OptionSpec* spec = find_option(specs, name);
  assert(spec != nullptr);
  return spec->default_value;
}

std::int64_t int_value_of(const std::vector<OptionSpec>& specs, const OptionValues& values, std::string_view name) {
  return read_int(value_of(specs, values, name)).value_or(0);
}

bool is_on(const std::vector<OptionSpec>& specs, const OptionValues& values, std::string_view name) {
  return value_of(specs, values, name) == "on";
}

}  // namespace partita::base
