#pragma once

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "study/proven.h"

namespace partita::study {

/// What searches have proven since the process began, the newest 20,000 positions, so that what was once known is not
/// forgotten a move later. Any thread.
class LearntProofs {
 public:
  std::optional<Proven> ask(const catalog::AnyPosition& position) const;
  /// Keeps a proven best line: every position along it is decided as well. Estimates teach nothing.
  void learn(const catalog::AnyPosition& position, const catalog::LineReport& best);

 private:
  using Facts = std::list<std::pair<std::string, Proven>>;

  void keep_locked(std::string key, Proven proven);
  std::optional<Proven> found_locked(const std::string& key) const;

  mutable std::mutex mutex_;
  Facts facts_;  ///< the newest first
  std::map<std::string, Facts::iterator, std::less<>> by_key_;
};

/// Takes over what a search has found to be shorter.
void sharpen(Proven& known, const Proven& found);

}  // namespace partita::study
