#include "record/corpus.h"

#include <functional>

#include "base/text.h"
#include "catalog/games.h"
#include "record/corpus_lines.h"
#include "record/replay.h"

namespace partita::record {

namespace {

using base::Done;
using base::Error;
using base::Parsed;
using catalog::CorpusFormat;

/// Calls visit(game, format) for every format of every game until it says true.
void find_format(const std::function<bool(const catalog::GameEntry&, const CorpusFormat&)>& visit) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    for (const CorpusFormat& format : game.profile->corpora) {
      if (visit(game, format)) return;
    }
  }
}

std::optional<CorpusKind> line_kind(const Columns& columns) {
  std::optional<CorpusKind> kind;
  find_format([&](const catalog::GameEntry& game, const CorpusFormat& format) {
    if (looks_like(format, columns)) kind = {game.name, format.name};
    return kind.has_value();
  });
  return kind;
}

/// Null where there is none.
const CorpusFormat* format_of(CorpusKind kind) {
  const CorpusFormat* found = nullptr;
  find_format([&](const catalog::GameEntry& game, const CorpusFormat& format) {
    if (game.name == kind.game && format.name == kind.format) found = &format;
    return found != nullptr;
  });
  return found;
}

/// Calls visit(columns) for every line that is no comment; its refusal is put under the line's number.
Parsed<Done> for_each_line(std::string_view text, const std::function<Parsed<Done>(const Columns&)>& visit) {
  int number = 0;
  for (std::string_view line : base::split(text, '\n')) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (base::trim(line).empty() || line[0] == '#') continue;
    const auto done = visit(base::split(line, '\t'));
    if (!done) return done.error_at(std::to_string(number));
  }
  return Done{};
}

Parsed<Done> tally_game(const Parsed<catalog::AnyPosition>& position, CorpusTally& tally) {
  if (!position) return position.forward_error();
  ++tally.games;
  ++tally.endings[position->ending().over ? position->ending().reason : "unfinished"];
  return Done{};
}

Parsed<Done> tally_positions(const Parsed<int>& count, CorpusTally& tally) {
  if (!count) return count.forward_error();
  tally.positions += *count;
  return Done{};
}

}  // namespace

std::optional<CorpusKind> corpus_kind(std::string_view text) {
  std::optional<CorpusKind> kind;
  (void)for_each_line(text, [&](const Columns& columns) -> Parsed<Done> {
    kind = line_kind(columns);
    return Error{"only the first line"};
  });
  return kind;
}

Parsed<CorpusTally> check_corpus(std::string_view text, CorpusKind kind, const base::OptionValues& rules) {
  const CorpusFormat* format = format_of(kind);
  if (format == nullptr) return Error{"unknown kind of corpus"};
  CorpusTally tally;
  const auto done = for_each_line(text, [&](const Columns& columns) -> Parsed<Done> {
    if (line_kind(columns) != kind) return Error{"is not like the first line of the file"};
    return format->holds == CorpusFormat::Holds::kGames
               ? tally_game(check_game(kind.game, *format, columns), tally)
               : tally_positions(check_positions(kind.game, *format, columns, rules), tally);
  });
  if (!done) return done.forward_error();
  return tally;
}

Parsed<std::vector<GameRecord>> read_corpus_games(std::string_view text, CorpusKind kind) {
  const CorpusFormat* format = format_of(kind);
  if (format == nullptr) return Error{"unknown kind of corpus"};
  std::vector<GameRecord> records;
  const auto done = for_each_line(text, [&](const Columns& columns) -> Parsed<Done> {
    if (line_kind(columns) != kind) return Error{"is not like the first line of the file"};
    if (format->holds != CorpusFormat::Holds::kGames) return Error{"holds no game"};
    const auto position = check_game(kind.game, *format, columns);
    if (!position) return position.forward_error();
    records.push_back(make_record(*position));
    return Done{};
  });
  if (!done) return done.forward_error();
  return records;
}

base::OptionValues rules_in_file_name(std::string_view name) {
  name = name.substr(name.find_last_of('/') + 1);
  base::OptionValues rules;
  find_format([&](const catalog::GameEntry& game, const CorpusFormat& format) {
    const base::OptionSpec* spec = base::find_option(game.rule_options, format.rule_in_name);
    if (spec == nullptr) return false;
    for (const std::string& choice : spec->choices) {
      if (name.find(choice) == std::string_view::npos) continue;
      rules = {{spec->name, choice}};
      return true;
    }
    return false;
  });
  return rules;
}

}  // namespace partita::record
