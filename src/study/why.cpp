#include "study/why.h"

#include <optional>

#include "catalog/solver.h"
#include "study/engine.h"

namespace partita::study {

namespace {

struct SearchedLine {
  std::vector<std::string> moves;
  std::optional<int> end;        ///< plies to its proven end, as the mover sees it
  std::optional<double> chance;  ///< of who asks
};

/// The best line, by as many nodes as asked for; one ply is looked ahead whatever it takes.
SearchedLine searched_line(const catalog::AnyPosition& position, catalog::AnyEngine& engine, const WhyRequest& request,
                           catalog::Seat asker) {
  if (position.is_over()) return {};
  catalog::SearchRequest search;
  search.limits.nodes = request.nodes;
  search.stop = request.stop;
  search.is_analysis = true;
  catalog::SearchResult result = engine.search(position, search);
  if (result.lines.empty()) {
    search.limits = {};
    search.limits.depth = 1;
    result = engine.search(position, search);
  }
  if (result.lines.empty() || result.lines[0].pv.empty()) return {{result.best_move}, {}, {}};
  return {result.lines[0].pv, result.lines[0].score.distance, chance_of(result.lines[0], asker)};
}

/// Moves that lead to images of one position are as good as each other.
bool leads_to_an_image(const catalog::AnyPosition& position, const std::string& move, const std::string& best) {
  catalog::AnyPosition one = position;
  catalog::AnyPosition other = position;
  if (!one.play(move) || !other.play(best)) return false;
  return move == best || catalog::canonical_text(one) == catalog::canonical_text(other);
}

}  // namespace

base::Parsed<WhyAnswer> explain_move(const catalog::AnyPosition& position, const std::string& move,
                                     const WhyRequest& request) {
  catalog::AnyPosition after = position;
  WhyAnswer answer;
  if (!move.empty()) {
    auto played = after.play(move);
    if (!played) return played.forward_error();
    answer.move = *played;
  }
  auto engine = make_engine(position.game(), position.rules(), request.engine);
  if (!engine) return engine.forward_error();
  const catalog::Seat asker = position.to_move();
  const SearchedLine best = searched_line(position, **engine, request, asker);
  answer.best_line = best.moves;
  if (answer.move.empty()) answer.move = answer.best_line.front();
  ReasonQuestion question{position, answer.best_line, {}, best.end, {}};
  question.played_chance = best.chance;
  if (answer.move != answer.best_line.front()) {
    const SearchedLine replies = searched_line(after, **engine, request, asker);
    question.played = {answer.move};
    question.played.insert(question.played.end(), replies.moves.begin(), replies.moves.end());
    question.played_chance = replies.chance;
    question.played_end = end_before_ply(replies.end, position.to_move(), after.to_move());
    if (!leads_to_an_image(position, answer.move, answer.best_line.front())) {
      question.better = answer.best_line;
      question.better_end = best.end;
      question.better_chance = best.chance;
    }
  }
  answer.line = question.played;
  answer.reason = find_reason(question);
  return answer;
}

}  // namespace partita::study
