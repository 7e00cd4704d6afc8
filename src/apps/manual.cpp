#include "apps/command_shape.h"

#include "apps/help_topics.h"
#include "base/text.h"
#include "catalog/games.h"

namespace partita::apps {

namespace {

/// Text as roff shows it: a backslash, a leading dot or quote, and hyphens mean something else there.
std::string roff(const std::string& text) {
  std::string result;
  bool line_begins = true;
  for (const char letter : text) {
    if (line_begins && (letter == '.' || letter == '\'')) result += "\\&";
    if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else
      result += letter;
    line_begins = letter == '\n';
  }
  return result;
}

std::string literal(const std::string& text) {
  return ".nf\n" + roff(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string command_section(const CommandShape& command) {
  std::string text = ".SS " + roff(command.name) + "\n" + roff(command.help) + ".\n";
  for (const OptionShape& option : command.options) {
    text += ".TP\n.B " + roff(option.names) + "\n" + (option.help.empty() ? "\\&" : roff(option.help)) + "\n";
  }
  if (!command.footer.empty()) text += ".PP\n" + literal(command.footer);
  return text;
}

}  // namespace

std::string manual_page(const std::vector<CommandShape>& commands) {
  std::string page = ".TH PARTITA 1\n.SH NAME\npartita \\- " + roff(catalog::program_summary()) +
                     "\n"
                     ".SH SYNOPSIS\n.B partita\nCOMMAND [OPTIONS]\n.SH COMMANDS\n";
  for (const CommandShape& command : commands) page += command_section(command);
  for (const HelpTopic& topic : help_topics()) {
    page += ".SH " + roff(base::upper(topic.name)) + "\n" + literal(topic.text);
  }
  return page;
}

}  // namespace partita::apps
