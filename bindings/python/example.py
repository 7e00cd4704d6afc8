"""Play a game, look at every position, and plot the chances: run it cell by cell, or as it is.

    PYTHONPATH=build/release/python python3 bindings/python/example.py [chances.svg]
"""
import sys

import partita

# %% What there is
print("games:", ", ".join(partita.games()))
print("presets of tafl:", ", ".join(partita.presets("tafl")))

# %% A game: our engine against the student's of the report
position = partita.Position("tafl", rules="ashton")
strong = partita.Engine("tafl", rules="ashton", switches={"hash_mb": 8})
weak = partita.Engine("tafl", preset="greedy", rules="ashton")
while not position.is_over and position.ply < 60:
    engine = strong if position.to_move == 0 else weak
    position.play(engine.search(position, depth=2).move)
print(position)
print("moves:", " ".join(position.moves))
print("winner:", "nobody yet" if position.winner is None else position.seat_name(position.winner), position.reason)

# %% What the engine thinks of every position of it
replay = partita.Position("tafl", rules="ashton")
chances = []
for move in position.moves:
    lines = strong.search(replay, depth=2).lines
    chances.append(lines[0].by_seat[0] if lines else 0.5)
    replay.play(move)
assert replay == position
chances.append(replay.payoffs[0] if replay.is_over else chances[-1])


# %% The graph, without any other library
def graph(values, title, width=720, height=240, left=44, bottom=24):
    """An SVG line of numbers from 0 to 1."""
    across = (width - left - 10) / max(1, len(values) - 1)
    points = [(left + i * across, 10 + (1 - v) * (height - bottom - 10)) for i, v in enumerate(values)]
    rows = "".join(
        f'<line x1="{left}" x2="{width - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="11" font-family="sans-serif">{percent} %</text>'
        for percent in (0, 50, 100)
        for y in [10 + (1 - percent / 100) * (height - bottom - 10)]
    )
    plies = "".join(
        f'<text x="{points[i][0]:.1f}" y="{height - 6}" text-anchor="middle" font-size="11" font-family="sans-serif">{i}</text>'
        for i in range(0, len(values), 5)
    )
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<title>{title}</title><rect width="100%" height="100%" fill="white"/>{rows}{plies}'
        f'<text x="{left + 6}" y="26" font-size="13" font-family="sans-serif" fill="#3b6ea8">{title}</text>'
        f'<polyline fill="none" stroke="#3b6ea8" stroke-width="2" points="{line}"/></svg>'
    )


path = sys.argv[1] if len(sys.argv) > 1 else "chances.svg"
with open(path, "w", encoding="utf-8") as file:
    file.write(graph(chances, f"chances of the {position.seat_name(0)}"))
print(f"{len(chances)} positions plotted in {path}")
