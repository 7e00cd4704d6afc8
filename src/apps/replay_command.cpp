#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "base/text.h"
#include "record/corpus.h"
#include "record/game_files.h"

namespace partita::apps {

namespace {

struct ReplayOptions {
  std::vector<std::string> files;
  std::string rules;
};

std::string summary(const record::FileTally& tally) {
  std::vector<std::string> parts;
  if (tally.games > 0) parts.push_back(std::to_string(tally.games) + (tally.games == 1 ? " game" : " games"));
  if (tally.positions > 0) {
    parts.push_back(std::to_string(tally.positions) + (tally.positions == 1 ? " position" : " positions"));
  }
  if (parts.empty()) parts.emplace_back("nothing");
  std::vector<std::string> endings;
  for (const auto& [reason, count] : tally.endings) endings.push_back(reason + " " + std::to_string(count));
  return base::join(parts, ", ") + (endings.empty() ? "" : ": " + base::join(endings, ", "));
}

void add(record::FileTally& total, const record::FileTally& tally) {
  total.games += tally.games;
  total.positions += tally.positions;
  for (const auto& [reason, count] : tally.endings) total.endings[reason] += count;
}

int replay_files(const ReplayOptions& options) {
  record::FileTally total;
  std::string report;
  for (const std::string& file : options.files) {
    const auto text = record::read_file(file);
    if (!text) return refuse(text.error());
    const base::OptionValues rules =
        options.rules.empty() ? record::rules_in_file_name(file) : base::OptionValues{{"rules", options.rules}};
    const auto tally = record::check_games(*text, rules);
    if (!tally) return refuse(file + ":" + tally.error());
    report += file + ": " + summary(*tally) + "\n";
    add(total, *tally);
  }
  if (options.files.size() > 1) report += "total: " + summary(total) + "\n";
  std::fputs(report.c_str(), stdout);
  return kExitFine;
}

}  // namespace

Action add_replay_command(Arguments& app) {
  auto options = std::make_shared<ReplayOptions>();
  app.add_option("files", options->files, kRequired, "files of records, JSON, OpenTafl records or corpus lines");
  app.add_option("--rules", options->rules, "rule set of corpora of positions, if the file's name does not say it");
  app.footer(
      "Plays every game and checks its result and reason. The first wrong line is reported as FILE:LINE with exit code "
      "2.\n\n"
      "Examples:\n"
      "  partita replay games.pgr\n"
      "  partita replay corpus/*.tsv");
  return [options] { return replay_files(*options); };
}

}  // namespace partita::apps
