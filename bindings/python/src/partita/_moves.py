"""Moves as objects."""
from typing import Optional, Tuple


class Move(str):
    """A legal move. It is its text, so that it plays, compares and sorts as one, and knows what it touches."""

    __slots__ = ("path", "seat")
    path: Tuple[str, ...]
    seat: int

    def __new__(cls, text: str, path: Tuple[str, ...], seat: int) -> "Move":
        move = super().__new__(cls, text)
        move.path = path
        move.seat = seat
        return move

    @property
    def cells(self) -> Tuple[str, ...]:
        """The cells touched in turn: one for a placement, two or more for a piece that moves."""
        return tuple(name for name in self.path if not name.startswith("@"))

    @property
    def piece(self) -> Optional[str]:
        """The letter of the piece put from the hand, where the move says which; None where it does not."""
        return self.path[0][1:] if self.path and self.path[0].startswith("@") else None

    def __repr__(self) -> str:
        return f"<Move {str(self)}>"

    def __getnewargs__(self) -> Tuple[str, Tuple[str, ...], int]:
        return str(self), self.path, self.seat

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return Move, self.__getnewargs__()
