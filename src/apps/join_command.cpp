#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "base/text.h"
#include "protocol/foreign_game.h"
#include "record/game_files.h"
#include "record/replay.h"

namespace partita::apps {

namespace {

constexpr int kUniboWhitePort = 5800;
constexpr int kUniboBlackPort = 5801;
constexpr int kMcgillPort = 8123;

struct JoinOptions {
  std::string server;
  std::string role;
  protocol::ForeignSetup setup;
  double time_s = 0;
  double first_time_s = 0;
  std::string preset = "partita";
  int wait_s = 600;
  std::string out;
};

/// What of a time limit may be thought: the rest is for the wire and the server's clock.
std::int64_t thinking_ms(double limit_s) {
  const double limit_ms = limit_s * 1000;
  return static_cast<std::int64_t>(limit_ms - std::clamp(limit_ms / 10, 50.0, 1500.0));
}

base::Parsed<protocol::ForeignOutcome> play(const JoinOptions& options, const catalog::EngineSpec& engine) {
  const bool is_unibo = options.server == "unibo";
  protocol::ForeignSetup setup = options.setup;
  setup.engine = engine;
  setup.wait_ms = options.wait_s * 1000;
  // The challenge gives 60 s a move, the course 2 s and 30 s for the first.
  const double time_s = options.time_s > 0 ? options.time_s : is_unibo ? 60 : 2;
  setup.move_ms = thinking_ms(time_s);
  const double first_s = options.first_time_s > 0 ? options.first_time_s : is_unibo || options.time_s > 0 ? time_s : 30;
  setup.first_move_ms = thinking_ms(first_s);
  setup.on_event = [](const std::string& text) {
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
  };
  const bool is_white = options.role == "white";
  if (setup.port == 0) setup.port = !is_unibo ? kMcgillPort : is_white ? kUniboWhitePort : kUniboBlackPort;
  if (!is_unibo) return protocol::play_on_mcgill(setup);
  return protocol::play_on_unibo(setup, is_white ? protocol::UniboRole::kWhite : protocol::UniboRole::kBlack);
}

int join(const JoinOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  if (options.server == "unibo" && options.role.empty()) return refuse("join unibo needs --role white or --role black");
  if (options.server == "mcgill" && !options.role.empty())
    return refuse("--role: the mcgill server gives the sides itself");
  const auto engine = catalog::read_engine_spec(options.preset);
  if (!engine) return refuse(engine.error());
  const auto outcome = play(options, *engine);
  if (!outcome) return refuse("join " + options.server + ": " + outcome.error());
  std::printf("%s\n", base::quoted(outcome->verdict, 200).c_str());
  if (!options.out.empty()) {
    record::GameRecord record = record::make_record(outcome->position);
    if (outcome->own_seat >= 0) record.set_tag(record::seat_tag(outcome->own_seat), options.setup.name);
    if (const auto done = record::write_file(options.out, record::write_record(record)); !done)
      return refuse(done.error());
  }
  return kExitFine;
}

}  // namespace

Action add_join_command(Arguments& app) {
  auto options = std::make_shared<JoinOptions>();
  app.add_option("server", options->server, kRequired, OneOf{{"unibo", "mcgill"}},
                 "unibo (Tablut Challenge, rules ashton) or mcgill (COMP 424, rules mcgill)");
  app.add_option("--role", options->role, OneOf{{"white", "black"}}, "unibo: white or black");
  app.add_option("--host", options->setup.host, "where the server is");
  app.add_option("--port", options->setup.port, Range{1, 65535},
                 "default: 5800 for white, 5801 for black, 8123 for mcgill");
  app.add_option("--time", options->time_s, Range{0.1, 86400}, "the server's seconds a move (60, mcgill 2)");
  app.add_option("--first-time", options->first_time_s, Range{0.1, 86400}, "the same for the first move (mcgill 30)");
  app.add_option("--name", options->setup.name, "our name");
  app.add_option("--preset", options->preset, "engine preset, with switches as in 'partita,threads=2'");
  app.add_option("--wait", options->wait_s, Range{1, 86400}, "seconds to wait for the server's next word");
  app.add_output("--out", options->out, "write the game's record");
  app.footer(
      "Examples:\n"
      "  partita join unibo --role white --host 10.0.0.5 --time 60 --name Partita\n"
      "  partita join mcgill --host localhost --preset rudin");
  return [options] { return join(*options); };
}

}  // namespace partita::apps
