#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/outputs.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace partita::apps {

/// Numbers a value must lie between, ends included.
struct Range {
  double low;
  double high;
};
/// Words a value must be one of.
struct OneOf {
  std::vector<std::string> words;
};

/// An option just added, to be refined. A handle: copies mean the same option.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option* operator->() { return this; }

  Option& required();
  Option& check(const Range& range);
  Option& check(const OneOf& choice);
  Option& expected(int count);
  Option& expected(int least, int most);
  Option& default_str(const std::string& text);
  Option& capture_default_str();
  Option& type_name(const std::string& text);
  Option& group(const std::string& name);

 private:
  CLI::Option* option_;
};

/// The arguments of one subcommand. A thin face of CLI11, which costs ten seconds of compiling wherever it is included:
/// that is src/apps/arguments.cpp and src/apps/commands.cpp alone.
class Arguments {
 public:
  explicit Arguments(CLI::App* app) : app_(app) {}

  /// "--depth,-d", or a bare word for a positional argument. The variable holds the default and outlives the parse.
  Option add_option(const std::string& names, std::string& value, const std::string& help);
  Option add_option(const std::string& names, int& value, const std::string& help);
  Option add_option(const std::string& names, std::int64_t& value, const std::string& help);
  Option add_option(const std::string& names, std::uint64_t& value, const std::string& help);
  Option add_option(const std::string& names, double& value, const std::string& help);
  Option add_option(const std::string& names, std::vector<std::string>& values, const std::string& help);
  Option add_option(const std::string& names, std::vector<int>& values, const std::string& help);
  Option add_option(const std::string& names, std::vector<double>& values, const std::string& help);
  Option add_option_function(const std::string& names, const std::function<void(const std::string&)>& take,
                             const std::string& help);
  Option add_flag(const std::string& names, bool& value, const std::string& help);
  /// A file that the command writes. The first one that it begins also brings --force.
  Option add_output(const std::string& names, std::string& path, const std::string& help,
                    Outputs::Kind kind = Outputs::Kind::kNew);
  /// The files of add_output().
  const std::shared_ptr<Outputs>& outputs() const { return outputs_; }
  /// Text after the options in --help: examples.
  void footer(const std::string& text);

 private:
  CLI::App* app_;
  std::shared_ptr<Outputs> outputs_ = std::make_shared<Outputs>();
};

}  // namespace partita::apps
