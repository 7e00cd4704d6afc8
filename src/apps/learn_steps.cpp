#include "apps/learn_steps.h"

#include <CLI/CLI.hpp>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "catalog/any_engine.h"
#include "catalog/games.h"
#include "catalog/networks.h"
#include "learn/network_match.h"
#include "learn/pattern_games.h"
#include "learn/rule_sums.h"
#include "learn/sample_file.h"
#include "learn/training_games.h"
#include "nets/network.h"

namespace partita::apps {

namespace {

int complain(const std::string& message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  return 2;
}

/// The first game that a network is shipped for, or that reads any.
std::string game_with_network() {
  std::string reads_any;
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (catalog::shipped_network(game, {})) return game.name;
    if (game.network && reads_any.empty()) reads_any = game.name;
  }
  return reads_any;
}

struct GameChoice {
  std::string game = game_with_network();
  std::string rules;

  void add_to(CLI::App& app) {
    app.add_option("--game", game, "the game")->capture_default_str();
    app.add_option("--rules", rules, "its rules, as name=value,name=value");
  }
  base::Parsed<const catalog::GameEntry*> any_entry() const { return catalog::find_game(game); }
  base::Parsed<const catalog::GameEntry*> entry() const {
    auto found = any_entry();
    if (found && !(*found)->network) return base::Error{"the game " + game + " reads no networks"};
    return found;
  }
  base::Parsed<base::OptionValues> values() const { return base::read_values(rules); }
};

/// "partita,hash_mb=8" and a network's file, or none.
base::Parsed<catalog::EngineSpec> engine_with(const std::string& text, const std::string& network) {
  auto spec = catalog::read_engine_spec(text);
  if (!spec || network.empty()) return spec;
  auto loaded = nets::load_network(network);
  if (!loaded) return loaded.forward_error();
  spec->network = *loaded;
  return spec;
}

/// How openings are told on the command line.
void add_opening(CLI::App& app, learn::OpeningPlan& plan) {
  app.add_option("--least-plies", plan.least_plies, "random plies at least")->capture_default_str();
  app.add_option("--most-plies", plan.most_plies, "and at most")->capture_default_str();
  app.add_option_function<std::size_t>(
         "--random-seat", [&plan](std::size_t seat) { plan.random_seat = seat - 1; },
         "only this seat's moves (1, 2, ...) are random, the others answer with a short search")
      ->check(CLI::Range(1, 4));
  app.add_option("--balance", plan.balance, "only openings that a search values no more than this for either side");
}

/// What is wrong with how games are to begin; empty: nothing.
std::string fault_of(const learn::OpeningPlan& plan, const catalog::GameEntry& game, const base::OptionValues& rules) {
  if (plan.least_plies < 0 || plan.least_plies > plan.most_plies) {
    return "--least-plies " + std::to_string(plan.least_plies) + ": expected 0 to --most-plies, which is " +
           std::to_string(plan.most_plies);
  }
  const auto start = catalog::AnyPosition::initial(game.name, rules);
  if (!start) return start.error();
  if (plan.random_seat && static_cast<int>(*plan.random_seat) >= static_cast<int>(start->seat_count())) {
    return "--random-seat " + std::to_string(*plan.random_seat + 1) + ": the game has " +
           std::to_string(start->seat_count()) + " seats";
  }
  return {};
}

struct SelfplayChoice {
  GameChoice choice;
  learn::TrainingPlan plan;
  std::string engine = "partita-classic,hash_mb=8";
  std::string network;
  std::string out;
  bool force = false;
};

int run_training_games(const SelfplayChoice& options) {
  const auto entry = options.choice.entry();
  if (!entry) return complain(entry.error());
  const auto rules = options.choice.values();
  if (!rules) return complain(rules.error());
  auto engine = engine_with(options.engine, options.network);
  if (!engine) return complain(engine.error());
  if (const std::string fault = fault_of(options.plan.opening, **entry, *rules); !fault.empty()) return complain(fault);
  learn::TrainingPlan plan = options.plan;
  plan.engine = *engine;
  const std::size_t words = learn::words_of_inputs(**entry, *rules);
  if (words == 0) return complain("these rules have no starting position, or nothing that a network would see");
  if (options.out == "-") return complain("--out: cannot be written to standard output, name a file");
  std::error_code failure;
  if (options.force && std::filesystem::is_regular_file(options.out, failure))
    std::filesystem::remove(options.out, failure);
  auto file = learn::SampleFile::create(options.out, words, learn::about_samples(**entry, *rules, plan));
  if (!file) return complain(file.error());
  const auto count = learn::play_training_games(
      **entry, *rules, plan, **file, [](const learn::TrainingCount&) {}, nullptr);
  if (!count) return complain(count.error());
  std::printf("%llu games, %llu positions, %llu draws, %.1f s, %.0f positions/s, %.2f M nodes/s\n",
              static_cast<unsigned long long>(count->games), static_cast<unsigned long long>(count->positions),
              static_cast<unsigned long long>(count->draws), count->seconds,
              static_cast<double>(count->positions) / count->seconds,
              static_cast<double>(count->nodes) / count->seconds / 1e6);
  return 0;
}

struct MatchChoice {
  GameChoice choice;
  learn::MatchPlan plan;
  std::string first = "partita-classic,hash_mb=16";
  std::string second = "partita-classic,hash_mb=16";
  std::string first_network;
  std::string second_network;
  bool is_json = false;
};

/// "accepted" where the sequential test found the first engine better, "refused" where it did not; "open" otherwise.
std::string verdict_of(const learn::MatchCount& count, const base::SprtBounds& bounds) {
  switch (base::verdict(base::log_likelihood_ratio(count.pairs, bounds), bounds)) {
    case base::SprtVerdict::kAcceptsElo1: return "accepted";
    case base::SprtVerdict::kAcceptsElo0: return "refused";
    case base::SprtVerdict::kGoesOn: break;
  }
  return "open";
}

void print_match(const learn::MatchCount& count, const std::optional<base::SprtBounds>& sprt) {
  const base::EloReport report = base::report_elo(count.pairs);
  std::printf("%d games: +%d =%d -%d, %.1f%%", count.games(), count.won[0] + count.won[1],
              count.drawn[0] + count.drawn[1], count.lost[0] + count.lost[1], 100 * count.share());
  if (count.pairs.count() > 0) std::printf(", Elo %+.0f +- %.0f", report.elo.value, report.elo.error);
  std::printf("; on seat 1 +%d =%d -%d, on seat 2 +%d =%d -%d", count.won[0], count.drawn[0], count.lost[0],
              count.won[1], count.drawn[1], count.lost[1]);
  if (sprt) std::printf("; %s", verdict_of(count, *sprt).c_str());
  std::printf("\n");
}

/// One line of JSON for a log: counts by seat, the share of the points, and Elo with its interval where there is one.
void print_match_json(const learn::MatchCount& count, const std::optional<base::SprtBounds>& sprt) {
  const base::EloReport report = base::report_elo(count.pairs);
  std::printf("{\"games\": %d, \"won\": [%d, %d], \"drawn\": [%d, %d], \"lost\": [%d, %d], \"share\": %.4f",
              count.games(), count.won[0], count.won[1], count.drawn[0], count.drawn[1], count.lost[0], count.lost[1],
              count.share());
  if (count.pairs.count() > 0) {
    std::printf(", \"elo\": %.1f, \"error\": %.1f", report.elo.value, report.elo.error);
  }
  if (sprt) std::printf(", \"verdict\": \"%s\"", verdict_of(count, *sprt).c_str());
  std::printf("}\n");
}

int run_match(const MatchChoice& options) {
  const auto entry = options.choice.any_entry();
  if (!entry) return complain(entry.error());
  const auto rules = options.choice.values();
  if (!rules) return complain(rules.error());
  auto first = engine_with(options.first, options.first_network);
  if (!first) return complain(first.error());
  auto second = engine_with(options.second, options.second_network);
  if (!second) return complain(second.error());
  if (const std::string fault = fault_of(options.plan.opening, **entry, *rules); !fault.empty()) return complain(fault);
  learn::MatchPlan plan = options.plan;
  plan.first = *first;
  plan.second = *second;
  const auto count = learn::play_match(
      **entry, *rules, plan, [](const learn::MatchCount&) {}, nullptr);
  if (!count) return complain(count.error());
  options.is_json ? print_match_json(*count, plan.sprt) : print_match(*count, plan.sprt);
  return 0;
}

/// For every symmetry a line with the input that each input becomes.
int print_images(const GameChoice& choice) {
  const auto entry = choice.entry();
  if (!entry) return complain(entry.error());
  const auto rules = choice.values();
  if (!rules) return complain(rules.error());
  const auto start = catalog::AnyPosition::initial((*entry)->name, *rules);
  if (!start) return complain(start.error());
  for (const auto& images : (*entry)->network->images(start->model())) {
    for (const std::uint16_t image : images) std::printf("%d ", image);
    std::printf("\n");
  }
  return 0;
}

struct SampleChoice {
  std::string samples;
  std::string network;
  std::uint64_t count = 1000;
};

/// The words of each record's inputs and its head, from a sample file's first records.
template <class Visit>
bool visit_samples(const SampleChoice& choice, Visit&& visit) {
  std::ifstream file(choice.samples, std::ios::binary);
  std::size_t words = 0;
  for (std::string line; std::getline(file, line) && !line.empty();) {
    if (line.rfind("words: ", 0) == 0) words = std::stoul(line.substr(7));
  }
  std::vector<unsigned char> record(8 * words + 8);
  for (std::uint64_t i = 0; words > 0 && i < choice.count; ++i) {
    if (!file.read(reinterpret_cast<char*>(record.data()), static_cast<std::streamsize>(record.size()))) break;
    std::vector<std::uint64_t> inputs(words);
    for (std::size_t word = 0; word < words; ++word) {
      for (std::size_t byte = 0; byte < 8; ++byte)
        inputs[word] |= static_cast<std::uint64_t>(record[8 * word + byte]) << (8 * byte);
    }
    visit(inputs, record[8 * words + 4]);
  }
  return words > 0;
}

/// The network's value of each of the first samples, for comparison with the training program's.
int print_values(const SampleChoice& choice) {
  const auto network = nets::load_network(choice.network);
  if (!network) return complain(network.error());
  const bool is_read = visit_samples(choice, [&](const std::vector<std::uint64_t>& inputs, unsigned head) {
    if (inputs.size() * 64 >= (*network)->shape().inputs) std::printf("%d\n", (*network)->value(inputs, head));
  });
  return is_read ? 0 : complain(choice.samples + ": no samples");
}

/// Nanoseconds of an evaluation with each kernel, and with sums carried from position to position.
int print_speed(const SampleChoice& choice) {
  const auto network = nets::load_network(choice.network);
  if (!network) return complain(network.error());
  std::vector<std::pair<std::vector<std::uint64_t>, unsigned>> positions;
  visit_samples(choice,
                [&](const std::vector<std::uint64_t>& inputs, unsigned head) { positions.emplace_back(inputs, head); });
  if (positions.empty()) return complain(choice.samples + ": no samples");
  constexpr int kRounds = 20;
  const auto time = [&](const char* name, auto&& value) {
    const base::Stopwatch watch;
    std::int64_t sum = 0;
    for (int round = 0; round < kRounds; ++round) {
      for (const auto& [inputs, head] : positions) sum += value(inputs, head);
    }
    std::printf("%-12s %7.0f ns an evaluation (sum %lld)\n", name,
                watch.seconds() * 1e9 / kRounds / static_cast<double>(positions.size()), static_cast<long long>(sum));
  };
  std::size_t count = 0;
  const nets::Kernel* const* kernels = nets::usable_kernels(count);
  for (std::size_t i = 0; i < count; ++i) {
    time(kernels[i]->name,
         [&](const auto& inputs, unsigned head) { return (*network)->value_with(*kernels[i], inputs, head); });
  }
  time("carried", [&](const auto& inputs, unsigned head) { return (*network)->value(inputs, head); });
  return 0;
}

}  // namespace

