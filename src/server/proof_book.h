#pragma once

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "study/known_proof.h"

namespace partita::server {

/// What is proven of positions: by the shipped strategies, and by searches since this server was started. It is asked
/// before anything is searched, so that what was once known is not forgotten a move later. Any thread.
class ProofBook {
 public:
  ProofBook() = default;
  ~ProofBook();
  ProofBook(const ProofBook&) = delete;
  ProofBook& operator=(const ProofBook&) = delete;

  /// Reads the strategies on a thread of its own, once: they take a second, and somebody will ask soon.
  /// Without threads whoever asks first reads them.
  void warm_up();
  /// From the strategies, and what searches have found where that says more.
  std::optional<study::KnownProof> known(const catalog::AnyPosition& position, const base::StopFlag* stop) const;
  /// Keeps a proven best line: every position along it is decided as well. Estimates teach nothing.
  void learn(const catalog::AnyPosition& position, const catalog::LineReport& best);

 private:
  using Facts = std::list<std::pair<std::string, study::Finding>>;

  void keep_locked(std::string key, const study::Finding& finding);
  std::optional<study::Finding> learnt(const catalog::AnyPosition& position) const;
  std::optional<study::Finding> found_locked(const std::string& key) const;

  base::StopFlag closing_;
  std::thread warming_;
  std::once_flag warmed_;
  mutable std::mutex mutex_;
  Facts facts_;  ///< the newest first
  std::map<std::string, Facts::iterator, std::less<>> by_key_;
};

}  // namespace partita::server
