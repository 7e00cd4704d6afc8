#include "apps/arguments.h"

#include <CLI/CLI.hpp>
#include <sstream>
#include <utility>

#include "base/text.h"

namespace partita::apps {

Option& Option::required() {
  option_->required();
  return *this;
}
Option& Option::check(const Range& range) {
  // CLI::Range would write its bounds as 0.000000.
  std::ostringstream bounds;
  bounds << range.low << " to " << range.high;
  const auto judge = [range, words = bounds.str()](const std::string& value) {
    const auto number = base::read_double(value);
    if (number && *number >= range.low && *number <= range.high) return std::string();
    return base::quoted(value) + " is not a number from " + words;
  };
  option_->check(CLI::Validator(judge, bounds.str()));
  return *this;
}
Option& Option::check(const OneOf& choice) {
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

Option Arguments::add_option(const std::string& names, std::string& value, const std::string& help) {
  return Option(app_->add_option(names, value, help));
}
Option Arguments::add_option(const std::string& names, int& value, const std::string& help) {
  return Option(app_->add_option(names, value, help));
}
Option Arguments::add_option(const std::string& names, std::int64_t& value, const std::string& help) {
  return Option(app_->add_option(names, value, help));
}
Option Arguments::add_option(const std::string& names, std::uint64_t& value, const std::string& help) {
  return Option(app_->add_option(names, value, help));
}
Option Arguments::add_option(const std::string& names, double& value, const std::string& help) {
  return Option(app_->add_option(names, value, help));
}
Option Arguments::add_option(const std::string& names, std::vector<std::string>& values, const std::string& help) {
  return Option(app_->add_option(names, values, help));
}
Option Arguments::add_option(const std::string& names, std::vector<int>& values, const std::string& help) {
  return Option(app_->add_option(names, values, help));
}
Option Arguments::add_option(const std::string& names, std::vector<double>& values, const std::string& help) {
  return Option(app_->add_option(names, values, help));
}
Option Arguments::add_option_function(const std::string& names, const std::function<void(const std::string&)>& take,
                                      const std::string& help) {
  return Option(app_->add_option_function<std::string>(names, take, help));
}
Option Arguments::add_flag(const std::string& names, bool& value, const std::string& help) {
  return Option(app_->add_flag(names, value, help));
}
Option Arguments::add_output(const std::string& names, std::string& path, const std::string& help, Outputs::Kind kind) {
  const bool is_first = kind != Outputs::Kind::kExtended && app_->get_option_no_throw("--force") == nullptr;
  if (is_first) app_->add_flag("--force", outputs_->force(), "overwrite files that are there already");
  outputs_->add(names, path, kind);
  return add_option(names, path, help);
}
void Arguments::footer(const std::string& text) { app_->footer(text); }

}  // namespace partita::apps
