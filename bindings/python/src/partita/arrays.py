"""Boards as NumPy arrays, for those who have NumPy: `position.board()`, `position.planes()`, `position.names()`."""
from typing import TYPE_CHECKING, List, Tuple

import numpy

if TYPE_CHECKING:
    from . import Cell, Position

OUTSIDE = -1
EMPTY = 0


def _rows(cells: "List[Cell]") -> List[float]:
    return sorted({round(cell.y, 3) for cell in cells})


def places(position: "Position") -> List[Tuple[int, int]]:
    """Row and column of each cell of `position.cells`. A row lies half a cell further right than the one above it where
    cells are hexagons, so that neighbours are (0, ±1), (±1, 0), (1, -1) and (-1, 1)."""
    cells = position.cells
    rows = {y: row for row, y in enumerate(_rows(cells))}
    shift = 0.5 if position.is_hex else 0.0
    found = [(rows[round(cell.y, 3)], cell.x - shift * rows[round(cell.y, 3)]) for cell in cells]
    left = min(x for _, x in found)
    return [(row, int(round(x - left))) for row, x in found]


def board(position: "Position") -> "numpy.ndarray":
    """Rows by columns of int8: OUTSIDE where there is no cell, EMPTY, or 1 + the piece's index in `position.pieces`."""
    at = places(position)
    made = numpy.full((1 + max(row for row, _ in at), 1 + max(column for _, column in at)), OUTSIDE, numpy.int8)
    codes = {piece.letter: 1 + i for i, piece in enumerate(position.pieces)}
    for cell, place in zip(position.cells, at):
        made[place] = codes.get(cell.piece, EMPTY)
    return made


def planes(position: "Position") -> "numpy.ndarray":
    """Pieces by rows by columns of uint8: 1 where that piece stands, in the order of `position.pieces`."""
    codes = 1 + numpy.arange(len(position.pieces), dtype=numpy.int8)
    return (board(position)[None] == codes[:, None, None]).astype(numpy.uint8)


def names(position: "Position") -> "numpy.ndarray":
    """Rows by columns of the cells' names, "" outside the board."""
    at = places(position)
    made = numpy.full((1 + max(row for row, _ in at), 1 + max(column for _, column in at)), "", "<U8")
    for cell, place in zip(position.cells, at):
        made[place] = cell.name
    return made
