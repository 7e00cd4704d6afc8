#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "apps/build_text.h"
#include "apps/command.h"
#include "apps/command_shape.h"
#include "apps/help_topics.h"
#include "apps/learn_command.h"
#include "base/text.h"
#include "base/url.h"
#include "catalog/games.h"

namespace partita::apps {

Action add_analyze_command(Arguments& app);
Action add_arena_command(Arguments& app);
Action add_atlas_command(Arguments& app);
Action add_bench_command(Arguments& app);
Action add_config_command(Arguments& app);
Action add_endgame_command(Arguments& app);
Action add_engine_command(Arguments& app);
Action add_explore_command(Arguments& app);
Action add_games_command(Arguments& app);
Action add_go_command(Arguments& app);
Action add_replay_command(Arguments& app);
Action add_convert_command(Arguments& app);
Action add_inspect_command(Arguments& app);
Action add_join_command(Arguments& app);
Action add_lab_command(Arguments& app);
Action add_learn_command(Arguments& app);
Action add_perft_command(Arguments& app);
Action add_play_command(Arguments& app);
Action add_selfplay_command(Arguments& app);
Action add_serve_command(Arguments& app);
Action add_site_command(Arguments& app);
Action add_starts_command(Arguments& app);
Action add_puzzles_command(Arguments& app);
Action add_solve_command(Arguments& app);
Action add_tune_command(Arguments& app);
Action add_verify_command(Arguments& app);
Action add_whowins_command(Arguments& app);
Action add_why_command(Arguments& app);
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
    {"atlas", "what is proven of a position and of each move, looked up", add_atlas_command},
    {"bench", "search fixed positions: a signature of what search does, and its speed", add_bench_command},
    {"config", "check the server's configuration: every value and where it comes from", add_config_command},
    {"endgame", "solve a late position exactly where games end with scores", add_endgame_command},
    {"engine", "speak UGI on standard input and output", add_engine_command},
    {"explore", "what is proven and what was played, move by move", add_explore_command},
    {"games", "list the games with their rule sets and options", add_games_command},
    {"go", "search one position, with a row for every depth", add_go_command},
    {"inspect", "show a position: board, mover, legal moves, result", add_inspect_command},
    {"join", "play on another program's server: unibo or mcgill", add_join_command},
    {"lab", "experiments: the reports' tables, ablations, strength levels", add_lab_command},
    {"learn", "rounds of self-play, training and gate for networks, and each step alone", add_learn_command},
    {"perft", "count move sequences of a given length", add_perft_command},
    {"play", "a game on the terminal", add_play_command},
    {"selfplay", "write self-play positions for tuning and learning", add_selfplay_command},
    {"serve", "play and analyse in the browser", add_serve_command},
    {"site", "write the page with its engine as plain files, for a host without a server", add_site_command},
    {"puzzles", "find positions with exactly one winning move", add_puzzles_command},
    {"starts", "fair positions to begin with, and handicaps, proven or measured", add_starts_command},
    {"solve", "prove who wins a position, and write the winner's strategy", add_solve_command},
    {"tune", "tune switches by playing (SPSA), fit chances to self-play (Texel)", add_tune_command},
    {"verify", "check a written strategy against every reply, by the rules alone", add_verify_command},
    {"whowins", "a table of who wins on boards of several sides or after the first moves", add_whowins_command},
    {"why", "what the best line does that a move does not, in words", add_why_command},
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

int write_out(const std::string& path, const std::string& text) {
  const auto written = write_document(path, text);
  if (!written) return refuse(written.error());
  std::fprintf(stderr, "partita: wrote %s\n", path.c_str());
  return kExitFine;
}

namespace {

CommandShape shape_of(const CLI::App& app) {
  CommandShape shape{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) {
    shape.options.push_back({option->get_name(false, true), option->get_description()});
  }
  return shape;
}

std::vector<CommandShape> shapes_of(const CLI::App& app) {
  std::vector<CommandShape> shapes;
  for (const CLI::App* command : app.get_subcommands({})) shapes.push_back(shape_of(*command));
  return shapes;
}

int refuse_unknown(const std::string& kind, const std::string& word, const std::vector<std::string>& known) {
  const auto guess = base::nearest(word, known);
  return refuse("unknown " + kind + " " + base::quoted(word) +
                (guess ? ", did you mean '" + *guess + "'?" : ", see partita help"));
}

/// "partita help [COMMAND or TOPIC]".
int show_help(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == word)
      return std::fputs(command->help("partita").c_str(), stdout) < 0 ? kExitFailed : kExitFine;
    known.push_back(command->get_name());
  }
  if (word.empty()) {
    // app.help() would speak of the subcommand that was chosen, which is "help" itself.
    const std::string commands = app.get_formatter()->make_help(&app, "partita", CLI::AppFormatMode::Normal);
    std::printf("%s\n%s", commands.c_str(), list_of_topics().c_str());
    return kExitFine;
  }
  if (const HelpTopic* topic = find_topic(word))
    return std::fputs(topic->text.c_str(), stdout) < 0 ? kExitFailed : kExitFine;
  for (const HelpTopic& topic : help_topics()) known.emplace_back(topic.name);
  return refuse_unknown("command or topic", word, known);
}

