#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Andantino a second time, as plainly as the rules are told: maps of coordinates and flood fills, nothing shared with
/// the engine. Only for comparing.
namespace naive {

using Point = std::pair<int, int>;

inline const std::vector<Point>& directions() {
  static const std::vector<Point> all = {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};
  return all;
}

class Game {
 public:
  Game(int side, bool unbounded) : side_(side), unbounded_(unbounded) { stones_[{0, 0}] = 'B'; }

  char mover() const { return stones_.size() % 2 == 1 ? 'W' : 'B'; }
  /// "" while the game goes on.
  const std::string& kind() const { return kind_; }
  char winner() const { return winner_; }

  bool is_on_board(Point p) const {
    const int s = p.first + p.second;
    return std::abs(p.first) < side_ && std::abs(p.second) < side_ && std::abs(s) < side_;
  }

  std::set<Point> legal() const {
    std::set<Point> result;
    for (int q = -side_; q <= side_; ++q) {
      for (int r = -side_; r <= side_; ++r) {
        const Point p{q, r};
        if (!is_on_board(p) || stones_.count(p) != 0) continue;
        std::size_t neighbours = 0;
        for (const Point& d : directions()) neighbours += stones_.count({q + d.first, r + d.second});
        if (neighbours >= 2 || (stones_.size() == 1 && neighbours == 1)) result.insert(p);
      }
    }
    return result;
  }

  void play(Point p) {
    const char own = mover();
    const char enemy = own == 'W' ? 'B' : 'W';
    const bool suicide = is_in_closed_area(p, enemy);
    stones_[p] = own;
    const bool five = makes_five(p, own);
    const bool enclosure = encloses(own, enemy);
    winner_ = five || enclosure ? own : (suicide ? enemy : '-');
    if (five && enclosure) {
      kind_ = "five+enclosure";
    } else if (five || enclosure) {
      kind_ = five ? "five" : "enclosure";
    } else if (suicide) {
      kind_ = "suicide";
    } else if (unbounded_ && is_rim(p)) {
      kind_ = "bound-reached";
    } else if (legal().empty()) {
      kind_ = "draw";
    }
  }

  /// Legal cells where a stone of this colour would win at once.
  std::set<Point> winning(char colour) const {
    const char enemy = colour == 'W' ? 'B' : 'W';
    std::set<Point> result;
    for (const Point& p : legal()) {
      Game copy = *this;
      copy.stones_[p] = colour;
      if (copy.makes_five(p, colour) || copy.encloses(colour, enemy)) result.insert(p);
    }
    return result;
  }

  /// Whether p lies in an area without stones of the other colour that `owner` has closed.
  bool is_in_closed_area(Point p, char owner) const {
    const Flood area = flood(p, owner);
    return !area.open && !area.has_stone;
  }

 private:
  struct Flood {
    std::set<Point> cells;
    bool open = false;
    bool has_stone = false;
  };

  bool is_rim(Point p) const {
    for (const Point& d : directions()) {
      if (!is_on_board({p.first + d.first, p.second + d.second})) return true;
    }
    return false;
  }
  char at(Point p) const {
    const auto found = stones_.find(p);
    return found == stones_.end() ? ' ' : found->second;
  }
  bool makes_five(Point p, char colour) const {
    for (const Point& d : {Point{1, 0}, Point{0, 1}, Point{-1, 1}}) {
      int run = 1;
      for (const int sign : {1, -1}) {
        for (int k = 1; at({p.first + sign * k * d.first, p.second + sign * k * d.second}) == colour; ++k) ++run;
      }
      if (run >= 5) return true;
    }
    return false;
  }
  /// Cells connected to p that `wall` does not occupy.
  Flood flood(Point p, char wall) const {
    Flood result;
    std::vector<Point> waiting = {p};
    result.cells.insert(p);
    while (!waiting.empty()) {
      const Point here = waiting.back();
      waiting.pop_back();
      if (at(here) != ' ') result.has_stone = true;
      if (is_rim(here)) result.open = true;
      for (const Point& d : directions()) {
        const Point next{here.first + d.first, here.second + d.second};
        if (is_on_board(next) && at(next) != wall && result.cells.insert(next).second) waiting.push_back(next);
      }
    }
    return result;
  }
  bool encloses(char wall, char enemy) const {
    std::set<Point> seen;
    for (const auto& [p, colour] : stones_) {
      if (colour != enemy || seen.count(p) != 0) continue;
      const Flood area = flood(p, wall);
      if (!area.open) return true;
      seen.insert(area.cells.begin(), area.cells.end());
    }
    return false;
  }

  int side_;
  bool unbounded_;
  std::map<Point, char> stones_;
  std::string kind_;
  char winner_ = '-';
};

}  // namespace naive
