#include "work/signature.h"

#include "arena/game_job.h"
#include "base/random.h"
#include "base/sha256.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "study/engine.h"

namespace partita::work {

namespace {

/// Goes up when jobs or results change their form.
constexpr const char* kJobForm = "form 1";

void add_searches(const catalog::GameEntry& game, std::string& text) {
  auto position = catalog::AnyPosition::initial(game.name);
  if (!position) return;
  base::Random random(7);
  for (const std::string preset : {"partita", "greedy"}) {
    auto engine = study::make_engine(game.name, {}, {preset, {{"hash_mb", "1"}}});
    if (!engine) continue;
    for (int i = 0; i < 3; ++i) {
      catalog::SearchRequest request;
      request.limits.nodes = 300;
      const auto result = (*engine)->search(*position, request);
      text += result.best_move + " " + std::to_string(result.nodes) + " ";
      if (!result.lines.empty()) text += std::to_string(result.lines.front().score.value) + "\n";
      const auto moves = position->legal_moves();
      if (moves.empty() || !position->play(moves[random.below(static_cast<std::uint32_t>(moves.size()))])) break;
      if (position->is_over()) position->undo();
    }
  }
}

std::string work_out() {
  std::string text = kJobForm;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    text += game.name + "\n";
    for (const catalog::PresetEntry& preset : catalog::presets(game.name)) text += preset.name + " ";
    add_searches(game, text);
  }
  return base::sha256(text).substr(0, 8);
}

}  // namespace

const std::string& signature() {
  static const std::string known = work_out();
  return known;
}

}  // namespace partita::work
