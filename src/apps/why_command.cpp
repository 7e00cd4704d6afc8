#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/interrupt.h"
#include "apps/position_options.h"
#include "base/text.h"
#include "catalog/games.h"
#include "protocol/reason_json.h"
#include "study/why.h"

namespace partita::apps {

namespace {

struct WhyOptions {
  PositionOptions where;
  std::string move;
  std::uint64_t nodes = study::kWhyNodes;
  std::string language = "en";
  bool json = false;
};

void print_words(const catalog::AnyPosition& position, const study::WhyAnswer& answer, study::Language language) {
  std::printf("best %s\n", answer.best_line.empty() ? "-" : answer.best_line.front().c_str());
  const std::string text = study::reason_text(position.game(), answer.reason, language);
  std::printf("%s\n", text.empty() ? base::join(answer.line, " ").c_str() : text.c_str());
}

int explain_move(const WhyOptions& options) {
  const auto position = given_position(options.where);
  if (!position) return refuse(position.error());
  if (position->is_over()) return refuse("the game is over: " + position->ending().reason);
  const auto language = study::read_language(options.language);
  if (!language) return refuse("--language: " + language.error());
  const auto spec = catalog::read_engine_spec(options.where.preset);
  if (!spec) return refuse(spec.error());
  base::StopFlag stop;
  const Interruptible interruptible([&stop] { stop.raise(); });
  study::WhyRequest request{*spec, options.nodes, &stop};
  const auto answer = study::explain_move(*position, options.move, request);
  if (!answer) return refuse(answer.error());
  if (options.json) {
    std::printf("%s\n", protocol::write_why_json(*position, *answer).c_str());
  } else {
    print_words(*position, *answer, *language);
  }
  return kExitFine;
}

}  // namespace

Action add_why_command(Arguments& app) {
  auto options = std::make_shared<WhyOptions>();
  add_position_options(app, options->where);
  app.add_option("move", options->move, "the move asked about; without one, why the engine's move is good");
  add_preset_option(app, options->where);
  app.add_option("--nodes", options->nodes, Range{1, 1e12}, "positions visited by each of the two searches");
  app.add_option("--language", options->language, "en or it");
  app.add_flag("--json", options->json, "one JSON object: both lines, every claim, the words in both languages");
  app.footer(
      "Says what the best line does that the move does not, in sentences that the rules verify; the line itself where\n"
      "there is nothing to say.\n\nExamples:\n" +
      catalog::examples_of("why"));
  return [options] { return explain_move(*options); };
}

}  // namespace partita::apps
