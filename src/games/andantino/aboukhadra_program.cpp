// Aboukhadra's five features as his program counts them. His board is a picture: cells are known by the whole pixels of
// their centres, lines by the slope between them, and neighbours come out of a queue by their distance.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "base/fixed_vector.h"
#include "games/andantino/evaluators.h"

namespace partita::games::andantino {

namespace {

constexpr double kHexPixels = 24;  // a cell's radius with the gap between cells
constexpr int kCentreX = 600;
constexpr int kCentreY = 400;
constexpr int kFarthestNeighbour = 45;
constexpr int kMostInLine = 5;
constexpr int kProgramLayers = 3;

struct Pixel {
  int x = 0;
  int y = 0;
};

int distance_of(Pixel a, Pixel b) {
  return static_cast<int>(std::sqrt(static_cast<double>((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))));
}
/// -1, 0 or 1 between neighbours.
int slope_of(Pixel from, Pixel to) { return (to.y - from.y) / (to.x - from.x); }

struct Near {
  int distance;
  Cell cell;
};

/// A binary heap with the least distance on top. Which of equal ones comes first follows from the heap's steps, and
/// with it the order in which neighbours are looked at.
class NearestFirst {
 public:
  void add(Near added) {
    std::size_t at = heap_.size();
    heap_.push_back(added);
    while (at > 0 && added.distance < heap_[(at - 1) / 2].distance) {
      heap_[at] = heap_[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap_[at] = added;
  }

  /// REQUIRES: there is one.
  Near take() {
    const Near least = heap_.front();
    const Near last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return least;
    std::size_t at = 0;
    while (at < heap_.size() / 2) {
      std::size_t child = 2 * at + 1;
      if (child + 1 < heap_.size() && heap_[child].distance > heap_[child + 1].distance) ++child;
      if (last.distance <= heap_[child].distance) break;
      heap_[at] = heap_[child];
      at = child;
    }
    heap_[at] = last;
    return least;
  }

 private:
  std::vector<Near> heap_;
};

/// His picture of a board of one side.
struct Picture {
  std::array<Pixel, kCellSlots> centres{};
  std::array<base::FixedVector<Cell, 6>, kCellSlots> neighbours{};

  explicit Picture(int side) {
    const double angle = 30.0 / 180.0 * M_PI;
    const double across = std::cos(angle) * kHexPixels;
    const double down = std::sin(angle) * kHexPixels;
    std::vector<Cell> cells;
    for_each_cell(side, [&](Cell cell) {
      const board::Hex hex = hex_of(cell);
      centres[cell] = {static_cast<int>(kCentreX + across * (2 * hex.q + hex.r)),
                       static_cast<int>(kCentreY + down * hex.r * 3)};
      cells.push_back(cell);
    });
    for (const Cell cell : cells) {
      NearestFirst queue;
      for (const Cell other_cell : cells) queue.add({distance_of(centres[cell], centres[other_cell]), other_cell});
      queue.take();  // the cell itself
      for (int i = 0; i < 6; ++i) {
        const Near next = queue.take();
        if (next.distance <= kFarthestNeighbour) neighbours[cell].push_back(next.cell);
      }
    }
  }

  static const Picture& of(int side) {
    static std::array<std::once_flag, kMaxSide + 1> made;
    static std::array<std::unique_ptr<const Picture>, kMaxSide + 1> pictures;
    const auto index = static_cast<std::size_t>(side);
    std::call_once(made[index], [&] { pictures[index] = std::make_unique<const Picture>(side); });
    return *pictures[index];
  }
};

/// Counts lines as he does: the cells seen are forgotten before each neighbour's line when the longest is looked for,
/// but not when the lines are summed, so that a line's second half adds less and less.
class LineCount {
 public:
  LineCount(const Picture& picture, const Lines& own) : picture_(picture), own_(own) {}

  int longest(Cell cell) {
    int best = 0;
    for_each_own(cell, [&](Cell next) {
      seen_ = {};
      seen_.add(cell);
      best = std::max(best, through(cell, next));
    });
    return best;
  }

  /// What longest() saw last is still seen.
  int sum(Cell cell) {
    int total = 0;
    for_each_own(cell, [&](Cell next) { total += through(cell, next); });
    return total;
  }

 private:
  template <class Visit>
  void for_each_own(Cell cell, Visit&& visit) {
    for (const Cell next : picture_.neighbours[cell]) {
      if (own_.has(next)) visit(next);
    }
  }
  int through(Cell cell, Cell next) {
    const int slope = slope_of(picture_.centres[cell], picture_.centres[next]);
    const int ahead = follow(next, slope, 2);
    return ahead + follow(cell, slope, 0);
  }
  int follow(Cell cell, int slope, int count) {
    for (;;) {
      seen_.add(cell);
      if (count == kMostInLine) return count;
      Cell onward = 0;
      for (const Cell next : picture_.neighbours[cell]) {
        if (seen_.has(next) || !own_.has(next)) continue;
        if (slope_of(picture_.centres[cell], picture_.centres[next]) != slope) continue;
        onward = next;
        break;
      }
      if (onward == 0) return count;
      cell = onward;
      ++count;
    }
  }

  const Picture& picture_;
  const Lines& own_;
  CellSet seen_;
};

/// Own stones at most three cells away: his search goes on from the second layer.
int stones_around(const Lines& own, Cell cell, int side) {
  const board::Hex centre = hex_of(cell);
  int count = 0;
  for (int r = -kProgramLayers; r <= kProgramLayers; ++r) {
    for (int q = -kProgramLayers; q <= kProgramLayers; ++q) {
      const int distance = board::hex_distance({q, r});
      const board::Hex there = centre + board::Hex{q, r};
      if (distance == 0 || distance > kProgramLayers || !board::is_on_hex_board(there, side)) continue;
      count += own.has(cell_of(there)) ? 1 : 0;
    }
  }
  return count;
}

/// The component and, over its other stones, the greatest depth * 100 / dist in whole numbers.
void count_component(const Picture& picture, const Lines& own, Cell start, AboukhadraTerms& terms) {
  std::vector<std::pair<Cell, int>> queue = {{start, 0}};
  CellSet seen;
  seen.add(start);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [cell, depth] = queue[i];
    for (const Cell next : picture.neighbours[cell]) {
      if (seen.has(next) || !own.has(next)) continue;
      seen.add(next);
      queue.emplace_back(next, depth + 1);
      const int distance = distance_of(picture.centres[start], picture.centres[next]);
      terms.chain = std::max(terms.chain, (depth + 1) * 100 / distance);
    }
  }
  terms.component = static_cast<int>(queue.size());
}

}  // namespace

AboukhadraTerms aboukhadra_program_terms(const Position& pos, Cell last) {
  const Colour colour = pos.stones(Colour::kWhite).has(last) ? Colour::kWhite : Colour::kBlack;
  const Lines& own = pos.stones(colour);
  const Picture& picture = Picture::of(pos.side());
  AboukhadraTerms terms;
  LineCount lines(picture, own);
  terms.longest_row = lines.longest(last);
  terms.sum_of_rows = lines.sum(last);
  count_component(picture, own, last, terms);
  for (const Cell next : picture.neighbours[last]) {
    if (!own.has(next)) terms.enclosing = std::max(terms.enclosing, stones_around(own, next, pos.side()));
  }
  return terms;
}

}  // namespace partita::games::andantino
