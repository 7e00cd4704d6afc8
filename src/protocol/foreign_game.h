#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/parsed.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"

namespace partita::protocol {

/// How to play a game on somebody else's server.
struct ForeignSetup {
  std::string host = "127.0.0.1";
  int port = 0;
  std::string name = "partita";
  catalog::EngineSpec engine;
  std::int64_t move_ms = 1000;     ///< to think about a move
  std::int64_t first_move_ms = 0;  ///< about the first; 0: like the others
  int connect_ms = 10'000;
  int wait_ms = 600'000;                                  ///< for the server's next word
  std::function<void(const std::string& text)> on_event;  ///< what happens, for people; may be empty
};

struct ForeignOutcome {
  catalog::AnyPosition position;  ///< as far as the game was seen
  int own_seat = 0;
  std::string verdict;  ///< the server's last word: "WHITEWIN", "GAMEOVER ..."
};

enum class UniboRole { kWhite, kBlack };

/// The Tablut Challenge: plays until the server says who won. Everything the server does wrong, going away included, is
/// an error that says what.
base::Parsed<ForeignOutcome> play_on_unibo(const ForeignSetup& setup, UniboRole role);
/// The course server of McGill: which side we play is said by the server.
base::Parsed<ForeignOutcome> play_on_mcgill(const ForeignSetup& setup);

/// Our side of such a game: the position and the mind.
class ForeignPlayer {
 public:
  /// The game and its rules are those of the profile that speaks this server's protocol.
  static base::Parsed<ForeignPlayer> make(const ForeignSetup& setup, std::string_view protocol);

  catalog::AnyPosition& position() { return position_; }
  /// The move to send; the position does not change.
  std::string choose();
  /// Plays the legal move from one square to the other, of whichever captures.
  base::Parsed<base::Done> play(const std::string& from, const std::string& to);
  void tell(const std::string& text) const;

 private:
  ForeignPlayer(ForeignSetup setup, catalog::AnyPosition position, std::unique_ptr<catalog::AnyEngine> engine);
  ForeignSetup setup_;
  catalog::AnyPosition position_;
  std::unique_ptr<catalog::AnyEngine> engine_;
  bool has_moved_ = false;
};

/// The squares of "e4-e7xe8/f7".
struct FromTo {
  std::string from;
  std::string to;
};
FromTo squares_of(const std::string& move);

}  // namespace partita::protocol
