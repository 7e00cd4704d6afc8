#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "base/text.h"
#include "record/game_files.h"
#include "record/replay.h"

namespace partita::apps {

namespace {

struct ConvertOptions {
  std::string input;
  std::string output;
  std::string format;
};

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && std::string_view(text).substr(text.size() - end.size()) == end;
}

/// --to, else what the output's name asks for.
record::FileFormat target_format(const ConvertOptions& options) {
  if (options.format == "json" || (options.format.empty() && ends_with(options.output, ".json"))) {
    return record::FileFormat::kJson;
  }
  if (options.format == "opentafl" || (options.format.empty() && ends_with(options.output, ".otg"))) {
    return record::FileFormat::kOpenTafl;
  }
  return record::FileFormat::kRecord;
}

int convert(const ConvertOptions& options) {
  const auto text = record::read_file(options.input);
  if (!text) return refuse(text.error());
  const auto records = record::read_games(*text);
  if (!records) return refuse(options.input + ":" + records.error());
  for (std::size_t i = 0; i < records->size(); ++i) {
    const auto played = record::replay((*records)[i]);
    if (!played) return refuse(options.input + ":" + played.error());
  }
  const auto converted = record::write_games(*records, target_format(options));
  if (!converted) return refuse(options.input + ": " + converted.error());
  if (options.output.empty() || options.output == "-") {
    std::fputs(converted->c_str(), stdout);
    return kExitFine;
  }
  const auto written = record::write_file(options.output, *converted);
  if (!written) return refuse(written.error());
  std::printf("%s: %zu games\n", options.output.c_str(), records->size());
  return kExitFine;
}

}  // namespace

Action add_convert_command(Arguments& app) {
  auto options = std::make_shared<ConvertOptions>();
  app.add_option("input", options->input, kRequired, "file of records, JSON, OpenTafl records or corpus games");
  app.add_output("output", options->output, "where to write; standard output if left out or -",
                 Outputs::Kind::kDocument);
  app.add_option("--to", options->format, OneOf{{"record", "json", "opentafl"}},
                 "record, json or opentafl; otherwise by the output's name (.json, .otg)");
  app.footer(
      "Every game is played through before anything is written.\n\n"
      "Examples:\n"
      "  partita convert games.tsv games.pgr\n"
      "  partita convert games.pgr --to json\n"
      "  partita convert tablut.pgr tablut.otg");
  return [options] { return convert(*options); };
}

}  // namespace partita::apps
