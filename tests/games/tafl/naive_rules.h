#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace partita::games::tafl::naive {

/// A second, slow and plain reading of mcgill and ashton, sharing nothing with the engine but the texts: a board of
/// letters, rules looked up square by square.
struct Board {
  bool ashton = false;
  std::array<std::string, 9> ranks;  ///< ranks[r][f], '.' for empty
  char mover = 'a';
  int ply = 0;

  static bool inside(int f, int r) { return f >= 0 && f < 9 && r >= 0 && r < 9; }
  static bool is_throne(int f, int r) { return f == 4 && r == 4; }
  static bool is_corner(int f, int r) { return (f == 0 || f == 8) && (r == 0 || r == 8); }
  static int camp(int f, int r) {
    if ((r == 0 && f >= 3 && f <= 5) || (r == 1 && f == 4)) return 1;
    if ((r == 8 && f >= 3 && f <= 5) || (r == 7 && f == 4)) return 2;
    if ((f == 0 && r >= 3 && r <= 5) || (f == 1 && r == 4)) return 3;
    if ((f == 8 && r >= 3 && r <= 5) || (f == 7 && r == 4)) return 4;
    return 0;
  }
  char at(int f, int r) const { return ranks[static_cast<std::size_t>(r)][static_cast<std::size_t>(f)]; }
  void put(int f, int r, char c) { ranks[static_cast<std::size_t>(r)][static_cast<std::size_t>(f)] = c; }
  static char side_of(char c) { return c == 't' ? 'a' : c == '.' ? '-' : 'd'; }

  bool may_cross(char piece, int from_camp, int f, int r) const {
    if (at(f, r) != '.') return false;
    if (!ashton) return true;
    if (is_throne(f, r)) return false;
    return camp(f, r) == 0 || (piece == 't' && camp(f, r) == from_camp);
  }
  bool may_stop(char piece, int f, int r) const {
    if (ashton) return true;
    return piece == 'K' || (!is_throne(f, r) && !is_corner(f, r));
  }

  struct Step {
    int f, r, to_f, to_r;
  };
  std::vector<Step> moves(char side) const {
    std::vector<Step> list;
    for (int r = 0; r < 9; ++r) {
      for (int f = 0; f < 9; ++f) {
        if (side_of(at(f, r)) != side) continue;
        for (const auto& [df, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
          for (int k = 1; inside(f + k * df, r + k * dr) && may_cross(at(f, r), camp(f, r), f + k * df, r + k * dr);
               ++k) {
            if (may_stop(at(f, r), f + k * df, r + k * dr)) list.push_back({f, r, f + k * df, r + k * dr});
          }
        }
      }
    }
    return list;
  }

  bool is_anvil(char hitter, int victim_f, int victim_r, int f, int r) const {
    if (!inside(f, r)) return false;
    if (side_of(at(f, r)) == hitter) return true;
    if (is_throne(f, r)) return true;
    if (!ashton) return is_corner(f, r);
    const bool sheltered = at(victim_f, victim_r) == 't' && camp(victim_f, victim_r) != 0;
    return camp(f, r) != 0 && !sheltered;
  }
  bool is_king_closed_in(int f, int r) const {
    for (const auto& [df, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      if (at(f + df, r + dr) != 't' && !is_throne(f + df, r + dr)) return false;
    }
    return true;
  }

  /// Plays and returns "*", "a", "d" or "=".
  std::string play(const Step& step) {
    const char piece = at(step.f, step.r);
    put(step.f, step.r, '.');
    put(step.to_f, step.to_r, piece);
    std::vector<std::pair<int, int>> taken;
    for (const auto& [df, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const int f = step.to_f + df;
      const int r = step.to_r + dr;
      if (!inside(f, r) || at(f, r) == '.' || side_of(at(f, r)) == mover) continue;
      const bool at_throne = (f - 4) * (f - 4) + (r - 4) * (r - 4) <= 1;
      const bool is_taken =
          at(f, r) == 'K' && at_throne ? is_king_closed_in(f, r) : is_anvil(mover, f, r, f + df, r + dr);
      if (is_taken) taken.push_back({f, r});
    }
    for (const auto& [f, r] : taken) put(f, r, '.');
    mover = mover == 'a' ? 'd' : 'a';
    ++ply;
    return outcome();
  }

  std::string outcome() const {
    int king_f = -1;
    int king_r = -1;
    for (int r = 0; r < 9; ++r) {
      for (int f = 0; f < 9; ++f) {
        if (at(f, r) == 'K') {
          king_f = f;
          king_r = r;
        }
      }
    }
    if (king_f < 0) return "a";
    if (ashton) {
      if (king_f == 0 || king_f == 8 || king_r == 0 || king_r == 8) return "d";
      if (moves(mover).empty()) return mover == 'a' ? "d" : "a";
      return "*";
    }
    if (moves('d').empty()) return "a";
    if (is_corner(king_f, king_r)) return "d";
    if (moves('a').empty()) return "d";
    return ply >= 100 ? "=" : "*";
  }
};

}  // namespace partita::games::tafl::naive
