#pragma once

#include "base/declared.h"
#include "catalog/any_engine.h"

/// What engines are asked and say, as servers and workers write it to each other.
namespace partita::base {

template <>
struct Declaration<catalog::Limits> {
  static void declare(auto& visit, auto& limits) {
    visit("depth", limits.depth, Range{0, 1'000'000});
    visit("nodes", limits.nodes, at_least(0));
    visit("movetime_ms", limits.movetime_ms, at_least(0));
    visit("clock_ms", limits.clock_ms);
    visit("increment_ms", limits.increment_ms);
    visit("lines", limits.lines, Range{1, 1'000});
  }
};

template <>
struct Declaration<catalog::LineReport> {
  static void declare(auto& visit, auto& line) {
    visit("rank", line.rank, Range{1, 100'000});
    visit("depth", line.depth);
    visit("seldepth", line.seldepth);
    visit("value", line.score.value);
    visit("distance", line.score.distance, kMayBeMissing);
    visit("bound", line.score.bound, Range{0, 2});
    visit("win", line.score.win);
    visit("draw", line.score.draw);
    visit("by_seat", line.score.by_seat);
    visit("nodes", line.nodes, at_least(0));
    visit("time_ms", line.time_ms);
    visit("nps", line.nps, at_least(0));
    visit("hashfull", line.hashfull);
    visit("pv", line.pv);
  }
};

}  // namespace partita::base
