#include "study/atlas_survey.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "catalog/games.h"
#include "catalog/solve_scores.h"
#include "catalog/solver.h"
#include "study/shipped_strategies.h"

namespace partita::study {

namespace {

using Layer = std::map<std::string, catalog::AnyPosition>;

/// The positions after one ply more, one for all images; games that have ended are left out.
Layer next_layer(const Layer& layer) {
  Layer next;
  for (const auto& [text, position] : layer) {
    for (const std::string& move : position.legal_moves()) {
      catalog::AnyPosition after = position;
      if (after.play(move) && !after.is_over()) next.emplace(catalog::canonical_text(after), after);
    }
  }
  return next;
}

std::vector<Layer> layers_from(const catalog::AnyPosition& start, int plies) {
  std::vector<Layer> layers;
  layers.push_back({{catalog::canonical_text(start), start}});
  for (int ply = 0; ply < plies; ++ply) layers.push_back(next_layer(layers.back()));
  return layers;
}

void tell_result(catalog::SolvedValue value, const catalog::AnyPosition& position, AtlasRow& row) {
  const catalog::Seat mover = position.to_move();
  if (value == catalog::SolvedValue::kDraw) row.result = AtlasRow::Result::kDraw;
  if (value != catalog::SolvedValue::kWin && value != catalog::SolvedValue::kLoss) return;
  row.result = AtlasRow::Result::kSeat;
  row.winner = value == catalog::SolvedValue::kWin ? mover : static_cast<catalog::Seat>(1 - mover);
}

/// How long the winner's own strategy takes, and what a short search can say besides.
void tell_length(catalog::AnySolver& solver, const catalog::AnyPosition& position, const SurveyPlan& plan,
                 AtlasRow& row) {
  const auto strategy = solver.strategy(position, row.winner, 0, plan.stop);
  if (strategy) {
    const auto made = catalog::make_strategy(*strategy);
    if (made) row.at_most = (*made)->longest_line(position, plan.stop).value_or(0);
  }
  catalog::SolveRequest request;
  request.nodes = plan.distance_nodes;
  request.stop = plan.stop;
  constexpr int kFarEnough = 80;
  const auto distance = solver.distance(position, row.winner, row.at_most > 0 ? row.at_most : kFarEnough, request);
  row.at_least = distance.at_least;
  if (distance.at_most > 0 && (row.at_most == 0 || distance.at_most < row.at_most)) {
    row.at_most = distance.at_most;
    if (!distance.best_move.empty()) row.best = distance.best_move;
  }
}

/// Within how many plies neither side wins, as far as the budget of plan.distance_nodes for each of them goes.
int plies_without_win(catalog::AnySolver& solver, const catalog::AnyPosition& position, const SurveyPlan& plan) {
  constexpr int kFarEnough = 80;
  int both = kFarEnough;
  for (int i = 0; i < position.seat_count(); ++i) {
    catalog::SolveRequest request;
    request.mebibytes = plan.mebibytes;
    request.stop = plan.stop;
    std::uint64_t spent = 0;
    int none = 0;
    while (none < both && spent < plan.distance_nodes) {
      request.plies = none + 1;
      request.nodes = plan.distance_nodes - spent;
      const auto report = solver.prove(position, static_cast<catalog::Seat>(i), request);
      if (report.proof != catalog::Proof::kNo) break;
      spent += report.nodes;
      ++none;
    }
    both = std::min(both, none);
  }
  return both;
}

AtlasRow searched(const catalog::AnyPosition& position, const SurveyPlan& plan, catalog::AnySolver& solver) {
  catalog::SolveRequest request;
  request.nodes = plan.nodes;
  request.mebibytes = plan.mebibytes;
  request.stop = plan.stop;
  const catalog::SolveReport report = catalog::solve_position(solver, position, request);
  AtlasRow row;
  row.rules = position.rules();
  row.moves = position.moves();
  row.nodes = report.nodes;
  row.evidence = "proof";
  tell_result(report.value, position, row);
  if (row.result == AtlasRow::Result::kOpen) row.at_least = plies_without_win(solver, position, plan) + 1;
  if (row.result != AtlasRow::Result::kSeat) return row;
  if (row.winner == position.to_move()) row.best = report.best_move;
  if (plan.distance_nodes == 0) return row;
  // The table may have lost part of the proof to the search for the other side's win.
  if (solver.prove(position, row.winner, request).proof == catalog::Proof::kYes)
    tell_length(solver, position, plan, row);
  return row;
}

/// Rounded to thousandths and never 0, as rows are written.
double measured(const base::Stopwatch& watch) { return std::max(0.001, std::round(watch.seconds() * 1000) / 1000); }

AtlasRow surveyed(const catalog::AnyPosition& position, const SurveyPlan& plan, catalog::AnySolver& solver) {
  const base::Stopwatch watch;
  AtlasRow row = searched(position, plan, solver);
  row.seconds = measured(watch);
  return row;
}

bool ends_with_scores(std::string_view game) {
  const auto entry = catalog::find_game(game);
  return entry && (*entry)->solve_scores;
}

/// As many places of the exact search's table as fit into so much memory.
int places_log2(std::size_t mebibytes) {
  constexpr std::size_t kPlacesPerMebibyte = (std::size_t{1} << 20) / 32;
  constexpr int kLeast = 20, kMost = 26;
  return std::clamp(static_cast<int>(std::bit_width(mebibytes * kPlacesPerMebibyte)) - 1, kLeast, kMost);
}

catalog::ScoreQuestion question_of(const SurveyPlan& plan) {
  catalog::ScoreQuestion question;
  question.most_nodes = plan.nodes;
  question.table_log2 = places_log2(plan.mebibytes);
  question.stop = plan.stop;
  return question;
}

/// More than two players: for each, whether it wins alone against all others, and by how much if the budget goes as far
/// as that. The result is the seat that wins, or kNobody where all are known not to win. Nothing where no search was
/// begun, or it was stopped.
std::optional<AtlasRow> row_of_many(const catalog::AnyPosition& position, const SurveyPlan& plan) {
  AtlasRow row;
  std::vector<std::string> told;
  bool all_known = true;
  for (int i = 0; i < position.seat_count(); ++i) {
    catalog::ScoreQuestion question = question_of(plan);
    question.view = catalog::ScoreQuestion::View::kSeat;
    question.seat = static_cast<catalog::Seat>(i);
    question.spent = &row.nodes;
    question.goal = catalog::ScoreQuestion::Goal::kOutcome;
    const auto outcome = catalog::solve_scores(position, question);
    question.goal = catalog::ScoreQuestion::Goal::kMargin;
    const auto margin = outcome && plan.distance_nodes > 0 ? catalog::solve_scores(position, question) : std::nullopt;
    const std::string name = position.seat_name(question.seat);
    all_known = all_known && outcome;
    told.push_back(name + (margin     ? " by " + margin->margin
                           : !outcome ? " unknown"
                                      : (outcome->outcome > 0 ? " wins" : " does not win")));
    if (!outcome || outcome->outcome <= 0) continue;
    row.result = AtlasRow::Result::kSeat;
    row.winner = question.seat;
    if (i == position.to_move() && !outcome->best.plies.empty()) row.best = outcome->best.plies.front();
  }
  if (row.result == AtlasRow::Result::kOpen && all_known) row.result = AtlasRow::Result::kNobody;
  const bool was_stopped = plan.stop != nullptr && plan.stop->is_raised();
  if (row.nodes == 0 || (was_stopped && !row.is_known())) return std::nullopt;
  row.evidence = "exhaustive, each against all others: " + base::join(told, ", ");
  return row;
}

/// Who wins by the scores, and by how much. Nothing if that is too much to be solved.
std::optional<AtlasRow> row_from_scores(const catalog::AnyPosition& position, const SurveyPlan& plan) {
  if (position.seat_count() > 2) return row_of_many(position, plan);
  const catalog::ScoreQuestion question = question_of(plan);
  const auto solution = catalog::solve_scores(position, question);
  if (!solution) return std::nullopt;
  const catalog::Seat mover = position.to_move();
  AtlasRow row;
  row.nodes = solution->nodes;
  row.evidence = "exhaustive: " + position.seat_name(mover) + " by " + solution->margin;
  row.result = solution->outcome == 0 ? AtlasRow::Result::kDraw : AtlasRow::Result::kSeat;
  row.winner = solution->outcome > 0 ? mover : static_cast<catalog::Seat>(1 - mover);
  if (solution->outcome > 0 && !solution->best.plies.empty()) row.best = solution->best.plies.front();
  return row;
}

bool is_worth_a_search(const Atlas& atlas, const catalog::AnyPosition& position, std::uint64_t nodes) {
  const AtlasRow* row = atlas.find(position);
  return row == nullptr || (!row->is_known() && row->nodes < nodes);
}

/// What a shipped strategy says, where one covers the position.
std::optional<AtlasRow> row_from_strategies(const catalog::AnyPosition& position) {
  std::optional<AtlasRow> row;
  for (const auto& strategy : shipped_strategies(position.game(), position.rules())) {
    const auto plies = strategy->longest_line(position, nullptr);
    if (!plies || (row && row->at_most <= *plies)) continue;
    row = AtlasRow{};
    row->result = AtlasRow::Result::kSeat;
    row->winner = strategy->certificate().claim.winner;
    row->at_most = *plies;
    row->best = strategy->reply(position).value_or("");
    row->evidence = "certificate";
  }
  return row;
}

/// A known row stays, but for better bounds.
void take_over(Atlas& atlas, const catalog::AnyPosition& position, std::optional<AtlasRow> found) {
  if (!found) return;
  const AtlasRow* before = atlas.find(position);
  if (before != nullptr && before->is_known()) {
    const bool is_shorter = found->at_most > 0 && (before->at_most == 0 || found->at_most < before->at_most);
    if (!is_shorter && found->at_least <= before->at_least) return;
    AtlasRow better = *before;
    better.at_least = std::max(better.at_least, found->at_least);
    if (is_shorter) {
      better.at_most = found->at_most;
      better.best = found->best;
      better.evidence = found->evidence;
    }
    found = better;
  } else if (before != nullptr) {
    found->nodes = before->nodes;
    found->seconds = before->seconds;
  }
  atlas.put(position, *found);
}

void conclude_position(Atlas& atlas, const catalog::AnyPosition& position) {
  take_over(atlas, position, row_from_strategies(position));
  take_over(atlas, position, row_from_replies(atlas, position));
}

void conclude_layer(Atlas& atlas, const Layer& layer) {
  for (const auto& [text, position] : layer) conclude_position(atlas, position);
}

}  // namespace

base::Parsed<base::Done> check_plan(const SurveyPlan& plan) {
  const bool has_scores = ends_with_scores(plan.start.game());
  if (const auto solver = catalog::make_solver(plan.start.game(), 1); !solver && !has_scores)
    return solver.forward_error();
  if (has_scores && plan.plies > 0)
    return base::Error{"a game that ends with scores is surveyed at its start, with --plies 0"};
  if (plan.start.is_over()) return base::Error{"the game is over, there is nothing to prove"};
  // Rows name positions by their moves alone.
  const auto first = catalog::AnyPosition::initial(plan.start.game(), plan.start.rules());
  if (!first || plan.start.start_text() != first->text())
    return base::Error{"an atlas knows positions by their moves from the start: give moves, no position"};
  return base::Done{};
}

base::Parsed<base::Done> survey(Atlas& atlas, const SurveyPlan& plan) {
  if (auto fine = check_plan(plan); !fine) return fine;
  if (ends_with_scores(plan.start.game())) {
    const base::Stopwatch watch;
    auto row = row_from_scores(plan.start, plan);
    if (!row) return base::Error{"too many free cells, or nodes, to be solved"};
    row->seconds = measured(watch);
    atlas.put(plan.start, *row);
    if (plan.on_row) plan.on_row(*row, 1, 1);
    return base::Done{};
  }
  const auto layers = layers_from(plan.start, plan.plies);
  std::mutex mutex;  // over the atlas and the counts
  std::size_t done = 0, all = 0;
  for (const Layer& layer : layers) all += layer.size();
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    conclude_layer(atlas, *layer);
    std::vector<const catalog::AnyPosition*> waiting;
    for (const auto& [text, position] : *layer) {
      if (is_worth_a_search(atlas, position, plan.nodes)) waiting.push_back(&position);
    }
    done += layer->size() - waiting.size();
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < waiting.size(); i = next++) {
        if (plan.stop != nullptr && plan.stop->is_raised()) return;
        const auto solver = catalog::make_solver(atlas.game(), plan.mebibytes);
        AtlasRow row = surveyed(*waiting[i], plan, **solver);
        const std::lock_guard lock(mutex);
        // A search that was stopped has not spent what it was to spend.
        if (!row.is_known() && plan.stop != nullptr && plan.stop->is_raised()) return;
        ++done;
        atlas.put(*waiting[i], row);
        if (plan.on_row) plan.on_row(row, done, all);
      }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < plan.threads; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
  }
  conclude(atlas, plan.start, plan.plies);
  return base::Done{};
}

