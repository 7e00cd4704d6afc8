#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "apps/outputs.h"
#include "base/declared.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace partita::apps {

using base::Range;
/// Words a value must be one of.
struct OneOf {
  std::vector<std::string> words;
};

/// Without it the command is refused.
struct Required {};
inline constexpr Required kRequired;

/// An option just added, to be refined. A handle: copies mean the same option.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option* operator->() { return this; }

  template <class Number>
  Option& take(const Range<Number>& range) {
    return in_range(static_cast<double>(range.least), static_cast<double>(range.most));
  }
  Option& take(const OneOf& choice);
  Option& take(Required);
  Option& take(const std::string& help);
  // The same where the option is added first and refined afterwards.
  Option& required() { return take(kRequired); }
  Option& check(const auto& values) { return take(values); }
  Option& expected(int count);
  Option& expected(int least, int most);
  Option& default_str(const std::string& text);
  Option& capture_default_str();
  Option& type_name(const std::string& text);
  Option& group(const std::string& name);

 private:
  Option& in_range(double least, double most);
  CLI::Option* option_;
};

/// The arguments of one subcommand. A thin face of CLI11, which costs ten seconds of compiling wherever it is included:
/// that is src/apps/arguments.cpp and src/apps/commands.cpp alone.
class Arguments {
 public:
  explicit Arguments(CLI::App* app) : app_(app) {}

  /// Declares an option: "--depth,-d", or a bare word for a positional argument; the variable, which outlives the parse
  /// and holds the default, told in the help unless it is empty or 0; a Range, OneOf or kRequired; the help.
  template <class... About>
  Option add_option(const std::string& names, auto& value, const About&... about) {
    Option option = bind(names, &value);
    (option.take(about), ...);
    return option;
  }
  Option add_option_function(const std::string& names, const std::function<void(const std::string&)>& take,
                             const std::string& help);
  Option add_flag(const std::string& names, bool& value, const std::string& help) {
    return add_option(names, value, help);
  }
  /// A file that the command writes. The first one that it begins also brings --force.
  Option add_output(const std::string& names, std::string& path, const std::string& help,
                    Outputs::Kind kind = Outputs::Kind::kNew);
  /// The files of add_output().
  const std::shared_ptr<Outputs>& outputs() const { return outputs_; }
  /// Text after the options in --help: examples.
  void footer(const std::string& text);

 private:
  using Variable = std::variant<bool*, std::string*, int*, std::int64_t*, std::uint64_t*, double*,
                                std::vector<std::string>*, std::vector<int>*, std::vector<double>*>;
  Option bind(const std::string& names, Variable variable);

  CLI::App* app_;
  std::shared_ptr<Outputs> outputs_ = std::make_shared<Outputs>();
};

}  // namespace partita::apps
