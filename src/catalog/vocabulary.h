#pragma once

#include "game/board_view.h"
#include "game/motif.h"
#include "game/profile.h"
#include "game/types.h"

/// The words of `game` that rooms above the catalog may use: they include this and never a game's header.
namespace partita::catalog {

using game::BoardView;
using game::CellView;
using game::CorpusColumn;
using game::CorpusFormat;
using game::Key;
using game::kMaxSeats;
using game::kPoint;
using game::Motif;
using game::MotifForce;
using game::MotifKind;
using game::MovePath;
using game::Overlay;
using game::PieceColour;
using game::PieceKind;
using game::Profile;
using game::PuzzleKind;
using game::Score;
using game::Seat;
using game::Solver;

}  // namespace partita::catalog
