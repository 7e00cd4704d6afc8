#include "apps/arguments.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "base/text.h"

namespace partita::apps {

Option& Option::take(Required) {
  option_->required();
  return *this;
}
Option& Option::take(const std::string& help) {
  option_->description(help);
  return *this;
}
Option& Option::in_range(double least, double most) {
  // CLI::Range would write its bounds as 0.000000.
  std::ostringstream bounds;
  bounds << least << " to " << most;
  const auto judge = [least, most, words = bounds.str()](const std::string& value) {
    const auto number = base::read_double(value);
    if (number && *number >= least && *number <= most) return std::string();
    return base::quoted(value) + " is not a number from " + words;
  };
  option_->check(CLI::Validator(judge, bounds.str()));
  return *this;
}
Option& Option::take(const OneOf& choice) {
  option_->check(CLI::IsMember(choice.words));
  return *this;
}
Option& Option::expected(int count) {
  option_->expected(count);
  return *this;
}
Option& Option::expected(int least, int most) {
  option_->expected(least, most);
  return *this;
}
Option& Option::default_str(const std::string& text) {
  option_->default_str(text);
  return *this;
}
Option& Option::capture_default_str() {
  option_->capture_default_str();
  return *this;
}
Option& Option::type_name(const std::string& text) {
  option_->type_name(text);
  return *this;
}
Option& Option::group(const std::string& name) {
  option_->group(name);
  return *this;
}

Option Arguments::bind(const std::string& names, Variable variable) {
  return std::visit(
      [&](auto* value) {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::is_same_v<T, bool>) {
          return Option(app_->add_flag(names, *value, ""));
        } else {
          CLI::Option* option = app_->add_option(names, *value, "");
          if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
            if (*value != T{}) option->capture_default_str();
          }
          return Option(option);
        }
      },
      variable);
}
Option Arguments::add_option_function(const std::string& names, const std::function<void(const std::string&)>& take,
                                      const std::string& help) {
  return Option(app_->add_option_function<std::string>(names, take, help));
}
Option Arguments::add_output(const std::string& names, std::string& path, const std::string& help, Outputs::Kind kind) {
  const bool is_first = kind != Outputs::Kind::kExtended && app_->get_option_no_throw("--force") == nullptr;
  if (is_first) app_->add_flag("--force", outputs_->force(), "overwrite files that are there already");
  outputs_->add(names, path, kind);
  return add_option(names, path, help);
}
void Arguments::footer(const std::string& text) { app_->footer(text); }

}  // namespace partita::apps
