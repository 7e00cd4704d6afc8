#include "partita.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/games.h"
#include "draw/board_svg.h"
#include "draw/board_text.h"
#include "study/engine.h"

using partita::base::OptionValues;
using partita::base::StopFlag;
using partita::catalog::AnyEngine;
using partita::catalog::AnyPosition;

struct partita_list {
  std::vector<std::string> items;
};
struct partita_position {
  AnyPosition value;
};
struct partita_engine {
  std::string game;
  OptionValues rules;
  std::unique_ptr<AnyEngine> engine;
  StopFlag stop{};  // lowered by the search that it has ended
};
struct partita_stop {
  StopFlag flag;
};

namespace {

thread_local std::string last_error;

void fail(const std::string& reason) { last_error = reason; }

/// Runs `body`; whatever it throws becomes the failure's value.
template <class Result, class Body>
Result guarded(Result failure, Body body) noexcept {
  try {
    return body();
  } catch (const std::exception& error) {
    last_error.assign(error.what());
  } catch (...) {
    last_error.assign("unknown fault");
  }
  return failure;
}

/// The reason goes to partita_error(); the value is what the caller returns.
template <class Result>
Result failed(Result value, const std::string& reason) {
  fail(reason);
  return value;
}

char* copied(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return failed<char*>(nullptr, "out of memory");
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

partita::base::Parsed<OptionValues> rules_of(const char* game, const char* rules) {
  if (game == nullptr) return partita::base::Error{"game is NULL"};
  return rules == nullptr ? OptionValues{} : partita::base::read_values(rules);
}

partita_line plain_line(const partita::catalog::LineReport& line, const std::string& moves) {
  partita_line plain{};
  plain.rank = line.rank;
  plain.depth = line.depth;
  plain.score = line.score.value;
  plain.is_proven = line.score.distance ? 1 : 0;
  plain.distance = line.score.distance.value_or(0);
  plain.win = line.score.win;
  plain.draw = line.score.draw;
  plain.nodes = line.nodes;
  plain.time_ms = line.time_ms;
  plain.moves = moves.c_str();
  return plain;
}

/// The engine's own stop flag has done what it was raised for when the search ends.
struct LoweredBehind {
  StopFlag& flag;
  ~LoweredBehind() { flag.lower(); }
};

template <class Result, class Body>
Result with_position(const partita_position* position, Result failure, Body body) {
  if (position == nullptr) return failed(failure, "position is NULL");
  return guarded<Result>(failure, [&] { return body(position->value); });
}

}  // namespace

int partita_api_version(void) { return PARTITA_API_VERSION; }
const char* partita_error(void) { return last_error.c_str(); }

size_t partita_list_size(const partita_list* list) { return list == nullptr ? 0 : list->items.size(); }
const char* partita_list_at(const partita_list* list, size_t index) {
  return list == nullptr || index >= list->items.size() ? nullptr : list->items[index].c_str();
}
void partita_list_free(partita_list* list) { delete list; }
void partita_text_free(char* text) { std::free(text); }

partita_list* partita_games(void) {
  return guarded<partita_list*>(nullptr, [] {
    auto list = std::make_unique<partita_list>();
    for (const auto& game : partita::catalog::all_games()) list->items.push_back(game.name);
    return list.release();
  });
}

partita_list* partita_presets(const char* game) {
  return guarded<partita_list*>(nullptr, [&]() -> partita_list* {
    if (game == nullptr) return failed<partita_list*>(nullptr, "game is NULL");
    if (const auto found = partita::catalog::find_game(game); !found)
      return failed<partita_list*>(nullptr, found.error());
    auto list = std::make_unique<partita_list>();
    for (const auto& preset : partita::catalog::presets(game)) list->items.push_back(preset.name);
    return list.release();
  });
}

partita_position* partita_position_new(const char* game, const char* rules, const char* text) {
  return guarded<partita_position*>(nullptr, [&]() -> partita_position* {
    const auto values = rules_of(game, rules);
    if (!values) return failed<partita_position*>(nullptr, values.error());
    auto position = AnyPosition::from_text(game, *values, text == nullptr ? "" : text);
    if (!position) return failed<partita_position*>(nullptr, position.error());
    return new partita_position{std::move(*position)};
  });
}
partita_position* partita_position_copy(const partita_position* position) {
  return with_position<partita_position*>(position, nullptr,
                                          [](const AnyPosition& value) { return new partita_position{value}; });
}
void partita_position_free(partita_position* position) { delete position; }

int partita_play(partita_position* position, const char* move) {
  return guarded(-1, [&] {
    if (position == nullptr || move == nullptr) return failed(-1, "position or move is NULL");
    const auto played = position->value.play(move);
    return played ? 0 : failed(-1, played.error());
  });
}
int partita_undo(partita_position* position) {
  if (position == nullptr) return failed(0, "position is NULL");
  return guarded(0, [&] { return position->value.undo() ? 1 : 0; });
}

int partita_to_move(const partita_position* position) {
  return with_position(position, -1, [](const AnyPosition& value) { return static_cast<int>(value.to_move()); });
}
int partita_seat_count(const partita_position* position) {
  return with_position(position, -1, [](const AnyPosition& value) { return value.seat_count(); });
}
int partita_ply(const partita_position* position) {
  return with_position(position, -1, [](const AnyPosition& value) { return value.ply(); });
}
int partita_is_over(const partita_position* position) {
  return with_position(position, -1, [](const AnyPosition& value) { return value.is_over() ? 1 : 0; });
}
int partita_winner(const partita_position* position) {
  return with_position(position, -1, [](const AnyPosition& value) { return value.ending().winner(); });
}
double partita_payoff(const partita_position* position, int seat) {
  return with_position(position, 0.0, [&](const AnyPosition& value) {
    if (seat < 0 || seat >= value.seat_count()) return failed(0.0, "no such seat");
    return static_cast<double>(value.ending().payoff[static_cast<std::size_t>(seat)]) / partita::catalog::kPoint;
  });
}
partita_list* partita_legal_moves(const partita_position* position) {
  return with_position<partita_list*>(position, nullptr,
                                      [](const AnyPosition& value) { return new partita_list{value.legal_moves()}; });
}
char* partita_position_text(const partita_position* position) {
  return with_position<char*>(position, nullptr, [](const AnyPosition& value) { return copied(value.text()); });
}
char* partita_board(const partita_position* position) {
  return with_position<char*>(position, nullptr,
                              [](const AnyPosition& value) { return copied(partita::draw::board_text(value.view())); });
}
char* partita_board_svg(const partita_position* position) {
  return with_position<char*>(position, nullptr,
                              [](const AnyPosition& value) { return copied(partita::draw::board_svg(value.view())); });
}

partita_engine* partita_engine_new(const char* game, const char* rules, const char* preset) {
  return guarded<partita_engine*>(nullptr, [&]() -> partita_engine* {
    const auto values = rules_of(game, rules);
    if (!values) return failed<partita_engine*>(nullptr, values.error());
    const auto position = AnyPosition::initial(game, *values);
    if (!position) return failed<partita_engine*>(nullptr, position.error());
    const auto spec = partita::catalog::read_engine_spec(preset == nullptr ? "partita" : preset);
    if (!spec) return failed<partita_engine*>(nullptr, spec.error());
    auto engine = partita::study::make_engine(game, position->rules(), partita::study::with_known_proofs(game, *spec));
    if (!engine) return failed<partita_engine*>(nullptr, engine.error());
    return new partita_engine{game, position->rules(), std::move(*engine)};
  });
}
void partita_engine_free(partita_engine* engine) { delete engine; }

int partita_engine_set(partita_engine* engine, const char* name, const char* value) {
  return guarded(-1, [&] {
    if (engine == nullptr || name == nullptr || value == nullptr) return failed(-1, "an argument is NULL");
    const auto done = engine->engine->set_option(name, value);
    return done ? 0 : failed(-1, done.error());
  });
}
void partita_engine_new_game(partita_engine* engine) {
  if (engine == nullptr) return;
  (void)guarded(0, [&] {
    engine->engine->new_game();
    return 0;
  });
}
void partita_engine_stop(partita_engine* engine) {
  if (engine != nullptr) engine->stop.raise();
}

partita_stop* partita_stop_new(void) {
  return guarded<partita_stop*>(nullptr, [] { return new partita_stop; });
}
void partita_stop_raise(partita_stop* stop) {
  if (stop != nullptr) stop->flag.raise();
}
int partita_stop_is_raised(const partita_stop* stop) { return stop != nullptr && stop->flag.is_raised() ? 1 : 0; }
void partita_stop_free(partita_stop* stop) { delete stop; }

char* partita_search(partita_engine* engine, const partita_position* position, const partita_limits* limits,
                     partita_line_callback on_line, void* user) {
  return partita_search_until(engine, position, limits, nullptr, on_line, user);
}

char* partita_search_until(partita_engine* engine, const partita_position* position, const partita_limits* limits,
                           const partita_stop* stop, partita_line_callback on_line, void* user) {
  return guarded<char*>(nullptr, [&]() -> char* {
    if (engine == nullptr || position == nullptr || limits == nullptr)
      return failed<char*>(nullptr, "an argument is NULL");
    const AnyPosition& value = position->value;
    // An engine of one game must never see a position of another.
    if (value.game() != engine->game || value.rules() != engine->rules) {
      return failed<char*>(nullptr, "the position's game or rules are not the engine's");
    }
    if (value.is_over()) return failed<char*>(nullptr, "the game is over");
    if (limits->depth <= 0 && limits->nodes == 0 && limits->movetime_ms <= 0 && stop == nullptr) {
      return failed<char*>(nullptr, "a search needs a limit: depth, nodes or movetime_ms");
    }
    partita::catalog::SearchRequest request;
    request.limits.depth = limits->depth > 0 ? limits->depth : 0;
    request.limits.nodes = limits->nodes;
    request.limits.movetime_ms = limits->movetime_ms > 0 ? limits->movetime_ms : 0;
    request.limits.lines = limits->lines > 1 ? limits->lines : 1;
    if (on_line != nullptr) {
      request.on_line = [&](const partita::catalog::LineReport& line) {
        const std::string moves = partita::base::join(line.pv, " ");
        const partita_line plain = plain_line(line, moves);
        on_line(&plain, user);
      };
    }
    const LoweredBehind lowered{engine->stop};
    const StopFlag either(&engine->stop, stop == nullptr ? nullptr : &stop->flag);
    request.stop = &either;
    return copied(engine->engine->search(value, request).best_move);
  });
}
