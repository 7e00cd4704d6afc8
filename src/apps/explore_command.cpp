#include <boost/json.hpp>
#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "base/text.h"
#include "catalog/games.h"
#include "protocol/explore_json.h"
#include "record/game_files.h"
#include "record/replay.h"
#include "record/result_text.h"
#include "study/explore.h"
#include "study/proof_store.h"

namespace partita::apps {

namespace {

/// More games than this are no opening book any more.
constexpr std::size_t kMostGames = 1'000'000;

struct ExploreOptions {
  PositionOptions where;
  std::vector<std::string> files;
  bool json = false;
};

/// The seat with the whole point, -1 for a draw; nothing while the game goes on.
std::optional<int> winner_of(const record::GameRecord& game, const catalog::AnyPosition& end) {
  if (end.is_over()) return end.ending().winner();
  const auto result = record::read_result(game.result);
  if (!result || !result->is_finished) return std::nullopt;
  for (int seat = 0; seat < result->seat_count; ++seat) {
    if (result->payoff[static_cast<std::size_t>(seat)] == catalog::kPoint) return seat;
  }
  return -1;
}

base::Parsed<base::Done> count_file(study::PlayedMoves& played, const std::string& file) {
  const auto text = record::read_file(file);
  if (!text) return text.forward_error();
  const auto games = record::read_games(*text);
  if (!games) return games.error_at(file);
  for (const record::GameRecord& game : *games) {
    const auto end = record::replay(game);
    if (!end) return end.error_at(file);
    const auto number = static_cast<std::int64_t>(played.games());
    if (const auto winner = winner_of(game, *end)) {
      played.put(file + " " + std::to_string(number), number, *end, *winner);
    }
  }
  return base::Done{};
}

std::string result_words(const catalog::AnyPosition& position, int winner) {
  return winner < 0 ? "draw" : position.seat_name(static_cast<catalog::Seat>(winner)) + " wins";
}

std::string known_words(const study::ExploredMove& move) {
  if (move.after.is_over())
    return result_words(move.after, move.after.ending().winner()) + " at once: " + move.after.ending().reason;
  if (move.nodes_in_vain > 0) {
    const std::string bound =
        move.no_win_within > 0 ? "no win within " + std::to_string(move.no_win_within) + " plies, " : "";
    return bound + "open after " + base::with_thousands(move.nodes_in_vain) + " nodes";
  }
  if (!move.proven) return "-";
  std::string text = result_words(move.after, *move.winner());
  if (move.proven->plies == 0) return text;
  return text + (move.proven->is_shortest ? " in " : " in at most ") + std::to_string(move.proven->plies);
}

std::string played_words(const study::ExploredMove& move) {
  if (move.played.games == 0) return "-";
  std::string text = std::to_string(move.played.games) + (move.played.games == 1 ? " game:" : " games:");
  for (std::size_t seat = 0; seat < move.played.won.size(); ++seat) {
    text += " " + move.after.seat_name(static_cast<catalog::Seat>(seat)) + " " + std::to_string(move.played.won[seat]);
  }
  return text + ", drawn " + std::to_string(move.played.drawn);
}

int explore_position(const ExploreOptions& options) {
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  study::PlayedMoves played(kMostGames);
  for (const std::string& file : options.files) {
    if (const auto done = count_file(played, file); !done) return refuse(done.error());
  }
  base::StopFlag stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  const auto ask = [&stop](const catalog::AnyPosition& asked) { return study::shipped_proofs().ask(asked, &stop); };
  const auto known = ask(*position);
  const auto moves = study::explore(*position, ask, &played);
  if (interruptible.is_interrupted()) return refuse("interrupted");
  if (options.json) {
    std::printf("%s\n",
                boost::json::serialize(protocol::explored_to_json(*position, known, moves, played.games())).c_str());
    return kExitFine;
  }
  for (const study::ExploredMove& move : moves) {
    std::printf("%s\t%s\t%s\t%s\n", move.move.c_str(), known_words(move).c_str(), played_words(move).c_str(),
                move.images.empty() ? "" : ("images: " + base::join(move.images, " ")).c_str());
  }
  return kExitFine;
}

}  // namespace

Action add_explore_command(Arguments& app) {
  auto options = std::make_shared<ExploreOptions>();
  add_position_options(app, options->where);
  app.add_option("--games", options->files, "files of games to count: records, JSON or OpenTafl records");
  app.add_flag("--json", options->json, "one JSON object, as the server's /api/v1/explore answers");
  app.footer(
      "Prints a tab-separated row for each legal move, images of one move in one row: what is proven of the position\n"
      "behind it (plies counted from there), how the games went that were played so, and the images. No search.\n\n"
      "Examples:\n" +
      catalog::examples_of("explore"));
  return [options] { return explore_position(*options); };
}

}  // namespace partita::apps
