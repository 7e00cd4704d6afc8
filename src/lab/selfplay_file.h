#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/game_job.h"
#include "base/parsed.h"
#include "catalog/any_position.h"

namespace partita::lab {

/// One self-play game as it is stored. Values are the mover's view; `is_proven` makes a value a distance to the end.
struct SelfplayGame {
  struct Ply {
    std::string move;
    bool has_value = false;
    bool is_proven = false;
    std::int64_t value = 0;
  };
  std::uint64_t number = 0;
  int opening = 0;  ///< plies at the front that were random
  std::array<int, catalog::kMaxSeats> payoff{};
  std::vector<Ply> plies;
};

/// What a file's header says: JSON with at least "game" and "rules".
struct SelfplayHeader {
  std::string game;
  base::OptionValues rules;
  std::string engine;
  std::string control;
  std::uint64_t seed = 1;
  friend bool operator==(const SelfplayHeader&, const SelfplayHeader&) = default;

  static constexpr const char* kPlace = "header";
  static void declare(auto& visit, auto& header) {
    visit("game", header.game);
    visit("rules", header.rules);
    visit("engine", header.engine);
    visit("control", header.control);
    visit("seed", header.seed);
  }
};

/// Self-play games in a compact file: blocks of games compressed with zstd, each with its checksum, behind a header, a
/// few bytes a position. The form is written down in docs/lab.md. One writer, one thread.
class SelfplayWriter {
 public:
  enum class Mode { kNew, kResume };
  /// A new file must not exist; a resumed one must have the same header. Blocks that are damaged or cut off are
  /// dropped, and nothing else: damage() says so. A file that was hardly begun is begun again.
  static base::Parsed<std::unique_ptr<SelfplayWriter>> open(const std::string& path, const SelfplayHeader& header,
                                                            Mode mode);
  ~SelfplayWriter();
  SelfplayWriter(const SelfplayWriter&) = delete;
  SelfplayWriter& operator=(const SelfplayWriter&) = delete;

  /// Numbers of the games that are in the file already.
  const std::vector<std::uint64_t>& earlier() const { return earlier_; }
  /// What was damaged and is dropped, in one line; empty if nothing was.
  const std::string& damage() const { return damage_; }
  base::Parsed<base::Done> add(const SelfplayGame& game);
  /// Writes what is left of the last block. Called by the destructor too, which cannot say whether it worked.
  base::Parsed<base::Done> flush();

 private:
  SelfplayWriter() = default;
  base::Parsed<base::Done> take_over(const std::string& path, std::FILE* old);
  SelfplayHeader header_;
  std::vector<std::uint64_t> earlier_;
  std::string damage_;
  std::string block_;
  std::uint32_t games_ = 0;
  std::FILE* file_ = nullptr;
};

/// Reads a file game by game. Returns the header when all was read; a file that is cut off or damaged is an error that
/// says after how many games. `on_game` may return false to end early.
base::Parsed<SelfplayHeader> read_selfplay(const std::string& path,
                                           const std::function<bool(const SelfplayGame&)>& on_game);

/// Plays a stored game through and hands out every position with its ply's value, before the ply is made. REQUIRES: the
/// game came from a file with this header.
void for_each_position(const SelfplayHeader& header, const SelfplayGame& game,
                       const std::function<void(const catalog::AnyPosition&, const SelfplayGame::Ply&)>& on_position);

/// A played arena game as a self-play game.
SelfplayGame selfplay_game(std::uint64_t number, const arena::PlayedGame& played);

}  // namespace partita::lab
