#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <vector>

#include "apps/command.h"
#include "apps/position_options.h"
#include "catalog/games.h"
#include "protocol/line_input.h"
#include "protocol/ugi_check.h"
#include "protocol/ugi_session.h"

namespace partita::apps {

namespace {

/// How long a search may go on after the end of the input: "printf ... | partita engine" wants its answer.
constexpr int kLastWordsMs = 10'000;

int serve(const PositionOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  protocol::UgiSetup setup;
  setup.game = options.game;
  auto rules = given_rules(options);
  if (!rules) return refuse(rules.error());
  setup.rules = *rules;
  auto engine = catalog::read_engine_spec(options.preset);
  if (!engine) return refuse(engine.error());
  setup.engine = *engine;
  LineOutput output;
  const auto write_line = [&output](const std::string& line) { output.write(line); };
  auto session = protocol::UgiSession::make(setup, write_line);
  if (!session) return refuse(session.error());
  protocol::LineInput input(STDIN_FILENO, STDOUT_FILENO);
  while (const auto line = input.next()) {
    if (output.is_closed()) return output.exit_code();
    if (line->was_too_long) {
      write_line("info string error a line of more than a mebibyte was dropped");
    } else if (!(*session)->handle(line->text)) {
      return output.exit_code();
    }
  }
  (*session)->leave(kLastWordsMs, [] { return protocol::is_heard(STDOUT_FILENO); });
  return output.exit_code();
}

}  // namespace

int check_engine(const std::vector<std::string>& command) {
  std::signal(SIGPIPE, SIG_IGN);
  if (command.empty())
    return refuse("engine --check: no engine to check, as in 'partita engine --check ./other --game x'");
  const auto verdicts = protocol::check_ugi_engine(command);
  if (!verdicts) return refuse(verdicts.error());
  std::fputs(protocol::write_verdicts(*verdicts).c_str(), stdout);
  return protocol::all_passed(*verdicts) ? kExitFine : kExitFailed;
}

Action add_engine_command(Arguments& app) {
  auto options = std::make_shared<PositionOptions>();
  options->game = catalog::default_game();
  add_game_options(app, *options);
  add_preset_option(app, *options);
  app.footer(
      "partita engine --check COMMAND... tests any UGI engine and gives a verdict for each rule (exit 1 if one "
      "fails).\n\n"
      "Examples:\n" +
      catalog::examples_of("engine"));
  return [options] { return serve(*options); };
}

}  // namespace partita::apps
