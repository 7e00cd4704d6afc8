#include "lab/level_ladder.h"

#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <map>

#include "catalog/presets.h"
#include "record/json_fields.h"

namespace partita::lab {

namespace {

namespace json = boost::json;

constexpr int kLeastPairs = 20;

bool is_settled(const arena::PairScore& score) {
  if (score.pairs.count() < kLeastPairs) return false;
  const base::EloReport elo = base::report_elo(score.pairs);
  return elo.score.value - elo.score.error > 0.5;
}

Question question_of(const LadderOptions& options, int level, double seconds) {
  Question question;
  question.game = options.game;
  question.first = "level-" + std::to_string(level) + ",hash_mb=16";
  question.second = "level-" + std::to_string(level - 1) + ",hash_mb=16";
  question.first_control = "600s";  // levels limit themselves by nodes
  question.opening_plies = 4;
  question.seed = static_cast<std::uint64_t>(level);
  question.most_openings = kLeastPairs;
  question.seconds = seconds;
  return question;
}

void add(Answer& all, const Answer& more) {
  all.score.wins += more.score.wins;
  all.score.draws += more.score.draws;
  all.score.losses += more.score.losses;
  for (std::size_t i = 0; i < all.score.pairs.pairs.size(); ++i) all.score.pairs.pairs[i] += more.score.pairs.pairs[i];
  all.games += more.games;
  all.seconds += more.seconds;
  all.elo = base::report_elo(all.score.pairs);
}

struct Match {
  int wins = 0, draws = 0, losses = 0;
  std::array<double, 5> pairs{};
};

/// The matches of an earlier calibration; none where there is no text.
base::Parsed<std::map<int, Match>> read_matches(const std::string& text) {
  std::map<int, Match> matches;
  if (text.empty()) return matches;
  const auto value = record::parse_json(text);
  if (!value) return value.forward_error();
  record::JsonFault fault;
  record::JsonFields fields(*value, "", &fault);
  for (record::JsonFields& level : fields.objects("levels")) {
    if (!level.has("pairs")) continue;
    constexpr std::int64_t kMostGames = 1'000'000'000;
    const auto count = [&](const char* name) { return static_cast<int>(level.integer(name, 0, kMostGames)); };
    Match match{count("wins"), count("draws"), count("losses"), {}};
    const auto pairs = level.items("pairs");
    if (pairs.size() != match.pairs.size()) level.refuse("pairs", "5 numbers");
    for (std::size_t i = 0; i < match.pairs.size() && fault.empty(); ++i) match.pairs[i] = pairs[i].number();
    matches[count("level")] = match;
  }
  if (!fault.empty()) return base::Error{fault.text()};
  return matches;
}

}  // namespace

base::Parsed<std::vector<Answer>> climb_levels(const LadderOptions& options, work::Queue& queue,
                                               const base::StopFlag& stop) {
  std::vector<Answer> answers;
  const base::Stopwatch watch;
  for (int level = options.from; level <= options.to && !stop.is_raised(); ++level) {
    const double share = (options.seconds - watch.seconds()) / (options.to - level + 1);
    const base::Stopwatch own;
    Answer all;
    for (int round = 0; round * kLeastPairs < options.most_openings && !stop.is_raised(); ++round) {
      Question question = question_of(options, level, share - own.seconds());
      question.seed += static_cast<std::uint64_t>(1000 * round);
      const auto answer = ask(question, queue, stop);
      if (!answer) return answer.forward_error();
      if (round == 0)
        all = *answer;
      else
        add(all, *answer);
      if (is_settled(all.score) || own.seconds() > share) break;
    }
    if (options.on_answer) options.on_answer(all);
    answers.push_back(std::move(all));
  }
  return answers;
}

base::Parsed<std::string> ladder_json(const std::string& game, const std::vector<Answer>& answers,
                                      const std::string& earlier) {
  auto read = read_matches(earlier);
  if (!read) return read.error_at("the earlier calibration");
  std::map<int, Match>& matches = *read;
  for (const Answer& answer : answers) {
    const std::string& spec = answer.question.first;
    matches[std::stoi(spec.substr(6))] = {answer.score.wins, answer.score.draws, answer.score.losses,
                                          answer.score.pairs.pairs};
  }
  const auto& levels = catalog::levels_of(game);
  std::vector<arena::Encounter> encounters;
  for (const auto& [level, match] : matches) {
    const int games = match.wins + match.draws + match.losses;
    if (level >= 2 && level <= static_cast<int>(levels.size()) && games > 0) {
      encounters.push_back({level - 1, level - 2, static_cast<double>(games), match.wins + 0.5 * match.draws});
    }
  }
  const auto ratings = rate(static_cast<int>(levels.size()), encounters);
  json::array rows;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    json::object row{
        {"level", levels[i].level},
        {"name", levels[i].name},
        {"elo", std::lround(ratings[i].value - ratings[0].value)},
        {"error", std::isfinite(ratings[i].error) ? json::value(std::lround(ratings[i].error)) : json::value(nullptr)}};
    if (const auto match = matches.find(levels[i].level); match != matches.end()) {
      base::Pentanomial pairs;
      pairs.pairs = match->second.pairs;
      const auto elo = base::report_elo(pairs);
      row["wins"] = match->second.wins;
      row["draws"] = match->second.draws;
      row["losses"] = match->second.losses;
      json::array counts;
      for (const double count : pairs.pairs) counts.push_back(std::lround(count));
      row["pairs"] = std::move(counts);
      row["score_permille"] = std::lround(1000 * elo.score.value);
      row["error_permille"] = std::lround(1000 * elo.score.error);
    }
    rows.push_back(std::move(row));
  }
  std::string text = "{\"game\": " + json::serialize(json::value(game)) +
                     ",\n \"about\": \"matches of each level against the one below it: partita lab levels --game " +
                     game + "\",\n \"levels\": [\n";
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += "  " + json::serialize(rows[i]) + (i + 1 < rows.size() ? ",\n" : "\n");
  return text + " ]}\n";
}

}  // namespace partita::lab
