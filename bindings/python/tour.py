"""A tour of the package, cell by cell: run it as it is, or open it as a notebook (editors know the lines that begin with # %%).

    pip install ./dist/partita-*.whl
    python bindings/python/tour.py
"""
import random
import tempfile
from pathlib import Path

import numpy

import partita

# %% Positions and moves
position = partita.Position("omega", side=4, players=2)
print(position)
first = position.legal_moves[0]
print(repr(first), "touches", first.cells, "with piece", first.piece, "for seat", first.seat)
position.play(first)          # a move is its text: position.play("W:A1") does the same
assert position.moves == [first]

# %% A board is an array: -1 outside, 0 empty, then the kinds of pieces in their order
board = position.board()
print(board)
row, column = numpy.argwhere(board > 0)[0]
assert position.names()[row, column] == first.cells[0]
assert position.planes().sum() == 1
print([piece.name for piece in position.pieces])

# %% An engine of every strength, with as many lines as you like
position = partita.Position("hex", side=5, swap="off")
engine = partita.Engine("hex", side=5, swap="off", switches={"hash_mb": 8})
result = engine.search(position, nodes=2000, lines=3)
for line in result.lines:
    print(line.rank, line.moves[:3], f"{line.by_seat[0]:.2f}")
assert result.move in position.legal_moves

# %% Why a move is good, in sentences that the rules verify
won = partita.Position("hex", "3 R2/1BB/R2 r", side=3)
print(partita.why(won, nodes=500))

# %% Games become records, and records games
random.seed(1)
game = partita.Position("tafl", rules="brandubh")
while not game.is_over and game.ply < 40:
    game.play(random.choice(game.legal_moves))
record = partita.Record(game, tags={"Seat1": "chance", "Seat2": "chance"})
folder = Path(tempfile.mkdtemp())
(folder / "games.pgr").write_text(partita.write_records([record]))
for read in partita.read_records(folder / "games.pgr"):
    boards = numpy.stack([one.board() for one in read.positions()])
    print(read, boards.shape)
    assert len(boards) == game.ply + 1
    assert read.replay() == game

# %% Files of self-play (partita-learn selfplay) are mapped, not read: a network's inputs as bits, what the search thought, the result
header = b"partita samples 1\nwords: 14\ngame: tafl\nrules: rules=ashton\n\n"
row_type = numpy.dtype([("inputs", "<u8", (14,)), ("value", "<i4"), ("head", "u1"), ("result", "u1"), ("ply", "<u2")])
rows = numpy.zeros(1000, row_type)
rows["inputs"] = numpy.random.default_rng(1).integers(0, 2**63, (1000, 14))
rows["result"] = 12
(folder / "tour.samples").write_bytes(header + rows.tobytes())
samples = partita.read_samples(folder / "tour.samples")
print(samples.header, len(samples), samples.bits(0, 4).shape, samples[0].result)
assert (samples.array()["result"] / 12 == 1).all()
print("The tour is over.")