std::vector<catalog::AnyPosition> sample_of(const Atlas& atlas, const base::OptionValues& rules, std::size_t count,
                                            std::uint64_t seed) {
  std::vector<catalog::AnyPosition> sample;
  std::vector<catalog::AnyPosition> images;
  std::size_t plies = 0;
  for (const AtlasRow& row : atlas.rows()) {
    if (row.rules == rules && row.result == AtlasRow::Result::kSeat) plies = std::max(plies, row.moves.size());
  }
  const auto start = catalog::AnyPosition::initial(atlas.game(), rules);
  if (!start) return sample;
  // Every position by its own text, with one way to it.
  std::map<std::string, catalog::AnyPosition> layer = {{start->text(), *start}};
  std::set<const AtlasRow*> met;
  for (std::size_t ply = 0; ply <= plies; ++ply) {
    std::map<std::string, catalog::AnyPosition> next;
    for (const auto& [text, position] : layer) {
      const AtlasRow* row = atlas.find(position);
      if (row != nullptr && row->result == AtlasRow::Result::kSeat)
        (met.insert(row).second ? sample : images).push_back(position);
      if (ply == plies) continue;
      for (const std::string& move : position.legal_moves()) {
        catalog::AnyPosition after = position;
        if (after.play(move) && !after.is_over()) next.emplace(after.text(), after);
      }
    }
    layer = std::move(next);
  }
  base::Random random(seed);
  const auto shuffle = [&random](std::vector<catalog::AnyPosition>& list) {
    for (std::size_t i = list.size(); i > 1; --i)
      std::swap(list[i - 1], list[random.below(static_cast<std::uint32_t>(i))]);
  };
  shuffle(sample);
  shuffle(images);
  for (std::size_t i = 0; sample.size() < count && i < images.size(); ++i) sample.push_back(images[i]);
  if (sample.size() > count) sample.erase(sample.begin() + static_cast<std::ptrdiff_t>(count), sample.end());
  return sample;
}

void conclude(Atlas& atlas, const catalog::AnyPosition& start, int plies) {
  const auto layers = layers_from(start, plies);
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) conclude_layer(atlas, *layer);
}

}  // namespace partita::study
