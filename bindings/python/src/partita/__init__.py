"""Partita: plays, analyses and solves the games that `games()` lists."""
from pathlib import Path as _Path

from . import _core
from ._core import (
    Cell, Engine, Line, Piece, Position, Record, RecordMove, Result, SelfplayFile, SelfplayGame, SelfplayPly,
    games, motifs, parse_records, presets, read_selfplay, why, write_records,
)
from ._moves import Move
from .records import read_records
from .samples import Sample, SampleFile, read_samples

__version__ = _core.__version__
__all__ = [
    "Cell", "Engine", "Line", "Move", "Piece", "Position", "Record", "RecordMove", "Result", "Sample", "SampleFile",
    "SelfplayFile", "SelfplayGame", "SelfplayPly", "games", "motifs", "parse_records", "presets", "read_records",
    "read_samples", "read_selfplay", "why", "write_records",
]

for _name in __all__:
    if getattr(getattr(_core, _name, None), "__module__", None) == _core.__name__:
        # Known by the name under which people import them.
        getattr(_core, _name).__module__ = __name__

# A wheel brings networks, strategies and levels along; a module in a checkout finds those of the checkout.
for _data in (_Path(__file__).parent / "data", *(_up / "data" for _up in _Path(__file__).parents[4:5])):
    if (_data / "levels").is_dir():
        _core.add_data_folder(str(_data))
        break
