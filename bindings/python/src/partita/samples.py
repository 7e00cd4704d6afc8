"""Files of self-play (`partita-learn selfplay`): positions as a network sees them, what the search thought, how it ended."""
import os
import struct
from typing import Dict, Iterator, NamedTuple, Tuple, Union

FIRST_LINE = "partita samples 1"
#: A search's value where it had a proof; its negative for a proven loss.
PROVEN = 1_000_000_000
POINT = 12
_TAIL = struct.Struct("<iBBH")
_LONGEST_HEADER = 1 << 16


class Sample(NamedTuple):
    """A position to learn from; value and result are the viewing seat's."""

    inputs: Tuple[int, ...]
    value: int
    head: int
    result: float
    ply: int


class SampleFile:
    """Samples of one file, by number. Iterates without NumPy; `array()` maps the file into one."""

    def __init__(self, path: Union[str, "os.PathLike[str]"]) -> None:
        self.path = os.fspath(path)
        with open(self.path, "rb") as file:
            start = file.read(_LONGEST_HEADER)
        text, found, _ = start.partition(b"\n\n")
        lines = text.decode("utf-8", "replace").split("\n")
        if not found or lines[0] != FIRST_LINE:
            raise ValueError(f"{self.path}: not a file of samples: it begins with {lines[0][:40]!r}, not {FIRST_LINE!r}")
        #: What was played, by name: game, rules, inputs, words.
        self.header: Dict[str, str] = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        words = self.header.get("words", "")
        if not words.isdecimal() or not 0 < int(words) <= 1024:
            raise ValueError(f"{self.path}: words: {words!r} is no number from 1 to 1024")
        self.words = int(words)
        self._begin = len(text) + 2
        self._record = struct.Struct(f"<{self.words}Q")
        self._size = self._record.size + _TAIL.size
        body = os.path.getsize(self.path) - self._begin
        if body % self._size:
            raise ValueError(f"{self.path}: cut off: {body % self._size} bytes behind the last whole sample")
        self._count = body // self._size

    def __len__(self) -> int:
        return self._count

    def _sample(self, data: bytes) -> Sample:
        value, head, result, ply = _TAIL.unpack_from(data, self._record.size)
        return Sample(self._record.unpack_from(data), value, head, result / POINT, ply)

    def __getitem__(self, index: int) -> Sample:
        if not -self._count <= index < self._count:
            raise IndexError(f"{self.path}: sample {index} of {self._count}")
        with open(self.path, "rb") as file:
            file.seek(self._begin + index % self._count * self._size)
            return self._sample(file.read(self._size))

    def __iter__(self) -> Iterator[Sample]:
        with open(self.path, "rb") as file:
            file.seek(self._begin)
            for _ in range(self._count):
                yield self._sample(file.read(self._size))

    def array(self):  # type: ignore[no-untyped-def]
        """A structured NumPy array over the file, not read into memory: inputs, value, head, result (twelfths), ply."""
        import numpy

        fields = [("inputs", "<u8", (self.words,)), ("value", "<i4"), ("head", "u1"), ("result", "u1"), ("ply", "<u2")]
        if self._count == 0:
            return numpy.zeros(0, numpy.dtype(fields))
        return numpy.memmap(self.path, numpy.dtype(fields), "r", self._begin, (self._count,))

    def bits(self, first: int = 0, last: Union[int, None] = None):  # type: ignore[no-untyped-def]
        """Inputs of samples first to last as a NumPy array of 0 and 1, a row for each sample, input 0 first."""
        import numpy

        words = numpy.ascontiguousarray(self.array()["inputs"][first:last])
        return numpy.unpackbits(words.view(numpy.uint8), axis=-1, bitorder="little")


def read_samples(path: Union[str, "os.PathLike[str]"]) -> SampleFile:
    """Opens a file of self-play. ValueError that names the file if it is none, or is cut off."""
    return SampleFile(path)