/// An option with a slip in it is answered with the nearest one of the command, also where another is missing for it.
int refuse_arguments(const CLI::App& app, const CLI::ParseError& error) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const std::string& word : command->remaining()) {
      if (word.rfind("--", 0) != 0) continue;
      std::vector<std::string> known;
      for (const CLI::Option* option : command->get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      }
      return refuse_unknown("option", word.substr(0, word.find('=')), known);
    }
  }
  return refuse(error.what());
}

/// Commands about the command line itself: they need to see all the others.
void add_self_descriptions(CLI::App& app, Action& chosen) {
  const auto word = std::make_shared<std::string>();
  CLI::App* help = app.add_subcommand("help", "explain a command or a topic");
  help->add_option("about", *word, "a command or a topic; nothing lists both");
  help->footer("Examples:\n  partita help\n  partita help arena\n  partita help exit-codes");
  help->callback([&app, &chosen, word] { chosen = [&app, word] { return show_help(app, *word); }; });

  const auto shell = std::make_shared<std::string>();
  CLI::App* completion = app.add_subcommand("completion", "print what makes a shell complete partita's commands");
  completion->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion->footer("Example:\n  partita completion bash > ~/.local/share/bash-completion/completions/partita");
  completion->callback([&app, &chosen, shell] {
    chosen = [&app, shell] {
      std::fputs(completion_script(*shell, shapes_of(app)).c_str(), stdout);
      return kExitFine;
    };
  });

  CLI::App* manual = app.add_subcommand("manual", "print the manual page, for man");
  manual->footer("Example:\n  partita manual | man -l -");
  manual->callback([&app, &chosen] {
    chosen = [&app] {
      std::fputs(manual_page(shapes_of(app)).c_str(), stdout);
      return kExitFine;
    };
  });
}

/// Tables are as large as one asks: a machine that has less says so.
int within_memory(const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return refuse("not enough memory for this: ask for a smaller table or fewer threads");
  }
}

int run_chosen(int argc, char** given, std::string_view commit) {
  // A list of processes shows the arguments to everybody, and URLs may hold passwords.
  std::vector<std::string> copies(given, given + argc);
  base::scrub_arguments(argc, given);
  std::vector<char*> words;
  for (std::string& copy : copies) words.push_back(copy.data());
  words.push_back(nullptr);
  char** argv = words.data();
  CLI::App app{"Partita " + catalog::program_summary() + ".", "partita"};
  app.require_subcommand(0, 1);
  app.footer("partita COMMAND --help has each command's options and examples; partita help lists topics too.");
  app.set_version_flag("--version", build_text(commit));
  Action chosen;
  std::deque<Action> actions;
  for (const CommandRow& row : kCommands) {
    CLI::App* sub = app.add_subcommand(row.name, row.help);
    Arguments arguments(sub);
    actions.push_back(row.add(arguments));
    sub->callback([&chosen, action = &actions.back(), outputs = arguments.outputs()] {
      chosen = [action, outputs] {
        const auto fine = outputs->check();
        return fine ? (*action)() : refuse(fine.error());
      };
    });
  }
  add_self_descriptions(app, chosen);
  if (argc > 2 && std::string_view(argv[1]) == "engine" && std::string_view(argv[2]) == "--check") {
    return check_engine({argv + 3, argv + argc});
  }
  if (argc > 1 && std::string_view(argv[1]) == "learn") {
    return within_memory([&] { return run_learn({argv + 2, argv + argc}); });
  }
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (argc > 1 && argv[1][0] != '-' && std::find(names.begin(), names.end(), argv[1]) == names.end()) {
    return refuse_unknown("command", argv[1], names);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::CallForVersion& version) {
    return app.exit(version);
  } catch (const CLI::ParseError& error) {
    return refuse_arguments(app, error);
  }
  if (!chosen) return show_help(app, "");
  return within_memory(chosen);
}

}  // namespace

int run(int argc, char** given, std::string_view commit) { return finish_output(run_chosen(argc, given, commit)); }

}  // namespace partita::apps