int run_learn_step(int argc, const char* const* argv) {
  CLI::App app("Self-play for training, matches between networks, comparison of numbers", "partita learn");
  app.require_subcommand(1);
  int status = 0;

  SelfplayChoice selfplay;
  CLI::App* games = app.add_subcommand("selfplay", "plays games and writes samples");
  selfplay.choice.add_to(*games);
  games->add_option("--engine", selfplay.engine, "preset[,switch=value]...")->capture_default_str();
  games->add_option("--network", selfplay.network, "the network its evaluator reads");
  games->add_option("--nodes", selfplay.plan.nodes, "a move")->capture_default_str();
  add_opening(*games, selfplay.plan.opening);
  games->add_option("--games", selfplay.plan.games, "how many; 0: as many as fit into --seconds");
  games->add_option("--seconds", selfplay.plan.seconds, "how long");
  games->add_option("--threads", selfplay.plan.threads, "games at a time")->capture_default_str();
  games->add_option("--seed", selfplay.plan.seed, "of the openings")->capture_default_str();
  games->add_option("--out", selfplay.out, "the file")->required();
  games->add_flag("--force", selfplay.force, "overwrite the file if it is there already");
  games->callback([&] { status = run_training_games(selfplay); });

  MatchChoice match;
  CLI::App* gate = app.add_subcommand("match", "plays a match of two engines");
  match.choice.add_to(*gate);
  gate->add_option("--first", match.first, "preset[,switch=value]...")->capture_default_str();
  gate->add_option("--second", match.second, "preset[,switch=value]...")->capture_default_str();
  gate->add_option("--first-network", match.first_network, "the network of the first");
  gate->add_option("--second-network", match.second_network, "the network of the second");
  gate->add_option("--time", match.plan.limits.movetime_ms, "milliseconds a move");
  gate->add_option("--nodes", match.plan.limits.nodes, "nodes a move");
  add_opening(*gate, match.plan.opening);
  gate->add_flag("--first-judges", match.plan.first_judges, "openings are made and judged by the first engine");
  gate->add_option("--pairs", match.plan.pairs, "openings, each played twice")->capture_default_str();
  gate->add_option("--threads", match.plan.threads, "games at a time")->capture_default_str();
  gate->add_option("--seed", match.plan.seed, "of the openings")->capture_default_str();
  gate->add_option_function<std::vector<double>>(
          "--sprt",
          [&match](const std::vector<double>& elo) {
            match.plan.sprt = base::SprtBounds{};
            match.plan.sprt->elo0 = elo[0];
            match.plan.sprt->elo1 = elo[1];
          },
          "ELO0 ELO1: ends when a sequential test has decided between the two")
      ->expected(2);
  gate->add_flag("--json", match.is_json, "the result as a line of JSON");
  gate->callback([&] { status = run_match(match); });

  GameChoice images;
  CLI::App* listing = app.add_subcommand("images", "lists what inputs become under each symmetry");
  images.add_to(*listing);
  listing->callback([&] { status = print_images(images); });

  SampleChoice samples;
  for (const char* name : {"values", "speed"}) {
    CLI::App* command = app.add_subcommand(
        name, std::string(name) == "values" ? "a network's values of samples" : "time of an evaluation");
    command->add_option("--samples", samples.samples, "a sample file")->required();
    command->add_option("--network", samples.network, "a network")->required();
    command->add_option("--count", samples.count, "how many samples")->capture_default_str();
    command->callback([&, is_values = std::string(name) == "values"] {
      status = is_values ? print_values(samples) : print_speed(samples);
    });
  }

  learn::PatternPlan patterns;
  std::string patterns_file;
  CLI::App* samples_of_patterns =
      app.add_subcommand("patterns", "plays games and writes what stood around the moves that were chosen");
  samples_of_patterns->add_option("--engine", patterns.engine, "preset[,switch=value]...")->capture_default_str();
  samples_of_patterns->add_option("--side", patterns.side, "of the board")->capture_default_str();
  samples_of_patterns->add_option("--nodes", patterns.nodes, "simulations a move")->capture_default_str();
  samples_of_patterns->add_option("--games", patterns.games, "how many")->capture_default_str();
  samples_of_patterns->add_option("--seed", patterns.seed, "of the openings")->capture_default_str();
  samples_of_patterns->add_option("--out", patterns_file, "the file; games are added to it")->required();
  samples_of_patterns->callback([&] {
    const auto count = learn::write_pattern_games(patterns, patterns_file);
    status = count ? 0 : complain(count.error());
    if (count) std::printf("%d games, %d positions\n", patterns.games, *count);
  });

  std::string sums_game;
  CLI::App* sums =
      app.add_subcommand("sums", "sums over games from the input, to compare another program of the rules");
  sums->add_option("--game", sums_game, "one whose rules exist as tensors too")->required();
  sums->callback([&] {
    const auto told = learn::write_rule_sums(sums_game, std::cin, std::cout);
    status = told ? 0 : complain(told.error());
  });
  CLI11_PARSE(app, argc, argv);
  return status;
}

}  // namespace partita::apps
