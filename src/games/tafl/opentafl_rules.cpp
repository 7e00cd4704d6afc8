#include "games/tafl/opentafl_rules.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"

namespace partita::games::tafl {

namespace {

using Fields = std::map<std::string, std::string, std::less<>>;

/// The keys that tell rule sets of the house apart, in the order of writing, with the document's defaults. Lists of
/// pieces are reduced to the three kinds we have: t attackers, T defenders, K king.
struct Key {
  std::string_view name;
  std::string_view default_value;
  bool is_piece_list = false;
};
constexpr std::array<Key, 26> kRuleKeys = {
    {{"dim", ""},         {"esc", "c"},        {"surf", "y"},         {"atkf", "y"},       {"tfr", "d"},
     {"ka", "y"},         {"ks", "s"},         {"kj", "n"},           {"cor", "default"},  {"cen", "default"},
     {"afor", ""},        {"dfor", ""},        {"spd", "-1"},         {"corp", "K", true}, {"cenp", "tTK", true},
     {"cors", "K", true}, {"cens", "K", true}, {"corh", "tTK", true}, {"cenh", "t", true}, {"cenhe", "tTK", true},
     {"sw", "n"},         {"swf", "y"},        {"efe", "n"},          {"ber", "n"},        {"linc", "n"},
     {"start", ""}}};
/// Keys about pieces or squares that no rule set of the house has, or about names: read over.
constexpr std::array<std::string_view, 15> kIgnored = {"name",  "nj",     "cj",     "mj",    "corre",
                                                       "cenre", "aforre", "dforre", "aforh", "dforh",
                                                       "aforp", "dforp",  "afors",  "dfors", "starti"};

std::string letters(Kinds kinds) {
  std::string text;
  if (kinds.has(Kind::kAttacker)) text += 't';
  if (kinds.has(Kind::kDefender)) text += 'T';
  if (kinds.has(Kind::kKing)) text += 'K';
  return text;
}

std::string reduced(std::string_view list) {
  std::string text;
  for (const char letter : {'t', 'T', 'K'}) {
    if (list.find(letter) != std::string_view::npos) text += letter;
  }
  return text;
}

std::string king_strength(KingTaken taken) {
  if (taken == KingTaken::kByFour) return "s";
  return taken == KingTaken::kByTwo ? "w" : "c";
}

/// Corners' hostility to a king that is only taken from four sides says nothing: he has three at the edge.
void drop_what_says_nothing(Fields& fields) {
  if (fields["ks"] == "s") std::erase(fields["corh"], 'K');
  if (fields["cor"].empty()) fields["corh"] = fields["corp"] = fields["cors"] = "";
}

/// The document explains "w" and "l" in two contradictory ways. OpenTafl's own Copenhagen preset has "w", which
/// therefore stands for the house's "defenders lose"; "l" is read as the same.
std::string repetition_letter(const RuleSet& rules) {
  if (rules.repetition_limit == 0) return "i";
  return rules.repetition_result == RepetitionResult::kDraw ? "d" : "w";
}

Fields fields_of(const RuleSet& rules) {
  Fields fields;
  for (const Key& key : kRuleKeys) fields[std::string(key.name)] = std::string(key.default_value);
  fields["dim"] = std::to_string(rules.size);
  fields["esc"] = rules.escape == Escape::kEdge ? "e" : "c";
  fields["surf"] = rules.encirclement ? "y" : "n";
  fields["atkf"] = rules.first == Side::kAttackers ? "y" : "n";
  fields["tfr"] = repetition_letter(rules);
  fields["ks"] = king_strength(rules.king_taken);
  if (!rules.has_corners) fields["cor"] = "";
  fields["cenp"] = letters(rules.throne_cross);
  fields["cens"] = letters(rules.throne_stop);
  fields["corh"] = letters(rules.corner_hostile);
  fields["cenh"] = letters(rules.throne_hostile_king);
  fields["cenhe"] = letters(rules.throne_hostile_empty);
  if (rules.shieldwall) fields["sw"] = "s";
  if (rules.exit_fort) fields["efe"] = "y";
  if (rules.linnaean_capture) fields["linc"] = "y";
  fields["start"] = std::string(rules.start);
  drop_what_says_nothing(fields);
  return fields;
}

/// "starti" gives the last rank first.
std::string turned_over(std::string_view record) {
  auto ranks = base::split(base::trim(record), '/');
  std::reverse(ranks.begin(), ranks.end());
  std::vector<std::string> parts(ranks.begin(), ranks.end());
  return base::join(parts, "/");
}

std::string canonical_value(std::string_view key, std::string_view value) {
  if (key == "ks") return value == "y" ? "s" : value == "n" ? "w" : std::string(value);
  if (key == "tfr" && value == "l") return "w";
  return std::string(value);
}

base::Parsed<Fields> read_fields(std::string_view record) {
  Fields fields;
  for (const Key& key : kRuleKeys) fields[std::string(key.name)] = std::string(key.default_value);
  for (const std::string_view word : base::words(record)) {
    const auto colon = word.find(':');
    if (colon == std::string_view::npos)
      return base::Error{"rules record: expected key:value, found " + base::quoted(word)};
    const std::string_view name = word.substr(0, colon);
    const std::string_view value = word.substr(colon + 1);
    const auto key = std::find_if(kRuleKeys.begin(), kRuleKeys.end(), [&](const Key& k) { return k.name == name; });
    if (name == "starti") fields["start"] = turned_over(value);
    if (key != kRuleKeys.end()) {
      fields[std::string(name)] = key->is_piece_list ? reduced(value) : canonical_value(name, value);
    } else if (std::find(kIgnored.begin(), kIgnored.end(), name) == kIgnored.end()) {
      return base::Error{"rules record: unknown key " + base::quoted(name)};
    }
  }
  if (fields["dim"].empty()) return base::Error{"rules record: 'dim:' with the size of the board is missing"};
  if (fields["start"].empty()) return base::Error{"rules record: 'start:' with the starting position is missing"};
  drop_what_says_nothing(fields);
  return fields;
}

std::vector<std::string> differences(const Fields& found, const Fields& wanted) {
  std::vector<std::string> names;
  for (const auto& [name, value] : wanted) {
    if (found.at(name) != value)
      names.push_back(name + " (" + base::quoted(found.at(name)) + ", not " + base::quoted(value) + ")");
  }
  return names;
}

}  // namespace

std::vector<std::string> opentafl_gaps(const RuleSet& rules) {
  std::vector<std::string> gaps;
  if (rules.ply_limit > 0) gaps.push_back("the draw after " + std::to_string(rules.ply_limit) + " plies");
  if (rules.stuck == Stuck::kEitherSide) gaps.emplace_back("that either side loses when stuck, whoever is to move");
  if (rules.repetition_limit == 2) gaps.emplace_back("the draw by a second occurrence");
  if (rules.camps != Camps::kNone) gaps.emplace_back("camps that shelter the attackers inside them");
  return gaps;
}

base::Parsed<std::string> write_opentafl_rules(const RuleSet& rules) {
  const auto gaps = opentafl_gaps(rules);
  if (!gaps.empty()) {
    return base::Error{"an OpenTafl rules record cannot express '" + std::string(rules.name) + "': no words for " +
                       base::join(gaps, ", ")};
  }
  const Fields fields = fields_of(rules);
  std::string text = "dim:" + fields.at("dim") + " name:" + std::string(rules.name);
  for (const Key& key : kRuleKeys) {
    const std::string& value = fields.at(std::string(key.name));
    if (key.name != "dim" && value != key.default_value) text += " " + std::string(key.name) + ":" + value;
  }
  return text;
}

base::Parsed<const RuleSet*> read_opentafl_rules(std::string_view record) {
  const auto fields = read_fields(record);
  if (!fields) return fields.forward_error();
  const RuleSet* nearest = nullptr;
  std::vector<std::string> least;
  for (const RuleSet& rules : rule_sets()) {
    if (!opentafl_gaps(rules).empty()) continue;
    const auto differing = differences(*fields, fields_of(rules));
    if (differing.empty()) return &rules;
    if (nearest == nullptr || differing.size() < least.size()) {
      nearest = &rules;
      least = differing;
    }
  }
  return base::Error{"rules record: describes none of our rule sets; the nearest is '" + std::string(nearest->name) +
                     "', different in " + base::join(least, ", ")};
}

}  // namespace partita::games::tafl
