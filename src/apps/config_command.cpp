#include <algorithm>
#include <cstdio>
#include <memory>

#include "apps/command.h"
#include "apps/settings.h"
#include "base/url.h"

namespace partita::apps {

namespace {

struct ConfigArguments {
  std::string what = "check";
  std::string file;
};

void print_table(std::vector<SettingValue> values) {
  for (SettingValue& value : values) value.text = base::hide_secrets(value.text);
  std::size_t text = 0;
  std::size_t origin = 0;
  for (const SettingValue& value : values) {
    text = std::max(text, value.text.size());
    origin = std::max(origin, value.origin.size());
  }
  const auto row = [=](const char* name, const char* is, const char* from, const char* help) {
    std::printf("%-15s %-*s  %-*s  %s\n", name, static_cast<int>(text), is, static_cast<int>(origin), from, help);
  };
  row("setting", "value", "from", "what it is");
  for (const SettingValue& value : values) {
    row(value.setting->name, value.text.c_str(), value.origin.c_str(), value.setting->help);
  }
}

int check_configuration(const ConfigArguments& arguments) {
  const auto values = resolve_settings(arguments.file, environment);
  if (!values) return refuse(values.error());
  print_table(*values);
  std::printf(
      "\nEach can be set in the file under [server], by the variable PARTITA_<SETTING>, and for one run by the option "
      "of\n"
      "`partita serve` with the same name; the later of these wins. Files looked for:\n");
  for (const std::string& path : configuration_files(environment)) std::printf("  %s\n", path.c_str());
  return kExitFine;
}

int print_example() {
  std::printf(
      "# Partita's configuration. Everything is optional: take the # away from what should differ from the "
      "default.\n[server]\n");
  for (const Setting& setting : server_settings()) {
    std::printf("\n# %s\n# default: %s\n# %s = %s\n", setting.help, setting.fallback, setting.name, setting.example);
  }
  return kExitFine;
}

}  // namespace

Action add_config_command(Arguments& app) {
  const auto arguments = std::make_shared<ConfigArguments>();
  app.add_option("what", arguments->what, OneOf{{"check", "example"}},
                 "check: every value and where it comes from; example: a file to start from");
  app.add_option("--file", arguments->file, "this file instead of the usual places");
  app.footer(
      "Example:\n  partita config example > partita.toml\n  PARTITA_PORT=8080 partita config check --file "
      "partita.toml");
  return [arguments] { return arguments->what == "check" ? check_configuration(*arguments) : print_example(); };
}

}  // namespace partita::apps
