#include "study/atlas.h"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <sstream>
#include <utility>

#include "base/text.h"
#include "catalog/games.h"
#include "catalog/solver.h"
#include "study/image_moves.h"
#include "study/shipped_file.h"

namespace partita::study {

namespace {

constexpr std::string_view kColumns = "rules\tmoves\tresult\tat least\tat most\tbest\tevidence\tnodes";
/// A column more, where the time of a row was measured.
constexpr std::string_view kSecondsColumn = "\tseconds";

/// Longer than any game.
constexpr std::int64_t kMostPlies = 1'000'000;

std::string atlas_key(const catalog::AnyPosition& position) {
  std::string key;
  for (const auto& [option, value] : position.rules()) key += option + "=" + value + " ";
  return key + catalog::canonical_text(position);
}

base::Parsed<base::Done> read_result(std::string_view text, const catalog::AnyPosition& position, AtlasRow& row) {
  if (text == "open") return base::Done{};
  if (text == "draw") {
    row.result = AtlasRow::Result::kDraw;
    return base::Done{};
  }
  if (text == "nobody" && position.seat_count() > 2) {
    row.result = AtlasRow::Result::kNobody;
    return base::Done{};
  }
  for (int i = 0; i < position.seat_count(); ++i) {
    const auto seat = static_cast<catalog::Seat>(i);
    if (text != position.seat_name(seat)) continue;
    row.result = AtlasRow::Result::kSeat;
    row.winner = seat;
    return base::Done{};
  }
  return base::Error{"result: expected open, draw or a seat's name, got " + base::quoted(text)};
}

base::Parsed<std::int64_t> read_number(const char* column, std::string_view text, std::int64_t most) {
  const auto number = base::read_int(text);
  if (!number || *number < 0 || *number > most)
    return base::Error{std::string(column) + ": expected a number, got " + base::quoted(text)};
  return *number;
}

std::vector<std::string> moves_in(std::string_view text) {
  std::vector<std::string> moves;
  for (const std::string_view move : base::words(text)) moves.emplace_back(move);
  return moves;
}

base::Parsed<AtlasRow> read_row(std::string_view game, std::string_view line) {
  const auto columns = base::split(line, '\t');
  if (columns.size() != 8 && columns.size() != 9)
    return base::Error{"expected 8 columns or 9, got " + std::to_string(columns.size())};
  AtlasRow row;
  auto rules = base::read_values(columns[0]);
  if (!rules) return rules.error_at("rules");
  row.rules = std::move(*rules);
  row.moves = moves_in(columns[1]);
  const auto position = position_of(game, row);
  if (!position) return position.forward_error();
  if (const auto done = read_result(columns[2], *position, row); !done) return done.forward_error();
  const auto at_least = read_number("at least", columns[3], kMostPlies);
  if (!at_least) return at_least.forward_error();
  const auto at_most = read_number("at most", columns[4], kMostPlies);
  if (!at_most) return at_most.forward_error();
  row.at_least = static_cast<int>(*at_least);
  row.at_most = static_cast<int>(*at_most);
  row.best = columns[5];
  if (!row.best.empty() && !position->read_path(row.best))
    return base::Error{"best: no legal move: " + base::quoted(columns[5])};
  row.evidence = columns[6];
  const auto nodes = read_number("nodes", columns[7], std::numeric_limits<std::int64_t>::max());
  if (!nodes) return nodes.forward_error();
  row.nodes = static_cast<std::uint64_t>(*nodes);
  if (columns.size() == 9 && !columns[8].empty()) {
    const auto seconds = base::read_double(columns[8]);
    if (!seconds || !(*seconds > 0 && *seconds < 1e9))
      return base::Error{"seconds: expected a number above 0, got " + base::quoted(columns[8])};
    row.seconds = *seconds;
  }
  return row;
}

std::string result_name(const AtlasRow& row, const catalog::AnyPosition& position) {
  if (row.result == AtlasRow::Result::kOpen) return "open";
  if (row.result == AtlasRow::Result::kNobody) return "nobody";
  return row.result == AtlasRow::Result::kDraw ? "draw" : position.seat_name(row.winner);
}

std::string seconds_text(double seconds) {
  if (seconds <= 0) return "";
  std::ostringstream out;
  out << std::fixed << std::setprecision(3) << seconds;
  return out.str();
}

/// What is known of the position after one of the legal moves.
struct Reply {
  std::string move;
  AtlasRow row;
};

AtlasRow row_of_end(const catalog::Ending& ending) {
  AtlasRow row;
  row.result = ending.winner() < 0 ? AtlasRow::Result::kDraw : AtlasRow::Result::kSeat;
  row.winner = static_cast<catalog::Seat>(std::max(0, ending.winner()));
  return row;
}

std::vector<Reply> replies_to(const Atlas& atlas, const catalog::AnyPosition& position) {
  std::vector<Reply> replies;
  for (const std::string& move : position.legal_moves()) {
    catalog::AnyPosition after = position;
    if (!after.play(move)) continue;
    Reply reply{move, {}};
    if (after.is_over())
      reply.row = row_of_end(after.ending());
    else if (const AtlasRow* row = atlas.find(after))
      reply.row = *row;
    replies.push_back(std::move(reply));
  }
  return replies;
}

bool is_won_for(const AtlasRow& row, catalog::Seat seat) {
  return row.result == AtlasRow::Result::kSeat && row.winner == seat;
}

/// Whether it is known within how many plies the game ends; a game that is over has no evidence.
bool has_bound(const Reply& reply) { return reply.row.at_most > 0 || reply.row.evidence.empty(); }

/// The mover chooses the quickest of the wins that are known; others may be quicker, so nothing bounds it from below.
AtlasRow row_of_win(const std::vector<Reply>& replies, catalog::Seat mover) {
  AtlasRow row;
  row.result = AtlasRow::Result::kSeat;
  row.winner = mover;
  row.at_least = 1;
  for (const Reply& reply : replies) {
    if (!is_won_for(reply.row, mover)) continue;
    const int plies = has_bound(reply) ? reply.row.at_most + 1 : 0;
    const bool is_better = row.best.empty() || (plies > 0 && (row.at_most == 0 || plies < row.at_most));
    if (!is_better) continue;
    row.best = reply.move;
    row.at_most = plies;
  }
  return row;
}

/// The loser chooses the longest.
AtlasRow row_of_loss(const std::vector<Reply>& replies, catalog::Seat winner) {
  AtlasRow row;
  row.result = AtlasRow::Result::kSeat;
  row.winner = winner;
  bool is_bounded = true;
  for (const Reply& reply : replies) {
    row.at_least = std::max(row.at_least, reply.row.at_least + 1);
    row.at_most = std::max(row.at_most, reply.row.at_most + 1);
    is_bounded = is_bounded && has_bound(reply);
  }
  if (!is_bounded) row.at_most = 0;
  return row;
}

/// The row's best move, which is a move of one image of the position, as a move of this one.
std::optional<std::string> best_in(const catalog::AnyPosition& position, const AtlasRow& row) {
  auto known = position_of(position.game(), row);
  if (row.best.empty() || !known || !known->play(row.best)) return std::nullopt;
  return move_to(position, catalog::canonical_text(*known));
}

}  // namespace

base::Parsed<catalog::AnyPosition> position_of(std::string_view game, const AtlasRow& row) {
  auto position = catalog::AnyPosition::initial(game, row.rules);
  if (!position) return position.error_at("rules");
  for (const std::string& move : row.moves) {
    if (const auto played = position->play(move); !played) return played.error_at("moves");
  }
  return position;
}

base::Parsed<Atlas> Atlas::read(std::string_view game, std::string_view text) {
  Atlas atlas{std::string(game)};
  int number = 0;
  for (const std::string_view line : base::split(text, '\n')) {
    ++number;
    if (line.empty() || (number == 1 && line.starts_with(kColumns))) continue;
    auto row = read_row(game, line);
    if (!row) return row.error_at("line " + std::to_string(number));
    const auto position = position_of(game, *row);
    if (atlas.find(*position) != nullptr)
      return base::Error{"line " + std::to_string(number) + ": the position, or an image of it, has a row already"};
    atlas.put(*position, std::move(*row));
  }
  return atlas;
}

std::string Atlas::write() const {
  const std::vector<AtlasRow> all = rows();
  const bool has_times = std::any_of(all.begin(), all.end(), [](const AtlasRow& row) { return row.seconds > 0; });
  std::ostringstream out;
  out << kColumns << (has_times ? kSecondsColumn : "") << '\n';
  for (const AtlasRow& row : all) {
    const auto position = position_of(game_, row);
    out << rules_column(row.rules) << '\t' << base::join(row.moves, " ") << '\t' << result_name(row, *position) << '\t'
        << row.at_least << '\t' << row.at_most << '\t' << row.best << '\t' << row.evidence << '\t' << row.nodes;
    if (has_times) out << '\t' << seconds_text(row.seconds);
    out << '\n';
  }
  return out.str();
}

std::vector<AtlasRow> Atlas::rows() const {
  std::vector<AtlasRow> rows;
  for (const auto& [key, row] : rows_) rows.push_back(row);
  std::sort(rows.begin(), rows.end(), [](const AtlasRow& a, const AtlasRow& b) {
    if (a.rules != b.rules) return a.rules < b.rules;
    if (a.moves.size() != b.moves.size()) return a.moves.size() < b.moves.size();
    return a.moves < b.moves;
  });
  return rows;
}

const AtlasRow* Atlas::find(const catalog::AnyPosition& position) const {
  const auto found = rows_.find(atlas_key(position));
  return found == rows_.end() ? nullptr : &found->second;
}

void Atlas::put(const catalog::AnyPosition& position, AtlasRow row) {
  row.rules = position.rules();
  row.moves = position.moves();
  rows_[atlas_key(position)] = std::move(row);
}

std::string verdict_of(const AtlasRow& row, const catalog::AnyPosition& position) {
  if (row.result == AtlasRow::Result::kNobody) return "nobody wins against all others";
  if (row.result == AtlasRow::Result::kOpen && row.at_least > 1)
    return "open, no win within " + std::to_string(row.at_least - 1) + " plies";
  if (row.result != AtlasRow::Result::kSeat) return result_name(row, position);
  std::string text = position.seat_name(row.winner) + " wins";
  if (row.at_most == 0) return text;
  if (row.at_least == row.at_most) return text + " in " + std::to_string(row.at_most) + " plies";
  if (row.at_least <= 1) return text + " in at most " + std::to_string(row.at_most) + " plies";
  return text + " in " + std::to_string(row.at_least) + " to " + std::to_string(row.at_most) + " plies";
}

std::optional<AtlasRow> row_from_replies(const Atlas& atlas, const catalog::AnyPosition& position) {
  if (position.seat_count() != 2 || catalog::rests_on_past(position.game())) return std::nullopt;
  const auto replies = replies_to(atlas, position);
  if (replies.empty()) return std::nullopt;
  const catalog::Seat mover = position.to_move();
  const auto other = static_cast<catalog::Seat>(1 - mover);
  const auto all = [&](const auto& holds) { return std::all_of(replies.begin(), replies.end(), holds); };
  std::optional<AtlasRow> row;
  if (!all([&](const Reply& reply) { return !is_won_for(reply.row, mover); }))
    row = row_of_win(replies, mover);
  else if (all([&](const Reply& reply) { return is_won_for(reply.row, other); }))
    row = row_of_loss(replies, other);
  else if (all([](const Reply& reply) { return reply.row.is_known(); }))
    row = AtlasRow{};
  if (!row) return std::nullopt;
  if (!row->is_known()) row->result = AtlasRow::Result::kDraw;
  row->evidence = "replies";
  return row;
}

std::shared_ptr<const Atlas> shipped_atlas(std::string_view game) {
  return read_once<Atlas>("atlas/" + std::string(game) + ".tsv",
                          [&](const std::string& text) { return Atlas::read(game, text); });
}

const AtlasRow* shipped_row(const catalog::AnyPosition& position) {
  const auto atlas = shipped_atlas(position.game());
  return atlas ? atlas->find(position) : nullptr;
}

std::optional<Proven> atlas_proof(const catalog::AnyPosition& position) {
  if (position.is_over() || position.seat_count() != 2) return std::nullopt;
  const AtlasRow* row = shipped_row(position);
  if (row == nullptr || !row->is_known() || row->result == AtlasRow::Result::kNobody) return std::nullopt;
  if (catalog::rests_on_past(position.game()) && row->moves != position.moves()) return std::nullopt;
  Proven known{Proven::Result::kDraw, "", 0, false, row->nodes};
  if (row->result == AtlasRow::Result::kDraw) return known;
  known.result = row->winner == position.to_move() ? Proven::Result::kWin : Proven::Result::kLoss;
  known.plies = row->at_most;
  known.is_shortest = row->at_most > 0 && row->at_least == row->at_most;
  for (const Reply& reply : replies_to(*shipped_atlas(position.game()), position)) {
    if (is_won_for(reply.row, row->winner))
      known.moves.push_back({reply.move, has_bound(reply) ? reply.row.at_most + 1 : 0});
  }
  if (known.is_win() && known.moves.empty()) {
    if (const auto best = best_in(position, *row)) known.moves.push_back({*best, row->at_most});
  }
  order_moves(known);
  return known;
}

}  // namespace partita::study
