// How an external engine is told the rules of the games to come, and what it cannot play.
#include <algorithm>

#include "base/text.h"
#include "catalog/games.h"
#include "protocol/ugi_client.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {

namespace {

constexpr std::string_view kRulesPrefix = "rules";  // of plain option names

}  // namespace

const base::OptionSpec* UgiClient::declared(const std::string& name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [&](const base::OptionSpec& option) {
    return plain_option_name(option.name) == plain_option_name(name);
  });
  return found == options_.end() ? nullptr : &*found;
}

bool UgiClient::declares_rules() const {
  return std::any_of(options_.begin(), options_.end(), [](const base::OptionSpec& option) {
    return plain_option_name(option.name).rfind(kRulesPrefix, 0) == 0;
  });
}

base::Parsed<base::Done> UgiClient::set_game(const std::string& game) {
  const base::OptionSpec* option = declared("Game");
  if (option == nullptr || base::lower(option->default_value) == base::lower(game)) return base::Done{};
  if (const auto checked = base::checked_value(*option, game); !checked)
    return base::Error{"does not play " + game + ": " + checked.error()};
  set_option(option->name, game);
  // The options of the rules are those of another game now.
  if (!synchronise() || !shake_hands()) return base::Error{"no ugiok from the engine after its game was set"};
  return base::Done{};
}

base::Parsed<base::Done> UgiClient::set_rule(const std::string& name, const std::string& value,
                                             const std::string& usual) {
  const base::OptionSpec* option = declared("Rules_" + name);
  if (option == nullptr) {
    if (value == usual || !declares_rules()) return base::Done{};
    return base::Error{"cannot play " + name + "=" + value + ": it declares no option Rules_" + name};
  }
  const auto checked = base::checked_value(*option, value);
  if (!checked) return base::Error{"cannot play " + name + "=" + value + ": " + checked.error()};
  const bool is_check = option->kind == base::OptionSpec::Kind::kCheck;
  set_option(option->name, !is_check ? *checked : *checked == "on" ? "true" : "false");
  return base::Done{};
}

base::Parsed<base::Done> UgiClient::set_rules(const std::string& game, const base::OptionValues& rules) {
  const std::string who = name_.empty() ? command_[0] : base::quoted(name_);
  if (const auto done = set_game(game); !done) return done.error_at(who);
  const auto entry = catalog::find_game(game);
  if (!entry) return entry.forward_error();
  complaint_.clear();
  for (const base::OptionSpec& rule : (*entry)->rule_options) {
    const auto value = rules.find(rule.name);
    if (value == rules.end()) continue;
    if (const auto done = set_rule(rule.name, value->second, rule.default_value); !done) return done.error_at(who);
  }
  if (!synchronise()) return base::Error{who + ": no readyok from the engine after its rules were set"};
  if (!complaint_.empty()) return base::Error{who + ": refuses the rules: " + complaint_};
  return base::Done{};
}

}  // namespace partita::protocol
