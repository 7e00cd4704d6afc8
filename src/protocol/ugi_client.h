#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "protocol/child_process.h"

namespace partita::protocol {

/// Patience with an engine that is not ours.
struct UgiPatience {
  int start_ms = 10'000;       ///< for ugiok and readyok
  int margin_ms = 2'000;       ///< beyond the time the search was given
  int unlimited_ms = 600'000;  ///< for searches limited by depth or nodes
  int most_lines = 200'000;    ///< an engine that prints more before an answer is broken
};

/// What the engine answered to one "go".
struct UgiAnswer {
  std::string move;
  std::string failure;  ///< empty, or why there is no move
  catalog::LineReport line;
  bool has_line = false;
};

/// Our side of a conversation with an external UGI engine. Starts it when needed, starts it again after it crashed or
/// had to be killed. One thread.
class UgiClient {
 public:
  /// Starts the engine and shakes hands: an engine that does not answer is an error.
  static base::Parsed<std::unique_ptr<UgiClient>> start(std::vector<std::string> command, UgiPatience patience = {});

  const std::string& name() const { return name_; }
  const std::vector<base::OptionSpec>& options() const { return options_; }
  /// Every line from now on, those to the engine after "> ", those from it after "< ". May be empty.
  using Trace = std::function<void(const std::string&)>;
  void set_trace(Trace trace) { trace_ = std::move(trace); }
  /// Kept for restarts too.
  void set_option(const std::string& name, const std::string& value);
  /// For the random choices of the games to come, if the engine has an option for it.
  void use_seed(std::uint64_t seed);
  /// Tells the engine by its declared options which game it is to play by which rules; an error says what it cannot
  /// play. An engine that declares no rules at all is taken to have been started for them.
  base::Parsed<base::Done> set_rules(const std::string& game, const base::OptionValues& rules);
  /// False if the engine is dead and cannot be started again.
  bool new_game();
  UgiAnswer search(const catalog::AnyPosition& position, const catalog::Limits& limits);

 private:
  UgiClient(std::vector<std::string> command, UgiPatience patience);
  base::Parsed<base::Done> launch();
  /// Takes down the engine's name and options on the way to "ugiok".
  bool shake_hands();
  base::Parsed<base::Done> set_game(const std::string& game);
  base::Parsed<base::Done> set_rule(const std::string& name, const std::string& value, const std::string& usual);
  const base::OptionSpec* declared(const std::string& name) const;
  bool declares_rules() const;
  bool synchronise();
  bool tell(const std::string& line);
  std::optional<LineInput::Line> hear(int timeout_ms);
  UgiAnswer fail(const std::string& why);
  UgiAnswer wait_for_move(int timeout_ms);

  std::vector<std::string> command_;
  UgiPatience patience_;
  std::unique_ptr<ChildProcess> child_;
  std::string name_;
  std::vector<base::OptionSpec> options_;
  base::OptionValues values_;
  std::string complaint_;  ///< the engine's last "info string error"
  Trace trace_;
};

}  // namespace partita::protocol
