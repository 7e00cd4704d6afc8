#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::apps {

/// Something a newcomer asks that belongs to several commands: `partita help NAME`.
struct HelpTopic {
  const char* name;
  const char* summary;
  std::string text;
};

const std::vector<HelpTopic>& help_topics();
const HelpTopic* find_topic(std::string_view name);
/// The topics in one table, for the end of `partita help`.
std::string list_of_topics();

}  // namespace partita::apps
