#include "lab/spsa.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "base/text.h"
#include "catalog/any_engine.h"
#include "draw/page.h"
#include "draw/plot.h"
#include "study/engine.h"

namespace partita::lab {

namespace {

std::vector<SpsaParameter> shifted(const std::vector<SpsaParameter>& parameters, const std::vector<double>& by) {
  std::vector<SpsaParameter> result = parameters;
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i].value = std::clamp(result[i].value + by[i], result[i].low, result[i].high);
  }
  return result;
}

}  // namespace

std::string spec_with(const std::string& preset, const std::vector<SpsaParameter>& parameters) {
  std::string spec = preset;
  for (const SpsaParameter& parameter : parameters)
    spec += "," + parameter.name + "=" + std::to_string(std::lround(parameter.value));
  return spec;
}

base::Parsed<std::vector<SpsaParameter>> read_parameters(const SpsaOptions& options,
                                                         const std::vector<std::string>& words) {
  auto spec = catalog::read_engine_spec(options.preset);
  if (!spec) return spec.forward_error();
  auto engine = study::make_engine(options.game, options.rules, *spec);
  if (!engine) return engine.forward_error();
  const auto values = (*engine)->option_values();
  std::vector<SpsaParameter> parameters;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const base::OptionSpec* option = base::find_option((*engine)->options(), name);
    if (option == nullptr || option->kind != base::OptionSpec::Kind::kSpin)
      return base::Error{base::quoted(name) + " is no switch with a number"};
    SpsaParameter parameter{name, static_cast<double>(base::read_int(values.at(name)).value_or(0)),
                            static_cast<double>(option->min), static_cast<double>(option->max), 1};
    parameter.reach = std::max(1.0, parameter.value / 10);
    if (equals != std::string::npos) {
      const auto numbers = base::split(std::string_view(word).substr(equals + 1), ':');
      const auto low = base::read_double(numbers[0]);
      const auto high = numbers.size() > 1 ? base::read_double(numbers[1]) : std::nullopt;
      const auto reach = numbers.size() > 2 ? base::read_double(numbers[2]) : std::nullopt;
      if (numbers.size() != 3 || !low || !high || !reach || *low >= *high || *reach <= 0 || *low < parameter.low ||
          *high > parameter.high) {
        return base::Error{base::quoted(word) + ": expected name=low:high:reach within " + std::to_string(option->min) +
                           " to " + std::to_string(option->max)};
      }
      parameter.low = *low;
      parameter.high = *high;
      parameter.reach = *reach;
    }
    parameters.push_back(parameter);
  }
  if (parameters.empty()) return base::Error{"nothing to tune: name some switches"};
  return parameters;
}

base::Parsed<SpsaResult> run_spsa(const SpsaOptions& options, work::Queue& queue, const base::StopFlag& stop) {
  SpsaResult result{options.parameters, {}, 0};
  base::Random random(options.seed);
  const double rounds = options.rounds, settle = 0.1 * rounds;
  for (int round = 1; round <= options.rounds && !stop.is_raised(); ++round) {
    // Both gains reach their last values, `reach` and `rate` times it, in the last round.
    const double c_factor = std::pow(rounds / round, options.gamma);
    const double a_factor = options.rate * std::pow((settle + rounds) / (settle + round), options.alpha);
    std::vector<double> up, down;
    for (const SpsaParameter& parameter : result.parameters) {
      const double sign = random.below(2) == 0 ? 1 : -1;
      up.push_back(sign * parameter.reach * c_factor);
      down.push_back(-up.back());
    }
    Question question;
    question.game = options.game;
    question.rules = options.rules;
    question.first = spec_with(options.preset, shifted(result.parameters, up));
    question.second = spec_with(options.preset, shifted(result.parameters, down));
    question.first_control = options.control;
    question.most_openings = options.pairs;
    question.seed = options.seed * 1'000'003 + static_cast<std::uint64_t>(round);
    question.seconds = 1e9;
    const auto answer = ask(question, queue, stop);
    if (!answer) return answer.forward_error();
    result.games += answer->games;
    const double gain =
        answer->games == 0 ? 0 : static_cast<double>(answer->score.wins - answer->score.losses) / answer->games;
    std::vector<double> by;
    for (std::size_t i = 0; i < up.size(); ++i) {
      const double reach = result.parameters[i].reach;
      by.push_back(a_factor * reach * reach * gain / up[i]);
    }
    result.parameters = shifted(result.parameters, by);
    std::vector<double> values;
    for (const SpsaParameter& parameter : result.parameters) values.push_back(parameter.value);
    result.course.push_back(std::move(values));
    if (options.on_round) options.on_round(round, result.parameters);
  }
  return result;
}

std::string spsa_page(const SpsaOptions& options, const SpsaResult& result, const Answer* match,
                      const base::SprtBounds& bounds) {
  draw::LinePlot plot{
      "Values round by round, in reaches from the start", "round", "reaches", {}, {{0, "start"}}, false, false};
  base::TextTable rows = {{"switch", "from", "to", "range", "reach"}};
  for (std::size_t i = 0; i < options.parameters.size(); ++i) {
    const SpsaParameter& start = options.parameters[i];
    draw::PlotLine line{start.name, {}, {}, {}, {}};
    for (std::size_t round = 0; round < result.course.size(); ++round) {
      line.x.push_back(static_cast<double>(round + 1));
      line.y.push_back((result.course[round][i] - start.value) / start.reach);
    }
    plot.lines.push_back(std::move(line));
    rows.push_back({start.name, base::format("%.0f", start.value), base::format("%.1f", result.parameters[i].value),
                    base::format("%g – %g", start.low, start.high), base::format("%g", start.reach)});
  }
  std::string body = "<p>" + std::to_string(result.games) + " games, " + base::escaped_markup(options.control) +
                     " a move.</p>\n" + draw::html_table(rows) + draw::draw_lines(plot);
  if (match != nullptr) {
    const double llr = base::log_likelihood_ratio(match->score.pairs, bounds);
    const auto decided = base::verdict(llr, bounds);
    body += "<h2>The match before adoption</h2>\n<p>" + base::escaped_markup(match->question.first) + " against " +
            base::escaped_markup(match->question.second) +
            base::format(": %d games, +%d =%d −%d, Elo ", match->games, match->score.wins, match->score.draws,
                         match->score.losses) +
            elo_text(*match) +
            base::format(", LLR %.2f of [%.2f, %.2f] for [%g, %g]: %s.</p>\n", llr, bounds.lower(), bounds.upper(),
                         bounds.elo0, bounds.elo1,
                         decided == base::SprtVerdict::kAcceptsElo1   ? "adopt"
                         : decided == base::SprtVerdict::kAcceptsElo0 ? "do not adopt"
                                                                      : "undecided, do not adopt");
  }
  return draw::html_page("SPSA: " + options.game + ", " + options.preset,
                         std::to_string(result.course.size()) + " rounds", body);
}

}  // namespace partita::lab
