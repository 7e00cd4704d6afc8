"""Files of games, in every format that `partita replay` reads."""
import os
from typing import List, Union

from ._core import Record, parse_records


def read_records(path: Union[str, "os.PathLike[str]"]) -> List[Record]:
    """All games of a file, read but not played. ValueError with file, line and column for the first fault."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    try:
        return parse_records(text)
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)}:{error}") from None
