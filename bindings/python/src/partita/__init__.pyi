"""Partita: plays, analyses and solves the games that `games()` lists."""
from os import PathLike
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from ._moves import Move as Move
from .records import read_records as read_records
from .samples import Sample as Sample, SampleFile as SampleFile, read_samples as read_samples

__version__: str

OptionValue = Union[str, int, bool]

def games() -> List[str]:
    """The names of the games."""

def presets(game: str) -> Dict[str, str]:
    """The engine presets of a game with a line about each."""

class Cell:
    """A cell as it is drawn: coordinates in cell widths, y downwards."""

    @property
    def name(self) -> str: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def piece(self) -> str:
        """The letter of the piece on it, or a space."""
    @property
    def ground(self) -> str:
        """What the cell is: '', 'throne', 'corner', ..."""

class Piece:
    """A kind of piece."""

    @property
    def letter(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int:
        """Whose it is; -1 for nobody's."""

class Position:
    """A position of any game with the moves that led to it. Mutable; copy() it."""

    def __init__(self, game: str, text: str = "", **rules: OptionValue) -> None:
        """The start of a game, or the position of a text: Position('omega', side=5, players=3)."""
    def play(self, move: str) -> str:
        """Plays a move and returns its canonical text; ValueError if it is not legal."""
    def play_turn(self, turn: str) -> List[str]:
        """Plays the rest of the mover's turn ('E5/A1') and returns its moves; ValueError if it is not legal."""
    def is_legal(self, move: str) -> bool:
        """Whether the move can be played here."""
    def undo(self) -> bool:
        """Takes the last move back; False if there is none."""
    def copy(self) -> "Position": ...
    def svg(self) -> str:
        """The board as an <svg> element."""
    def seat_name(self, seat: int) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> Dict[str, str]: ...
    @property
    def text(self) -> str: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def legal_moves(self) -> List[Move]:
        """Empty when the game is over."""
    @property
    def cells(self) -> List[Cell]:
        """Row by row from the top."""
    @property
    def pieces(self) -> List[Piece]: ...
    @property
    def is_hex(self) -> bool:
        """Whether the cells are hexagons."""
    def board(self) -> Any:
        """A NumPy array of int8, rows by columns: -1 outside, 0 empty, 1 + the piece's index in `pieces`."""
    def planes(self) -> Any:
        """A NumPy array of uint8, pieces by rows by columns: 1 where that piece stands."""
    def names(self) -> Any:
        """A NumPy array, rows by columns: the cells' names, '' outside."""
    @property
    def to_move(self) -> int:
        """The seat to move, from 0."""
    @property
    def seat_count(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def winner(self) -> Optional[int]:
        """The winning seat; None for a draw or a game that goes on."""
    @property
    def reason(self) -> str: ...
    @property
    def starts_turn(self) -> bool:
        """Whether the mover begins a turn; always true where a turn is one move."""
    @property
    def scores(self) -> List[int]:
        """Exact scores by seat; empty where the game has none."""
    @property
    def payoffs(self) -> List[float]:
        """Each seat's share of the point; empty while the game goes on."""

class Line:
    """One line of a search, from the view of the seat to move."""

    @property
    def rank(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time_ms(self) -> int: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def score(self) -> int: ...
    @property
    def distance(self) -> Optional[int]:
        """Plies to a proven end: > 0 a win, < 0 a loss, 0 a draw; None if nothing is proven."""
    @property
    def win(self) -> float: ...
    @property
    def draw(self) -> float: ...
    @property
    def by_seat(self) -> List[float]:
        """Every seat's expected share of the point."""

class Result:
    """What a search found."""

    @property
    def move(self) -> str: ...
    @property
    def lines(self) -> List[Line]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time_ms(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def note(self) -> str: ...

class Engine:
    """A player's mind for one game and its rules. Keeps what it learns between searches."""

    def __init__(
        self, game: str, preset: str = "partita", switches: Dict[str, OptionValue] = ..., **rules: OptionValue
    ) -> None: ...
    def search(
        self,
        position: Position,
        *,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        lines: int = 1,
        only: List[str] = ...,
        on_line: Optional[Callable[[Line], None]] = None,
    ) -> Result:
        """Searches within the limits (time in seconds), all moves or `only` these; on_line hears every new line."""
    def stop(self) -> None: ...
    def new_game(self) -> None: ...
    def set(self, name: str, value: str) -> None: ...
    @property
    def game(self) -> str: ...
    @property
    def preset(self) -> str: ...
    @property
    def switches(self) -> Dict[str, str]: ...

def why(position: Position, move: str = "", *, nodes: int = 50000, language: str = "en") -> str:
    """What the engine's line does that the move does not, in sentences that the rules verify; without a move, what the
    engine's move does. Languages: en, it."""

def motifs(position: Position, move: str, *, language: str = "en") -> List[Dict[str, object]]:
    """What a move does, by the rules: for each motif its kind, the seat it helps, cells, numbers and words."""

class SelfplayPly:
    """A move of a self-play game with what the search thought of it."""

    @property
    def move(self) -> str: ...
    @property
    def value(self) -> Optional[int]:
        """The mover's view, in the engine's units, or plies to a proven end; None where nobody searched."""
    @property
    def is_proven(self) -> bool:
        """Whether the value is a distance to a proven end."""

class SelfplayGame:
    """A game of a file of `partita selfplay`."""

    @property
    def number(self) -> int: ...
    @property
    def opening(self) -> int:
        """How many plies at its front were random."""
    @property
    def plies(self) -> List[SelfplayPly]: ...
    @property
    def moves(self) -> List[str]: ...
    @property
    def payoffs(self) -> List[float]:
        """Each seat's share of the point."""
    def positions(self) -> List[Position]:
        """The position before each ply, and the last one."""

class SelfplayFile:
    """The games of a file of `partita selfplay`, in their order."""

    def __init__(self, path: Union[str, "PathLike[str]"]) -> None:
        """ValueError if the file is damaged, or another kind of file."""
    @property
    def header(self) -> Dict[str, Any]:
        """game, rules, engine, control, seed"""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> SelfplayGame: ...

def read_selfplay(path: Union[str, "PathLike[str]"]) -> SelfplayFile:
    """The games that `partita selfplay` wrote into a file."""

class RecordMove:
    """A word of a game's moves with what was said about it."""

    @property
    def text(self) -> str: ...
    @property
    def glyphs(self) -> List[int]:
        """1 ! 2 ? 3 !! 4 ?? 5 !? 6 ?!"""
    @property
    def comment(self) -> str: ...
    @property
    def clock_ms(self) -> Optional[int]: ...
    @property
    def spent_ms(self) -> Optional[int]: ...
    @property
    def eval(self) -> Optional[Dict[str, Any]]:
        """value, depth, is_proven; None where nothing was said."""
    @property
    def variations(self) -> List[List["RecordMove"]]: ...

class Record:
    """A game as it was written down: tags, moves with comments, the result."""

    def __init__(self, position: Position, *, result: str = "*", reason: str = "", tags: Dict[str, str] = ...) -> None:
        """The moves played on a position; result and reason matter only where the rules did not end the game."""
    @property
    def moves(self) -> List[RecordMove]: ...
    @property
    def comment(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def tags(self) -> List[Tuple[str, str]]: ...
    def tag(self, name: str) -> str:
        """The first value under that name, '' if there is none."""
    @property
    def game(self) -> str: ...
    def start(self) -> Position: ...
    def replay(self) -> Position:
        """Plays it through and returns the last position; ValueError names the move that breaks a rule."""
    @property
    def plies(self) -> List[str]:
        """The main line stone by stone; ValueError as replay()."""
    def positions(self) -> List[Position]:
        """The start and the position after each ply; ValueError as replay()."""

def parse_records(text: str) -> List[Record]:
    """All games of a text, read but not played: records, JSON, OpenTafl's, corpora. ValueError with line and column."""

def write_records(games: List[Record]) -> str:
    """The text of a file of records."""
