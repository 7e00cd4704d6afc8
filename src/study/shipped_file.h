#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/data_files.h"
#include "base/option.h"
#include "base/text.h"
#include "study/certificate_file.h"

namespace partita::study {

/// "rules=standard,side=10": every value, as shipped files name rules.
inline std::string rules_column(const base::OptionValues& rules) {
  std::vector<std::string> values;
  for (const auto& [option, value] : rules) values.push_back(option + "=" + value);
  return base::join(values, ",");
}

/// What `read` makes of a shipped file's text, packed or not, read once and kept; null where there is no such file or
/// it is damaged. Any thread.
template <class T>
std::shared_ptr<const T> read_once(const std::string& name, const auto& read) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const T>> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(name);
  const std::string path = is_new ? base::shipped_file(name) : "";
  if (path.empty()) return found->second;
  const auto text = read_certificate_file(path);
  if (!text) return nullptr;
  if (auto made = read(*text)) found->second = std::make_shared<const T>(std::move(*made));
  return found->second;
}

}  // namespace partita::study
