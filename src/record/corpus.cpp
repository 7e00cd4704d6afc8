#include "record/corpus.h"

#include <algorithm>
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

bool is_number(std::string_view text) { return base::read_int(text).has_value(); }

std::optional<CorpusKind> line_kind(const Columns& columns) {
  const std::size_t count = columns.size();
  if (count == 5 && is_number(columns[0]) && is_number(columns[4])) return CorpusKind::kAndantinoGames;
  if (count == 7 && is_number(columns[0]) && is_number(columns[1])) return CorpusKind::kOmegaGames;
  if (count == 4 && is_number(columns[0]) && is_number(columns[1])) return CorpusKind::kOmegaTrace;
  if (count == 4 && (columns[1] == "0" || columns[1] == "1")) return CorpusKind::kOmegaPositions;
  if (count == 6 && is_number(columns[2]) && columns[5].substr(0, 1) == "/") return CorpusKind::kTaflGames;
  if (count == 2 && columns[0].substr(0, 1) == "/" && columns[1].find('=') != std::string_view::npos) {
    return CorpusKind::kTaflPositions;
  }
  return std::nullopt;
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

Parsed<Done> check_line(CorpusKind kind, const Columns& columns, const base::OptionValues& rules, CorpusTally& tally) {
  if (line_kind(columns) != kind) return Error{"is not like the first line of the file"};
  switch (kind) {
    case CorpusKind::kAndantinoGames: return tally_game(check_andantino_game(columns), tally);
    case CorpusKind::kOmegaGames: return tally_game(check_omega_game(columns), tally);
    case CorpusKind::kTaflGames: return tally_game(check_tafl_game(columns), tally);
    case CorpusKind::kOmegaTrace: return tally_positions(check_omega_trace(columns), tally);
    case CorpusKind::kOmegaPositions: return tally_positions(check_omega_position(columns), tally);
    case CorpusKind::kTaflPositions: return tally_positions(check_tafl_position(columns, rules), tally);
  }
  return Error{"unknown kind of corpus"};
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
  CorpusTally tally;
  const auto done =
      for_each_line(text, [&](const Columns& columns) { return check_line(kind, columns, rules, tally); });
  if (!done) return done.forward_error();
  return tally;
}

Parsed<std::vector<GameRecord>> read_corpus_games(std::string_view text, CorpusKind kind) {
  std::vector<GameRecord> records;
  const auto done = for_each_line(text, [&](const Columns& columns) -> Parsed<Done> {
    if (line_kind(columns) != kind) return Error{"is not like the first line of the file"};
    auto position = kind == CorpusKind::kAndantinoGames ? check_andantino_game(columns)
                    : kind == CorpusKind::kOmegaGames   ? check_omega_game(columns)
                    : kind == CorpusKind::kTaflGames    ? check_tafl_game(columns)
                                                        : Parsed<catalog::AnyPosition>(Error{"holds no game"});
    if (!position) return position.forward_error();
    records.push_back(make_record(*position));
    return Done{};
  });
  if (!done) return done.forward_error();
  return records;
}

base::OptionValues rules_in_file_name(std::string_view name) {
  name = name.substr(name.find_last_of('/') + 1);
  const auto game = catalog::find_game("tafl");
  if (!game) return {};
  const base::OptionSpec* spec = base::find_option((*game)->rule_options, "rules");
  if (spec == nullptr) return {};
  for (const std::string& choice : spec->choices) {
    if (name.find(choice) != std::string_view::npos) return {{"rules", choice}};
  }
  return {};
}

}  // namespace partita::record
