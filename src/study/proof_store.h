#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "catalog/any_engine.h"
#include "study/learnt_proofs.h"
#include "study/proven.h"

namespace partita::study {

/// What is proven of positions, however they came about, before anybody searches: one question, and several sources
/// that are asked in turn. These are the shipped strategies (shipped_strategies.h), the atlas (atlas.h), what either
/// says of the position a move or two ago, and what searches have proven since this store was made (learnt_proofs.h).
/// Any thread.
class ProofStore {
 public:
  ProofStore() = default;
  ~ProofStore();
  ProofStore(const ProofStore&) = delete;
  ProofStore& operator=(const ProofStore&) = delete;

  /// Nothing where no source reaches, and with more than two seats. The first question about a game waits until its
  /// strategies are read; once the flag is raised nothing that is shipped is looked up.
  std::optional<Proven> ask(const catalog::AnyPosition& position, const base::StopFlag* stop = nullptr) const;
  /// Keeps a proven best line: every position along it is decided as well. Estimates teach nothing.
  void learn(const catalog::AnyPosition& position, const catalog::LineReport& best) { learnt_.learn(position, best); }
  /// Reads and counts the strategies on a thread of its own, once: they take a second, and somebody will ask soon.
  /// Without threads whoever asks first reads them.
  void warm_up();

 private:
  LearntProofs learnt_;
  base::StopFlag closing_;
  std::thread warming_;
  std::once_flag warmed_;
};

/// The store that nobody teaches: what is shipped. Any thread.
const ProofStore& shipped_proofs();

/// A move that is known to win, and what people are told it comes from.
struct KnownWin {
  std::string move;
  const char* note;
};
/// The winner's next move, by the strategies, or by the replies beside the atlas and the atlas where the other side has
/// the win, or the first has left the strategies. Any thread.
std::optional<KnownWin> shipped_win(const catalog::AnyPosition& position);
/// Reads all that is shipped for these rules now: who plays by a clock cannot wait for it later.
void read_shipped_proofs(std::string_view game, const base::OptionValues& rules);

/// Has every shipped strategy counted from the position on: a strategy takes a second for that when it is asked for the
/// first time, which nobody should have to wait for. Ends early once the flag is raised. Any thread.
void count_shipped_strategies(const catalog::AnyPosition& start, const base::StopFlag* stop);

}  // namespace partita::study
