#include <CLI/CLI.hpp>
#include <cstdio>
#include <deque>
#include <string_view>
#include <vector>

#include "apps/command.h"
#include "base/text.h"

namespace partita::apps {

Action add_analyze_command(Arguments& app);
Action add_arena_command(Arguments& app);
Action add_bench_command(Arguments& app);
Action add_endgame_command(Arguments& app);
Action add_engine_command(Arguments& app);
Action add_games_command(Arguments& app);
Action add_go_command(Arguments& app);
Action add_replay_command(Arguments& app);
Action add_convert_command(Arguments& app);
Action add_inspect_command(Arguments& app);
Action add_join_command(Arguments& app);
Action add_perft_command(Arguments& app);
Action add_play_command(Arguments& app);
Action add_serve_command(Arguments& app);
Action add_puzzles_command(Arguments& app);
Action add_solve_command(Arguments& app);
Action add_verify_command(Arguments& app);
Action add_whowins_command(Arguments& app);
Action add_work_command(Arguments& app);
Action add_worker_command(Arguments& app);

/// "partita engine --check CMD...": the rest belongs to the other engine and is not ours to read.
int check_engine(const std::vector<std::string>& command);

namespace {

struct CommandRow {
  const char* name;
  const char* help;
  AddCommand add;
};

constexpr CommandRow kCommands[] = {
    {"analyze", "annotate a game, or answer JSON lines with analysis", add_analyze_command},
    {"arena", "matches and tournaments between engines, with error bars", add_arena_command},
    {"bench", "search fixed positions: a signature of what search does, and its speed", add_bench_command},
    {"endgame", "solve a late position of Omega exactly", add_endgame_command},
    {"engine", "speak UGI on standard input and output", add_engine_command},
    {"games", "list the games with their rule sets and options", add_games_command},
    {"go", "search one position, with a row for every depth", add_go_command},
    {"inspect", "show a position: board, mover, legal moves, result", add_inspect_command},
    {"join", "play on another program's server: unibo or mcgill", add_join_command},
    {"perft", "count move sequences of a given length", add_perft_command},
    {"play", "a game on the terminal", add_play_command},
    {"serve", "play and analyse in the browser", add_serve_command},
    {"puzzles", "find positions with exactly one winning move", add_puzzles_command},
    {"solve", "prove who wins a position, and write the winner's strategy", add_solve_command},
    {"verify", "check a written strategy against every reply, by the rules alone", add_verify_command},
    {"whowins", "a table of who wins on boards of several sides or after the first moves", add_whowins_command},
    {"work", "what a NATS server with workers is doing; reviews of many games", add_work_command},
    {"worker", "do jobs of a NATS server: arena games, self-play, reviews", add_worker_command},
    {"replay", "check every game in files of records or corpora", add_replay_command},
    {"convert", "turn game files into records, JSON or OpenTafl records", add_convert_command},
};

}  // namespace

int refuse(const std::string& message) {
  std::fprintf(stderr, "partita: %s\n", message.c_str());
  return kExitBadInput;
}

int run(int argc, char** argv) {
  CLI::App app{"Partita plays, analyses and solves Andantino, Omega and the tafl games.", "partita"};
  app.require_subcommand(0, 1);
  Action chosen;
  std::deque<Action> actions;
  std::vector<std::string> names;
  for (const CommandRow& row : kCommands) {
    CLI::App* sub = app.add_subcommand(row.name, row.help);
    Arguments arguments(sub);
    actions.push_back(row.add(arguments));
    sub->callback([&chosen, action = &actions.back()] { chosen = *action; });
    names.emplace_back(row.name);
  }
  if (argc > 2 && std::string_view(argv[1]) == "engine" && std::string_view(argv[2]) == "--check") {
    return check_engine({argv + 3, argv + argc});
  }
  if (argc > 1 && argv[1][0] != '-' && std::find(names.begin(), names.end(), argv[1]) == names.end()) {
    const auto guess = base::nearest(argv[1], names);
    return refuse("unknown command " + base::quoted(argv[1]) +
                  (guess ? ", did you mean '" + *guess + "'?" : ", see partita --help"));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return refuse(error.what());
  }
  if (!chosen) {
    std::fputs(app.help().c_str(), stdout);
    return kExitFine;
  }
  return chosen();
}

}  // namespace partita::apps
