#include <algorithm>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "catalog/games.h"
#include "draw/board_svg.h"
#include "draw/page.h"
#include "draw/plot.h"
#include "protocol/review_text.h"

namespace partita::protocol {

namespace {

constexpr std::size_t kMostPictures = 24;
constexpr std::size_t kGhostPlies = 5;
constexpr double kPictureWidth = 360;

/// "<span class=m4>??</span>", or nothing.
std::string mark_span(study::MoveMark mark) {
  if (mark == study::MoveMark::kNone) return "";
  return " <span class=\"m" + std::to_string(static_cast<int>(mark)) + "\">" + study::mark_text(mark) + "</span>";
}

std::string title_of(const study::GameReview& review, const record::GameRecord& record) {
  std::vector<std::string> players;
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    const std::string& name = record.tag(record::seat_tag(static_cast<int>(seat)));
    players.push_back(name.empty() || name == "?" ? review.seats[seat].name : name);
  }
  return base::join(players, " – ");
}

std::string subtitle_of(const study::GameReview& review, const record::GameRecord& record) {
  const auto game = catalog::find_game(review.start.game());
  std::string text = game ? (*game)->title : std::string(review.start.game());
  const std::string& rules = record.tag(record::kRulesTag);
  if (!rules.empty()) text += ", " + rules;
  return text + " · " + record.result + " · " + std::to_string(review.plies.size()) + " plies";
}

std::string seat_cards(const study::GameReview& review) {
  std::string text = "<div class=\"cards\">\n";
  for (const study::SeatReview& seat : review.seats) {
    char marks[256];
    std::snprintf(
        marks, sizeof marks,
        "<br><span class=\"m4\">&#63;&#63;</span> %d <span class=\"m3\">?</span> %d <span class=\"m2\">?!</span> %d",
        seat.blunders, seat.mistakes, seat.inaccuracies);
    text += "<div class=\"card\">" + base::escaped_markup(seat.name) + "<b>" + percent_or_dash(seat.accuracy) +
            "</b>accuracy" + (seat.resistance ? "<br>" + percent_or_dash(seat.resistance) + " resistance" : "") +
            marks + "</div>\n";
  }
  return text + "</div>\n";
}

std::string move_table(const study::GameReview& review) {
  std::string text =
      "<h2>Moves</h2>\n<div class=\"scroll\"><table>\n<tr><th class=\"n\">ply</th><th>player</th><th>move</th>"
      "<th class=\"n\">chance %</th><th class=\"n\">loss</th><th class=\"n\">best</th><th>best line</th></tr>\n";
  for (std::size_t i = 0; i < review.plies.size(); ++i) {
    const study::ReviewedPly& ply = review.plies[i];
    text += "<tr id=\"ply" + std::to_string(i + 1) + "\"><td class=\"n\">" + std::to_string(i + 1) + "</td><td>" +
            base::escaped_markup(review.seats[ply.mover].name) + "</td><td>" + base::escaped_markup(ply.move) +
            mark_span(ply.mark) + "</td><td class=\"n\">" + percent_text(ply.after[ply.mover]) +
            "</td><td class=\"n\">" +
            (ply.leaves_proof     ? "open"
             : ply.loss >= 0.0005 ? percent_text(ply.loss)
                                  : std::string()) +
            "</td><td class=\"n\">" + base::escaped_markup(review_score_text(ply.best.score)) +
            "</td><td class=\"line\">" + base::escaped_markup(base::join(ply.best.pv, " ")) + "</td></tr>\n";
  }
  return text + "</table></div>\n";
}

/// The cells and the piece of a move that can be played here.
struct Touched {
  std::vector<std::string> cells;
  char piece = ' ';
};

Touched touched_by(const catalog::AnyPosition& position, const std::string& move) {
  Touched touched;
  const catalog::BoardView view = position.view();
  for (const catalog::MovePath& path : position.legal_paths()) {
    if (path.move != move) continue;
    for (const std::string& step : path.path) {
      if (step.size() == 2 && step[0] == '@')
        touched.piece = step[1];
      else
        touched.cells.push_back(step);
    }
    break;
  }
  if (touched.cells.empty() || touched.piece != ' ') return touched;
  for (const catalog::CellView& cell : view.cells) {
    if (cell.name == touched.cells.front()) touched.piece = cell.piece;
  }
  for (const catalog::PieceKind& kind : view.pieces) {
    if (touched.piece == ' ' && kind.seat == static_cast<int>(position.to_move())) touched.piece = kind.letter;
  }
  return touched;
}

/// The position before a ply; the move that was played is dotted, the better line stands on it as numbered ghosts.
std::string picture(const catalog::AnyPosition& before, const study::ReviewedPly& ply) {
  const catalog::BoardView view = before.view();
  draw::SvgOptions options;
  double width = 1;
  for (const catalog::CellView& cell : view.cells) width = std::max(width, cell.x + 2);
  options.cell_px = kPictureWidth / width;
  options.title = "position before " + ply.move;
  options.last = touched_by(before, ply.move).cells;
  catalog::AnyPosition at = before;
  for (std::size_t i = 0; i < ply.best.pv.size() && i < kGhostPlies && ply.mark != study::MoveMark::kGood; ++i) {
    const Touched touched = touched_by(at, ply.best.pv[i]);
    if (!touched.cells.empty())
      options.ghosts.push_back({touched.cells.back(), touched.piece, static_cast<int>(i) + 1});
    if (!at.play(ply.best.pv[i])) break;
  }
  return draw::board_svg(view, options);
}

std::set<std::size_t> pictured_plies(const study::GameReview& review) {
  std::vector<std::size_t> order(review.plies.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return review.plies[a].mark > review.plies[b].mark; });
  std::set<std::size_t> chosen;
  for (const std::size_t index : order) {
    if (review.plies[index].mark != study::MoveMark::kNone && chosen.size() < kMostPictures) chosen.insert(index);
  }
  return chosen;
}

