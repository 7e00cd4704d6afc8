#include "lab/level_ladder.h"

#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <map>

#include "catalog/levels.h"

namespace partita::lab {

namespace {

namespace json = boost::json;

constexpr int kLeastPairs = 20;

bool is_settled(const arena::PairScore& score) {
  if (score.pairs.count() < kLeastPairs) return false;
  const arena::EloReport elo = report_elo(score.pairs);
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
  all.elo = report_elo(all.score.pairs);
}

struct Match {
  int wins = 0, draws = 0, losses = 0;
  std::array<double, 5> pairs{};
};

std::map<int, Match> read_matches(const std::string& text) {
  std::map<int, Match> matches;
  json::error_code error;
  const json::value value = json::parse(text, error);
  if (error || !value.is_object() || !value.get_object().contains("levels")) return matches;
  for (const json::value& row : value.at("levels").as_array()) {
    const json::object& level = row.as_object();
    if (!level.contains("pairs")) continue;
    Match match{static_cast<int>(level.at("wins").as_int64()),
                static_cast<int>(level.at("draws").as_int64()),
                static_cast<int>(level.at("losses").as_int64()),
                {}};
    for (std::size_t i = 0; i < match.pairs.size(); ++i)
      match.pairs[i] = level.at("pairs").as_array().at(i).to_number<double>();
    matches[static_cast<int>(level.at("level").as_int64())] = match;
  }
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
  std::map<int, Match> matches;
  try {
    matches = read_matches(earlier);
  } catch (const std::exception&) {
    return base::Error{"the earlier calibration cannot be read"};
  }
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
      arena::Pentanomial pairs;
      pairs.pairs = match->second.pairs;
      const auto elo = report_elo(pairs);
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
