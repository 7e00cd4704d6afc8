#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "apps/command.h"
#include "apps/position_options.h"
#include "base/random.h"
#include "catalog/games.h"
#include "tui/kept_game.h"
#include "tui/seats.h"
#include "tui/terminal_game.h"

namespace partita::apps {

namespace {

struct PlayOptions {
  PositionOptions position;
  std::string seats;
  double think_s = 2;
  double clock_s = 0;
  double increment_s = 0;
  std::uint64_t seed = 0;  ///< 0: not given
  std::string colour = "auto";
  tui::TerminalOptions how;
  bool resume = false;
  std::string file;
};

/// Where the running game is kept between sessions.
std::string autosave_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder = state != nullptr && *state != 0 ? std::filesystem::path(state)
                                 : home != nullptr && *home != 0 ? std::filesystem::path(home) / ".local" / "state"
                                                                 : std::filesystem::temp_directory_path();
  folder /= "partita";
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  return (folder / "last-game.record").string();
}

termios terminal_before;
bool has_terminal = false;

/// The game is written after every ply, so an interrupt has nothing left to save; the line editor must not keep the
/// terminal.
void on_interrupt(int) {
  static constexpr char kText[] = "\nThe game is kept; play --resume goes on with it.\n";
  if (has_terminal) ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
  [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, kText, sizeof kText - 1);
  ::_exit(130);
}

void catch_interrupts() {
  has_terminal = ::tcgetattr(STDIN_FILENO, &terminal_before) == 0;
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGPIPE, SIG_IGN);  // an engine that dies is no reason to die with it
}

/// The kept game with its seats and clocks, unless others are asked for.
base::Parsed<tui::KeptGame> resumed(const std::string& path, const PlayOptions& options) {
  auto kept = tui::read_kept_game(path);
  if (!kept) return base::Error{"there is no game to resume: " + kept.error()};
  if (kept->position.is_over() || kept->adjudication.result != "*") {
    return base::Error{"the last game is finished: " + path};
  }
  if (!options.seats.empty()) kept->seats.clear();
  for (const tui::SeatChoice& seat : kept->seats) {
    // A file must not start programs by itself.
    if (seat.engine.rfind(tui::kProgramPrefix, 0) == 0) {
      return base::Error{"an outside engine takes part, name the seats again: --seats '" + seat.engine + "'"};
    }
  }
  return kept;
}

base::Parsed<tui::KeptGame> chosen_game(const PlayOptions& options, const std::string& kept_path) {
  if (options.resume) return resumed(kept_path, options);
  auto position = given_position(options.position);
  if (!position) return position.forward_error();
  return tui::KeptGame{std::move(*position), {}, {}, {}, 0};
}

int play(PlayOptions options) {
  // "--players ah" names the seats as the Omega report does; "--players 3" is a rule of the game.
  const auto players = options.position.given.find("players");
  if (players != options.position.given.end() && tui::is_seat_letters(players->second)) {
    if (options.seats.empty()) options.seats = players->second;
    const std::string count = std::to_string(players->second.size());
    options.position.given.erase(players);
    const auto game = catalog::find_game(options.position.game);
    if (game && base::find_option((*game)->rule_options, "players") != nullptr)
      options.position.given["players"] = count;
  }
  const std::string kept = options.file.empty() ? autosave_path() : options.file;
  auto game = chosen_game(options, kept);
  if (!game) return refuse(game.error());
  tui::TerminalOptions how = options.how;
  how.seats = game->seats;
  if (how.seats.empty()) {
    auto seats = tui::read_seats(options.seats, game->position.seat_count());
    if (!seats) return refuse(seats.error());
    how.seats = std::move(*seats);
  }
  how.think_ms = static_cast<std::int64_t>(options.think_s * 1000);
  how.clocks = game->clocks;
  if (options.clock_s > 0) {
    how.clocks = tui::SeatClocks(static_cast<std::int64_t>(options.clock_s * 1000),
                                 static_cast<std::int64_t>(options.increment_s * 1000));
  }
  how.autosave = kept;
  how.seed = options.seed != 0 ? options.seed : game->seed != 0 ? game->seed : base::fresh_seed();
  catch_interrupts();
  auto terminal = tui::TerminalGame::make(std::move(game->position), std::move(how),
                                          tui::standard_console(wants_colour(options.colour)));
  if (!terminal) return refuse(terminal.error());
  (*terminal)->run();
  return kExitFine;
}

}  // namespace

Action add_play_command(Arguments& app) {
  auto options = std::make_shared<PlayOptions>();
  options->position.game = catalog::default_game();
  add_position_options(app, options->position);
  app.add_option("--seats", options->seats,
                 "who plays: letters h human, a AI, r random, d dumber AI, or names as in human/partita,\n"
                 "'human;ugi:./engine ARGS' for a program that speaks UGI");
  app.add_option("--think", options->think_s, Range{0.001, 3600}, "seconds an engine thinks per move without clocks");
  app.add_option("--clock", options->clock_s, Range{0, 86400}, "seconds on each clock");
  app.add_option("--increment", options->increment_s, Range{0, 3600}, "seconds added per move");
  app.add_option(
      "--seed", options->seed, Range{1, 999999999},
      "seed of the engines' random choices: the same number, the same choices; fresh without it, and kept with "
      "the game");
  app.add_option("--colour", options->colour, OneOf{{"auto", "always", "never"}}, "auto, always or never");
  app.add_flag("--wait", options->how.waits, "an engine begins to search when Enter is pressed");
  app.add_flag("--unicode", options->how.unicode, "discs instead of letters");
  app.add_flag("--resume", options->resume, "go on with the last game");
  app.outputs()->resumes_if(options->resume);
  app.add_output("--file", options->file, "keep the game in this file instead of the usual place");
  app.footer("Examples:\n" + catalog::examples_of("play"));
  return [options] { return play(*options); };
}

}  // namespace partita::apps