/// What is said of a marked move, after a full stop; nothing where there are only lines.
std::string reason_markup(const study::GameReview& review, const study::ReviewedPly& ply) {
  if (!ply.reason || !has_words(*ply.reason)) return "";
  return ". " + base::escaped_markup(study::reason_text(review.start.game(), *ply.reason, study::Language::kEnglish));
}

std::string caption(const study::GameReview& review, std::size_t index) {
  const study::ReviewedPly& ply = review.plies[index];
  const std::string end = reason_markup(review, ply) + "</figcaption>";
  std::string text = "<figcaption><b>" + std::to_string(index + 1) + ". " + base::escaped_markup(ply.move) + "</b>" +
                     mark_span(ply.mark) + " " + base::escaped_markup(review.seats[ply.mover].name);
  if (ply.mark == study::MoveMark::kGood) return text + ": the only move that keeps the chances (ringed)" + end;
  if (ply.is_lost) {
    return text + " was lost and held out " + std::to_string(ply.kept.value_or(0)) + " of " +
           std::to_string(ply.resisting.value_or(0)) +
           " plies. The move is ringed; longer, numbered: " + base::escaped_markup(base::join(ply.best.pv, " ")) + end;
  }
  if (ply.leaves_proof) {
    return text + " left a proven win; the chance after it is estimated at " + percent_text(ply.after[ply.mover]) +
           " %. The move is ringed; better, numbered: " + base::escaped_markup(base::join(ply.best.pv, " ")) + end;
  }
  return text + " went from " + percent_text(ply.before[ply.mover]) + " to " + percent_text(ply.after[ply.mover]) +
         " %. The move is ringed; better, numbered: " + base::escaped_markup(base::join(ply.best.pv, " ")) + end;
}

std::string pictures(const study::GameReview& review) {
  const std::set<std::size_t> chosen = pictured_plies(review);
  std::string text = "<h2>Positions</h2>\n<div class=\"pictures\">\n";
  catalog::AnyPosition at = review.start;
  for (std::size_t i = 0; i < review.plies.size(); ++i) {
    if (chosen.count(i) > 0) text += "<figure>" + picture(at, review.plies[i]) + caption(review, i) + "</figure>\n";
    if (!at.play(review.plies[i].move)) break;
  }
  text +=
      "<figure>" +
      draw::board_svg(at.view(), {.cell_px = 30, .last = {}, .marked = {}, .ghosts = {}, .title = "last position"}) +
      "<figcaption>The last position</figcaption></figure>\n";
  return text + "</div>\n";
}

/// The seats' chances over the game: one line where two play (the first seat's), one a seat otherwise; marked moves are
/// points that lead to their rows.
std::string chances_plot(const study::GameReview& review) {
  draw::LinePlot plot;
  plot.x_label = "plies";
  plot.y_label = "chance %";
  plot.y_range = {0.0, 100.0};
  const bool is_duel = review.seats.size() == 2;
  plot.title = is_duel ? "Chances of " + review.seats[0].name : "Chances";
  plot.filled = is_duel;
  for (std::size_t seat = 0; seat < (is_duel ? 1 : review.seats.size()); ++seat) {
    draw::PlotLine line{review.seats[seat].name, {0}, {100 * review.plies.front().before[seat]}, {}, {}};
    for (const study::ReviewedPly& ply : review.plies) {
      line.x.push_back(static_cast<double>(line.x.size()));
      line.y.push_back(100 * ply.after[seat]);
    }
    plot.lines.push_back(std::move(line));
  }
  for (std::size_t i = 0; i < review.plies.size(); ++i) {
    const study::ReviewedPly& ply = review.plies[i];
    if (ply.mark == study::MoveMark::kNone) continue;
    const std::string number = std::to_string(i + 1);
    plot.marks.push_back({static_cast<double>(i + 1), 100 * ply.after[is_duel ? 0 : ply.mover],
                          "var(--m" + std::to_string(static_cast<int>(ply.mark)) + ")",
                          number + " " + ply.move + study::mark_text(ply.mark), "#ply" + number});
  }
  return draw::draw_lines(plot);
}

std::string turning_points(const study::GameReview& review) {
  if (review.turning_points.empty()) return "";
  std::string text = "<h2>Turning points</h2>\n<ul>\n";
  for (const std::size_t index : review.turning_points) {
    const study::ReviewedPly& ply = review.plies[index];
    text += "<li><a href=\"#ply" + std::to_string(index + 1) + "\">ply " + std::to_string(index + 1) + " " +
            base::escaped_markup(ply.move) + "</a>" + mark_span(ply.mark) + ": " +
            base::escaped_markup(review.seats[ply.mover].name) + " fell from " + percent_text(ply.before[ply.mover]) +
            " to " + percent_text(ply.after[ply.mover]) + " %; better was " + base::escaped_markup(ply.best_move) +
            "</li>\n";
  }
  return text + "</ul>\n";
}

}  // namespace

std::string write_review_html(const study::GameReview& review, const record::GameRecord& record) {
  const std::string chances = review.plies.empty() ? "" : "<h2>Chances</h2>\n" + chances_plot(review);
  return draw::html_page(title_of(review, record), subtitle_of(review, record),
                         seat_cards(review) + chances + turning_points(review) + pictures(review) + move_table(review));
}

}  // namespace partita::protocol
