#include "apps/command_shape.h"

#include "base/text.h"

namespace partita::apps {

namespace {

/// The long names of a command's options: "--depth --time".
std::vector<std::string> long_options(const CommandShape& command) {
  std::vector<std::string> names;
  for (const OptionShape& option : command.options) {
    for (const std::string_view name : base::split(option.names, ',')) {
      if (name.substr(0, 2) == "--") names.emplace_back(name);
    }
  }
  return names;
}

/// Text inside single quotes of a shell.
std::string in_quotes(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? "'\\''" : std::string(1, letter);
  return result + "'";
}

std::string for_bash(const std::vector<CommandShape>& commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const CommandShape& command : commands) {
    names.push_back(command.name);
    cases += "    " + command.name + ") words=" + in_quotes(base::join(long_options(command), " ")) + " ;;\n";
  }
  return "# bash completion for partita\n_partita() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" words\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W " +
         in_quotes(base::join(names, " ")) +
         " -- \"$current\"))\n    return\n  fi\n"
         "  case \"${COMP_WORDS[1]}\" in\n" +
         cases +
         "  esac\n"
         "  case \"$current\" in\n"
         "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
         "  esac\n}\ncomplete -o filenames -F _partita partita ./partita\n";
}

std::string for_zsh(const std::vector<CommandShape>& commands) {
  std::string list;
  std::string cases;
  for (const CommandShape& command : commands) {
    list += "    " + in_quotes(command.name + ":" + command.help) + "\n";
    cases += "    " + command.name + ") compadd -- " + base::join(long_options(command), " ") + " ;;\n";
  }
  return "#compdef partita\n_partita() {\n  local -a commands\n  commands=(\n" + list +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
         "  if [[ \"$PREFIX\" != -* ]]; then\n    _files\n    return\n  fi\n  case \"${words[2]}\" in\n" +
         cases + "  esac\n}\ncompdef _partita partita\n";
}

std::string for_fish(const std::vector<CommandShape>& commands) {
  std::string script = "# fish completion for partita\n";
  for (const CommandShape& command : commands) {
    script +=
        "complete -c partita -n __fish_use_subcommand -a " + command.name + " -d " + in_quotes(command.help) + "\n";
    for (const std::string& name : long_options(command)) {
      script += "complete -c partita -n '__fish_seen_subcommand_from " + command.name + "' -l " + name.substr(2) + "\n";
    }
  }
  return script;
}

}  // namespace

std::string completion_script(const std::string& shell, const std::vector<CommandShape>& commands) {
  if (shell == "zsh") return for_zsh(commands);
  if (shell == "fish") return for_fish(commands);
  return for_bash(commands);
}

}  // namespace partita::apps
