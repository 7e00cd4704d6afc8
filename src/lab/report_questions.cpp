// The reports' questions that matches answer. Nodes limit the moves wherever time is not what is asked about, so that
// every machine plays the same games.
#include "lab/report_questions.h"

#include <algorithm>
#include <map>
#include <utility>

#include "lab/report_numbers.h"

namespace partita::lab {

namespace {

constexpr const char* kNodes = "nodes=2000";
/// Strategies of a fixed depth deepen step by step where equal nodes are compared.
constexpr const char* kDeepening = ",iterative_deepening=on,max_depth=100";
constexpr const char* kDeep = ",max_depth=100";

ReportMatch ask(const char* report, const char* id, const char* section, Reported reported) {
  ReportMatch match;
  match.report = report;
  match.id = std::string(report) + "-" + id;
  match.section = section;
  match.reported = reported;
  match.first_control = match.second_control = kNodes;
  match.game = subject_of(match.report).game->name;
  match.rules = subject_of(match.report).rules;
  return match;
}

void add(std::vector<ReportMatch>& all, ReportMatch match, std::string asks, std::string answered, std::string first,
         std::string second) {
  match.asks = std::move(asks);
  match.answered = std::move(answered);
  match.first = std::move(first);
  match.second = std::move(second);
  all.push_back(std::move(match));
}

ReportMatch with_controls(ReportMatch match, const char* first, const char* second) {
  match.first_control = first;
  match.second_control = second;
  return match;
}

constexpr const char* kProgram = ",as=program";

/// Whether it matters that an author's program does otherwise than the text says.
void add_form(std::vector<ReportMatch>& all, const char* report, const char* id, const std::string& preset,
              const char* program_control, const char* text_control) {
  add(all, with_controls(ask(report, id, "–", Reported::kUntold), program_control, text_control),
      "Is `" + preset + "` as his program plays better than as the text says?", "–", preset + kProgram, preset);
}

void add_sweere(std::vector<ReportMatch>& all) {
  const std::string both = "won 2 of 2 games";
  add(all, ask("sweere", "groups-none", "6.3.1", Reported::kBetter),
      "Is group size better than no evaluation, at equal nodes?", both, "sweere-groups", "sweere-none");
  // The time of 16 evaluations by neighbours (or of 16 nodes without one) is what his evaluation by groups took.
  add(all, with_controls(ask("sweere", "groups-none-cost", "6.3.1", Reported::kBetter), "nodes=1000", "nodes=16000"),
      "Is it still better where it costs 16 times as much, as his did?", both, "sweere-groups", "sweere-none");
  add(all, with_controls(ask("sweere", "groups-none-his", "6.3.1", Reported::kBetter), "nodes=34000", "nodes=850000"),
      "Is it still better with the nodes that his programs had in 20 seconds?", both, "sweere-groups", "sweere-none");
  add(all, ask("sweere", "neighbours-groups", "6.3.2", Reported::kBetter),
      "Are neighbours better than group size, at equal nodes?", both, "sweere-neighbours", "sweere-groups");
  add(all,
      with_controls(ask("sweere", "neighbours-groups-cost", "6.3.2", Reported::kBetter), "nodes=16000", "nodes=1000"),
      "Are neighbours better where group size costs 16 times as much, as his did?", both, "sweere-neighbours",
      "sweere-groups");
  add(all,
      with_controls(ask("sweere", "neighbours-groups-his", "6.3.2", Reported::kBetter), "nodes=880000", "nodes=25000"),
      "Are neighbours better with the nodes that his programs had in 20 seconds?", both, "sweere-neighbours",
      "sweere-groups");
  // In 20 seconds his engine saw about 850,000 nodes with neighbours, and from 56,000 down to 12,000 with groups.
  add(all,
      with_controls(ask("sweere", "neighbours-groups-real", "6.3.2", Reported::kBetter), "nodes=400000", "nodes=25000"),
      "And with half as many nodes as he had, 25 times as many as above?", both, "sweere-neighbours,hash_mb=64",
      "sweere-groups,hash_mb=64");
  add(all, with_controls(ask("sweere", "neighbours-groups-time", "6.3.2", Reported::kBetter), "10ms", "10ms"),
      "Are neighbours better in equal time, with our group evaluation?", both, "sweere-neighbours,hash_mb=16",
      "sweere-groups,hash_mb=16");
  add(all, ask("sweere", "win-score", "5.2", Reported::kBetter),
      "Are wins that all count alike better than wins that count their depth?",
      "with the depth in it \"it would consistently lose\"", "sweere-neighbours",
      "sweere-neighbours,win_score=by_distance");
  add_form(all, "sweere", "form", "sweere-neighbours", kNodes, kNodes);
}

/// His tournament engine against another at 2,000 nodes and at ten times as many.
void add_over(std::vector<ReportMatch>& all, const std::string& name, const char* section, Reported reported,
              const std::string& asks, const std::string& answered, const std::string& other) {
  const std::string best = "aboukhadra-tt-killers-id";
  add(all, ask("aboukhadra", ("over-" + name).c_str(), section, reported), asks, answered, best, other);
  add(all,
      with_controls(ask("aboukhadra", ("over-" + name + "-deep").c_str(), section, reported), "nodes=20000",
                    "nodes=20000"),
      asks, answered, best, other);
}

void add_aboukhadra(std::vector<ReportMatch>& all) {
  for (const char* name : {"minimax", "alphabeta", "id", "tt-id"}) {
    const std::string preset = std::string("aboukhadra-") + name;
    const auto row = std::find_if(aboukhadra_table_1().begin(), aboukhadra_table_1().end(),
                                  [&](const ReportedDepths& reported) { return reported.preset == preset; });
    add_over(all, name, "3.5, table 1", Reported::kBetter,
             "Is TT with killer moves and ID better than " + row->strategy + ", at equal nodes?",
             "\"the most successful approach\"",
             row->strategy.find("ID") == std::string::npos ? preset + kDeepening : preset);
  }
  // The strategies of one depth cannot be cut off at equal nodes: depth 4 of them costs what the page says.
  for (const char* name : {"tt", "tt-killers"}) {
    add(all,
        with_controls(ask("aboukhadra", (std::string("over-") + name).c_str(), "3.5, table 1", Reported::kBetter),
                      kNodes, "depth=4"),
        std::string("Is ID at 2,000 nodes better than ") + (name == std::string("tt") ? "TT" : "TT with killer moves") +
            " to depth 4?",
        "\"the most successful approach\"", "aboukhadra-tt-killers-id", std::string("aboukhadra-") + name);
  }
  // Engines that are no part of his comparison: his random agent, and yardsticks.
  add_over(all, "random", "2.2", Reported::kBetter, "Does it beat his random agent?", "\"to test the program\"",
           "random");
  // Our greedy player follows forcing moves beyond the one it weighs, which his engine does not: plain is without that.
  add_over(all, "greedy", "4", Reported::kUntold,
           "Does it beat one move's look with our evaluation, forcing moves followed?", "–", "greedy");
  add_over(all, "greedy-plain", "4", Reported::kUntold, "And one move's look with our evaluation alone?", "–",
           "greedy,quiescence=off");
  add_over(all, "greedy-own", "4", Reported::kUntold, "And one move's look with his own evaluation?", "–",
           "greedy,evaluator=aboukhadra,quiescence=off");
  add_over(all, "sweere", "3.5", Reported::kUntold, "Does it beat Sweere's engine of the same tournament?",
           "4th of 32 (Sweere's place is not told)", "sweere-neighbours");
  add_form(all, "aboukhadra", "form", "aboukhadra-tt-killers-id", kNodes, kNodes);
}

void add_rao(std::vector<ReportMatch>& all) {
  const std::string full = "rao-ab-negamax-tt-id";
  add(all, with_controls(ask("rao", "fn2-fn1", "3.5.2", Reported::kBetter), "depth=3", "depth=3"),
      "Is evaluation Fn2 better than Fn1, both to depth 3?", "\"found to perform better\"", full,
      full + ",evaluator=rao-fn1");
  add(all, ask("rao", "table", "3.4.1", Reported::kBetter), "Does the table help, at equal nodes?",
      "\"significantly improved\" search time", full + kDeep, full + kDeep + ",tt=off");
  add(all, with_controls(ask("rao", "table-deep", "3.4.1", Reported::kBetter), "nodes=20000", "nodes=20000"),
      "Does the table help at ten times the nodes?", "\"significantly improved\" search time", full + kDeep,
      full + kDeep + ",tt=off");
  add(all, ask("rao", "ordering", "3.4.2", Reported::kBetter),
      "Does ordering the root's moves between depths help, at equal nodes?", "search time improved \"though slightly\"",
      full + kDeep, full + kDeep + ",root_ordering=off");
  add_form(all, "rao", "form", full, "depth=3", "depth=3");
}

void add_rudin(std::vector<ReportMatch>& all) {
  // His agents choose their depths themselves: no search of theirs comes near this limit.
  constexpr const char* kOwnDepth = "depth=5";
  const auto rudin = [&](const char* id, const char* section, Reported reported) {
    return with_controls(ask("rudin", id, section, reported), kOwnDepth, kOwnDepth);
  };
  add(all, rudin("depth-5", "5.1", Reported::kBetter), "Does depth 5 where there are fewer than 25 moves help?",
      "\"can provide much better results\"", "rudin", "rudin,depth_policy=none,max_depth=4");
  const std::string to_three = ",depth_policy=none,max_depth=3";
  add(all, rudin("escape", "2, 4.3", Reported::kBetter), "Does the king's freedom, added to the pieces, help?",
      "each new agent was played against \"the previous best\"", "rudin-escape" + to_three, "rudin-pieces" + to_three);
  add(all, rudin("surround", "2, 4.4", Reported::kBetter), "Do attackers beside the king, added to both, help?",
      "each new agent was played against \"the previous best\"", "rudin" + to_three, "rudin-escape" + to_three);
  add(all, rudin("pieces", "2, 4.3", Reported::kBetter), "Are all three terms better than pieces alone?",
      "\"progressively better and better\"", "rudin" + to_three, "rudin-pieces" + to_three);
  add(all, rudin("over-greedy", "6.1", Reported::kUntold),
      "Does depth 3 of it beat the move that looks best at once to the same evaluation?", "–", "rudin" + to_three,
      "greedy,evaluator=rudin,quiescence=off");
  add(all, rudin("opening", "7", Reported::kEqual), "Does a score for guarded corners at the beginning help?",
      "\"the best weight for this score was 0\"", "rudin-opening" + to_three, "rudin" + to_three);
  // A random game is some hundred plies long, so that a simulation costs what many nodes do.
  add(all, with_controls(ask("rudin", "montecarlo", "7", Reported::kBetter), kOwnDepth, "nodes=1000"),
      "Is depth 2 of it better than Monte-Carlo tree search with random games?",
      "\"random moves wouldn't be representative\"", "rudin,depth_policy=none,max_depth=2", "uct");
}

void add_trebing(std::vector<ReportMatch>& all) {
  const auto& table = trebing_table_1();
  for (std::size_t row = 0; row < table.size(); ++row) {
    for (std::size_t column = row + 1; column < table.size(); ++column) {
      const bool is_full = table[column].preset == "trebing-full";
      const auto short_name = [](const std::string& preset) { return preset.substr(preset.find('-') + 1); };
      const std::string id = short_name(table[column].preset) + "-over-" + short_name(table[row].preset);
      add(all,
          ask("trebing", id.c_str(), "7, table 1",
              !is_full                     ? Reported::kUntold
              : table[row].result == "Win" ? Reported::kBetter
                                           : Reported::kEqual),
          "Is " + table[column].enhancements + " better than " + table[row].enhancements + "?",
          is_full ? table[row].result + " (2 games)" : "–", table[column].preset, table[row].preset);
    }
  }
  for (const ReportedMatch& row : table) {
    if (row.preset == "trebing-full") continue;
    const std::string id = "full-over-" + row.preset.substr(row.preset.find('-') + 1);
    const Reported reported = row.result == "Win" ? Reported::kBetter : Reported::kEqual;
    add(all,
        with_controls(ask("trebing", (id + "-deep").c_str(), "7, table 1", reported), "nodes=20000", "nodes=20000"),
        "Is the full engine better than " + row.enhancements + " with ten times the nodes?", row.result + " (2 games)",
        "trebing-full", row.preset);
    if (row.preset != "trebing-tt" && row.preset != "trebing-km") continue;
    add(all,
        with_controls(ask("trebing", (id + "-deeper").c_str(), "7, table 1", reported), "nodes=200000", "nodes=200000"),
        "Is the full engine better than " + row.enhancements + " with a hundred times the nodes?",
        row.result + " (2 games)", "trebing-full", row.preset);
  }
  // 87 seconds a turn at his 14,000 nodes a second are some 600,000 nodes for each of its two stones.
  add(all,
      with_controls(ask("trebing", "full-over-tt-real", "7, table 1", Reported::kBetter), "nodes=400000",
                    "nodes=400000"),
      "And with nearly as many nodes as he had?", "Win (2 games)", "trebing-full", "trebing-tt");
  // One search a turn where the text's engine makes one a stone: the same nodes a turn.
  add_form(all, "trebing", "form", "trebing-full", "nodes=4000", kNodes);
  add(all,
      with_controls(ask("trebing", "full-over-km-program", "7, table 1", Reported::kEqual), "nodes=40000",
                    "nodes=40000"),
      "Is the full engine better than KM, one search a turn and killers exchanged by chance?", "Draw (2 games)",
      "trebing-full,as=program", "trebing-km,as=program");
  add(all, ask("trebing", "score", "5.3", Reported::kUntold),
      "Are ends that count their complete score better than ends that count who wins?",
      "\"the complete score will be calculated\"", "trebing-full", "trebing-full,objective=outcome");
  ReportMatch book = ask("trebing", "book", "5.4", Reported::kBetter);
  book.opening_plies = 4;
  add(all, std::move(book), "Does his opening book help?", "\"good opening moves are quite easy to spot\"",
      "trebing-full", "trebing-full,own_book=off");
}

}  // namespace

const std::vector<std::string>& report_names() {
  static const std::vector<std::string> names = {"sweere", "aboukhadra", "rao", "rudin", "trebing"};
  return names;
}

const std::vector<ReportMatch>& report_matches() {
  static const std::vector<ReportMatch> matches = [] {
    std::vector<ReportMatch> all;
    add_sweere(all);
    add_aboukhadra(all);
    add_rao(all);
    add_rudin(all);
    add_trebing(all);
    return all;
  }();
  return matches;
}

const catalog::GameUnderRules& subject_of(const std::string& report) {
  static const std::map<std::string, catalog::GameUnderRules> subjects = [] {
    std::map<std::string, catalog::GameUnderRules> found;
    for (const std::string& name : report_names()) {
      // Every report has its game: a test holds the profiles to it.
      if (auto subject = catalog::subject_of_report(name)) found.emplace(name, std::move(*subject));
    }
    return found;
  }();
  return subjects.at(report);
}

std::string about_subject(std::string text, const std::string& report) {
  const catalog::GameEntry& game = *subject_of(report).game;
  for (const auto& [word, meaning] : {std::pair{std::string("{game}"), game.name}, {"{title}", game.title}}) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + meaning.size())) {
      text.replace(at, word.size(), meaning);
    }
  }
  return text;
}

double opening_imbalance(const ReportMatch& match) {
  const auto game = catalog::find_game(match.game);
  return game ? (*game)->profile->opening_imbalance : 1;
}

std::string match_command(const ReportMatch& match, std::uint64_t seed, int openings) {
  std::string text = "partita arena --game " + match.game;
  for (const auto& [name, value] : match.rules) text += " --" + name + " " + value;
  text += " --engines " + match.first + " " + match.second + " --tc " + match.first_control;
  if (match.second_control != match.first_control) text += " " + match.second_control;
  text += " --openings " + std::to_string(openings) + " --plies " + std::to_string(match.opening_plies);
  text +=
      opening_imbalance(match) < 1 ? " --imbalance 0.4 --judge-nodes " + std::to_string(kJudgeNodes) : " --imbalance 1";
  return text + " --seed " + std::to_string(seed) + " --margin " + std::to_string(kMarginMs);
}

}  // namespace partita::lab
