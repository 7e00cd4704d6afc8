#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "work/engine_shelf.h"
#include "work/nats_link.h"

namespace partita::work {

struct ThinkerOptions {
  std::string name;  ///< for people
  int threads = 1;   ///< searches of each lane at a time
  EngineSource engines = {};
};

/// The part of a worker that thinks for servers (work/nats_thinking.h): it answers what it is told to think about, each
/// question on a thread of its own, and stops what nobody waits for: because it was told so, because the server's signs
/// of life no longer name it, or because they no longer come. It goes with the object; questions under way are then
/// handed back.
class NatsThinker {
 public:
  /// The link outlives it.
  NatsThinker(const NatsLink& link, ThinkerOptions options);
  ~NatsThinker();
  NatsThinker(const NatsThinker&) = delete;
  NatsThinker& operator=(const NatsThinker&) = delete;

  /// False if the server cannot be listened to.
  bool start();
  /// Hands back what is under way and takes nothing more.
  void close();
  /// Questions under way, and answered so far. Any thread.
  int running() const;
  std::int64_t answered() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace partita::work
