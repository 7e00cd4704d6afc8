#include "apps/help_topics.h"

#include <algorithm>
#include <cstdio>

#include "catalog/games.h"

namespace partita::apps {

namespace {

constexpr const char* kEngines = R"(Engines

An engine is named by a preset, with any of its switches set behind commas:

  partita                     the strongest we have for the game
  partita,threads=2           the same on two threads
  partita,killers=off         the same without killer moves
  random, greedy              the two simplest
  ugi:PROGRAM ARGS            another program that speaks UGI (arena, play)

`partita games` lists the games with their presets. `partita engine --game GAME` followed by the line `ugi` lists every switch
with its range and default. An unknown preset or switch is refused with the nearest known one.

)";

constexpr const char* kPositions = R"(Positions and moves

  --game GAME                 one of the games below
  --side N, --rules NAME ...  the game's options; `partita games` lists them
  --position TEXT             a position as `partita inspect` prints it; the initial one if left out
  --moves "A B C"             moves played from there

`partita inspect` draws the position and lists its legal moves; with --json it prints them for programs.

)";

constexpr const char* kTime = R"(Time and other limits

In the arena (--tc) a player's limit is written as

  100ms, 2s                   for every move
  60s+0.5s                    a clock with an increment
  nodes=1000, depth=6         the same on every machine

`partita go` has --time (milliseconds), --depth and --nodes; the first limit reached ends the search.

)";

constexpr const char* kFiles = R"(Files

  records                     games in the manner of PGN: tags, moves, comments, variations, result and reason (docs/records.md)
  certificates                a winner's whole strategy, compressed by zstd; `partita verify FILE` checks one (docs/solving.md)
  openings                    a list of positions; the arena plays each with the seats swapped
  partita.toml                the server's configuration; `partita config check` explains every value

A file that is there already is overwritten only with --force, whatever the command, and before any work is done; logs,
checkpoints and atlases are gone on with. Where a command writes one document, - is standard output.

  partita replay games.pgr
  partita config example > partita.toml
)";

constexpr const char* kExitCodes = R"(Exit codes

  0   done
  1   done, and the answer is no: a game does not replay, a strategy is refuted, an engine breaks a rule
  2   bad arguments, files or positions, or what was printed could not be written; one line on standard error says
      where and why

A command stopped by a signal ends with 128 and the signal's number, as the shell reports it.

  partita verify win.zst && echo proven
)";

/// "  NAME    how its moves are written (NAME is another name)", a line for each game.
std::string moves_by_game() {
  std::string text;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    std::string line = "  " + game.name;
    line.resize(30, ' ');
    line += game.profile->moves_are;
    for (const std::string_view other : game.profile->other_names)
      line += "; " + std::string(other) + " is another name";
    text += line + "\n";
  }
  return text + "\n";
}

/// The topic's text with the games' own examples at its end.
std::string with_examples(std::string text, std::string_view topic) {
  return text + catalog::examples_of("help " + std::string(topic)) + "\n";
}

}  // namespace

const std::vector<HelpTopic>& help_topics() {
  static const std::vector<HelpTopic> topics = {
      {"engines", "presets, switches, other programs as players", with_examples(kEngines, "engines")},
      {"positions", "how games, positions and moves are written",
       with_examples(kPositions + moves_by_game(), "positions")},
      {"time", "limits for searches and games", with_examples(kTime, "time")},
      {"files", "what is read and written", with_examples(kFiles, "files")},
      {"exit-codes", "what a command's exit code means", kExitCodes},
  };
  return topics;
}

const HelpTopic* find_topic(std::string_view name) {
  const auto& topics = help_topics();
  const auto found =
      std::find_if(topics.begin(), topics.end(), [&](const HelpTopic& topic) { return topic.name == name; });
  return found == topics.end() ? nullptr : &*found;
}

std::string list_of_topics() {
  std::string text = "Topics (partita help TOPIC):\n";
  for (const HelpTopic& topic : help_topics()) {
    std::string line = std::string("  ") + topic.name;
    line.resize(30, ' ');
    text += line + topic.summary + "\n";
  }
  return text;
}

}  // namespace partita::apps
