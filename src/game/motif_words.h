#pragma once

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "base/embedded.h"
#include "base/text.h"
#include "game/motif.h"

namespace partita::game {

/// The kinds of motifs of a game from its text motifs.txt: five lines a kind, then an empty one.
///   NAME FORCE WEIGHT
///   the English noun, one and several of them
///   the English sentence
///   both in Italian
/// A name alone stands for the kind of chain_kinds.txt. Lines that begin with # are for people.
inline std::vector<MotifKind> read_motif_kinds(std::string_view text, std::string_view shared = {}) {
  static const std::map<std::string_view, MotifForce> kForces = {{"note", MotifForce::kNote},
                                                                 {"shape", MotifForce::kShape},
                                                                 {"gain", MotifForce::kGain},
                                                                 {"threat", MotifForce::kThreat},
                                                                 {"decides", MotifForce::kDecides}};
  std::vector<MotifKind> known = shared.empty() ? std::vector<MotifKind>() : read_motif_kinds(shared);
  std::vector<MotifKind> kinds;
  const std::vector<std::string_view> lines = base::split(text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i].front() == '#') continue;
    const auto head = base::words(lines[i]);
    if (head.size() == 1) {
      const auto same = [&](const MotifKind& kind) { return kind.name == head[0]; };
      kinds.push_back(*std::find_if(known.begin(), known.end(), same));
      continue;
    }
    assert(head.size() == 3 && i + 4 < lines.size());
    kinds.push_back({head[0],
                     kForces.at(head[1]),
                     static_cast<int>(base::read_int(head[2]).value()),
                     {lines[i + 1], lines[i + 2]},
                     {lines[i + 3], lines[i + 4]}});
    i += 4;
  }
  return kinds;
}

/// The same from the files that are compiled into the game's room.
inline std::vector<MotifKind> read_motif_kinds(const std::vector<base::EmbeddedFile>& files) {
  return read_motif_kinds(base::text_of(files, "motifs.txt"), base::text_of(files, "chain_kinds.txt"));
}

}  // namespace partita::game
