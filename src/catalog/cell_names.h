#pragma once

#include <string>

#include "board/hex.h"

namespace partita::catalog {

/// The name of the cell (q, r) on a hexagon of this side, for rooms that read files with axial coordinates.
inline std::string hex_cell_name(int q, int r, int side) { return board::write_hex({q, r}, side); }
inline bool is_hex_cell(int q, int r, int side) { return board::is_on_hex_board({q, r}, side); }

}  // namespace partita::catalog
