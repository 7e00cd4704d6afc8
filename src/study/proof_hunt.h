#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "catalog/solver.h"
#include "study/proven.h"

namespace partita::study {

/// A thread that tries to prove a position: from the shipped strategy if that covers it, else by proof search; then it
/// looks how long the win takes. Each thing found is told on that thread. Its owner keeps the solver to itself
/// meanwhile. Without threads it is over when it is constructed, after a part of the time that `stop` leaves.
class ProofHunt {
 public:
  /// It also ends when `stop` is raised, which may be null.
  ProofHunt(catalog::AnySolver& solver, const catalog::AnyPosition& position, const base::StopFlag* stop,
            std::function<void(const Proven&)> on_proven);
  /// Stops and waits for the thread: a matter of milliseconds.
  ~ProofHunt();
  ProofHunt(const ProofHunt&) = delete;
  ProofHunt& operator=(const ProofHunt&) = delete;

  /// The same, for who wants no more findings; may be called twice.
  void stop();

 private:
  void run();
  std::optional<Proven> certified();
  std::optional<Proven> proven();
  void measure(Proven& found);
  void shorten(Proven& found);
  void tell(const Proven& found) const;
  catalog::Seat winner(const Proven& found) const;

  catalog::AnySolver& solver_;
  const catalog::AnyPosition position_;
  const std::function<void(const Proven&)> on_proven_;
  base::StopFlag stopping_;
  std::shared_ptr<const catalog::AnyStrategy> strategy_;  ///< covers the position once it is found to be decided
  std::thread thread_;
};

}  // namespace partita::study
