#include "work/signature.h"

#include "arena/game_job.h"
#include "base/random.h"
#include "base/sha256.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "catalog/solver.h"
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

/// How the numbers of a proof stand after some nodes: jobs that take a claim apart compare them.
void add_proof(const catalog::GameEntry& game, std::string& text) {
  auto solver = catalog::make_solver(game.name, 1);
  const auto position = catalog::AnyPosition::initial(game.name);
  if (!solver || !position) return;
  constexpr catalog::Seat kAttacker = 1;
  catalog::SolveRequest request;
  request.nodes = 300;
  request.mebibytes = 1;
  (*solver)->prove(*position, kAttacker, request);
  const catalog::Numbers numbers = (*solver)->step(*position, kAttacker, 0).numbers;
  text += "proof " + std::to_string(numbers.proof) + " " + std::to_string(numbers.disproof) + "\n";
}

}  // namespace

std::string signed_text() {
  std::string text = kJobForm;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    text += game.name + "\n";
    for (const catalog::PresetEntry& preset : catalog::presets(game.name)) text += preset.name + " ";
    add_searches(game, text);
    add_proof(game, text);
  }
  return text;
}

const std::string& signature() {
  static const std::string known = base::sha256(signed_text()).substr(0, 8);
  return known;
}

}  // namespace partita::work
