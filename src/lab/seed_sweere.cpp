// Sweere's tables 1 to 5 (Andantino): depth, time and nodes of every move in games between his evaluations.
#include "arena/format_text.h"
#include "arena/player.h"
#include "arena/plot.h"
#include "base/markup.h"
#include "lab/report_numbers.h"
#include "lab/seed_parts.h"

namespace partita::lab {

namespace {

using arena::format;

/// What the report gives for moves that its check for a loss in two made without search.
constexpr int kPrecheckDepth = 2;

/// The moves of one seat, opening stones left out.
std::vector<arena::PlayedMove> moves_of_seat(const arena::PlayedGame& game, std::size_t seat) {
  std::vector<arena::PlayedMove> moves;
  for (std::size_t ply = seat; ply < game.moves.size(); ply += 2) moves.push_back(game.moves[ply]);
  return moves;
}

std::string side_by_side(const ReportedGame& reported, const std::vector<arena::PlayedMove>& ours,
                         const std::string& note) {
  std::vector<std::vector<std::string>> rows = {
      {"move", "report: depth", "time (s)", "nodes", "Partita: depth", "time (s)", "nodes", "score"}};
  arena::PlotLine their_depth{"report", {}, {}, {}, {}}, our_depth{"Partita", {}, {}, {}, {}};
  for (std::size_t i = 0; i < std::max(reported.moves.size(), ours.size()); ++i) {
    std::vector<std::string> row = {std::to_string(i + 1), "", "", "", "", "", "", ""};
    if (i < reported.moves.size()) {
      const ReportedMove& move = reported.moves[i];
      row[1] = std::to_string(move.depth);
      row[2] = format("%.3f", move.seconds);
      row[3] = std::to_string(move.nodes);
      their_depth.x.push_back(static_cast<double>(i + 1));
      their_depth.y.push_back(move.depth);
    }
    if (i < ours.size()) {
      const arena::PlayedMove& move = ours[i];
      const int depth = move.has_score ? move.depth : kPrecheckDepth;
      row[4] = std::to_string(depth);
      row[5] = format("%.3f", static_cast<double>(move.time_ms) / 1000);
      row[6] = std::to_string(move.nodes);
      row[7] = !move.has_score     ? "no search"
               : move.distance > 0 ? "win"
               : move.distance < 0 ? "loss"
                                   : std::to_string(move.value);
      our_depth.x.push_back(static_cast<double>(i + 1));
      our_depth.y.push_back(depth);
    }
    rows.push_back(std::move(row));
  }
  return "<h3>" + base::escaped_markup(reported.title) + "</h3>\n<p class=\"note\">" + base::escaped_markup(note) +
         "</p>\n" +
         arena::draw_lines({"Search depth by move", "move", "depth", {their_depth, our_depth}, {}, false, true}) +
         arena::html_table(rows);
}

std::string outcome_text(const arena::PlayedGame& game, const std::string& white, const std::string& black) {
  const std::string& winner = game.payoff[0] > game.payoff[1] ? white : black;
  return "Our game: " + white + " (White) against " + black + " (Black), " + std::to_string(game.moves.size()) +
         " plies, " +
         (game.payoff[0] == game.payoff[1]
              ? "drawn"
              : winner + (game.payoff[0] > game.payoff[1] ? " (White)" : " (Black)") + " won") +
         " by " + game.reason + ". ";
}

}  // namespace

base::Parsed<arena::PlayedGame> watch_game(const std::string& game, const base::OptionValues& rules,
                                           const std::vector<std::string>& presets, std::int64_t move_ms) {
  auto position = catalog::AnyPosition::initial(game, rules);
  if (!position) return position.forward_error();
  std::vector<std::unique_ptr<arena::Player>> players;
  std::vector<arena::Player*> seats;
  arena::TimeControl control;
  control.per_move_ms = move_ms;
  for (const std::string& preset : presets) {
    auto player = arena::make_player(game, rules, preset);
    if (!player) return player.forward_error();
    players.push_back(std::move(*player));
    seats.push_back(players.back().get());
  }
  arena::RefereeRules referee;
  referee.margin_ms = 60'000;
  return play_game(std::move(*position), seats, std::vector<arena::TimeControl>(seats.size(), control), referee, {});
}

base::Parsed<std::string> sweere_part(std::int64_t move_ms) {
  struct Pairing {
    const char* white;
    const char* black;
    std::vector<std::pair<std::size_t, std::size_t>> tables;  ///< table, seat
  };
  const std::vector<Pairing> pairings = {{"sweere-groups", "sweere-none", {{0, 1}, {1, 0}}},
                                         {"sweere-neighbours", "sweere-groups", {{2, 1}, {3, 0}}},
                                         {"sweere-neighbours", "sweere-neighbours", {{4, 1}}}};
  std::string text =
      "<h2>Sweere, tables 1–5: games between evaluations (Andantino)</h2>\n<p>The report gave 20 s a move; "
      "ours have " +
      format("%.2f s", static_cast<double>(move_ms) / 1000) +
      ". The presets search as the report says. Moves that the report's check for a loss in two made without "
      "search are given depth 2, as there. Wins of these engines all count the same, however far off.</p>\n";
  for (const Pairing& pairing : pairings) {
    const auto game = watch_game("andantino", {{"side", "10"}}, {pairing.white, pairing.black}, move_ms);
    if (!game) return game.forward_error();
    for (const auto& [table, seat] : pairing.tables) {
      const std::string whose = seat == 0 ? "White" : "Black";
      text += side_by_side(sweere_tables()[table], moves_of_seat(*game, seat),
                           outcome_text(*game, pairing.white, pairing.black) + "Moves of " + whose + ".");
    }
  }
  return text;
}

}  // namespace partita::lab
