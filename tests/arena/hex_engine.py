#!/usr/bin/env python3
"""A UGI engine for Hex that plays the last free cell of the board it believes in: side 11 unless it is told another.

hex_engine.py LOG [DECLARATION...]: lines from the arena go to LOG; the declarations are its options.
"""
import sys

side, moves = 11, []
with open(sys.argv[1], "a", encoding="ascii") as log:
    for line in sys.stdin:
        log.write(line)
        log.flush()
        words = line.split()
        if words[:1] == ["ugi"]:
            print("id name Lastcell 1")
            for declaration in sys.argv[2:]:
                print("option name " + declaration)
            print("ugiok")
        elif words[:1] == ["isready"]:
            print("readyok")
        elif words[:3] == ["setoption", "name", "Rules_side"]:
            side = int(words[4])
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1:] if "moves" in words else []
        elif words[:1] == ["go"]:
            cells = (chr(96 + x) + str(y) for y in range(side, 0, -1) for x in range(side, 0, -1))
            print("bestmove " + next(cell for cell in cells if cell not in moves))
        elif words[:1] == ["quit"]:
            break
        sys.stdout.flush()
