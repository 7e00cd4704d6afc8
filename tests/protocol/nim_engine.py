#!/usr/bin/env python3
"""A UGI engine for a game of its own: take one or two of nine stones, the last stone wins.

Right in everything, or wrong in one thing named on the command line: what the compliance check is tested with.
"""
import select
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
START = 9


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def pending():
    return bool(select.select([sys.stdin], [], [], 0)[0])


def parse_position(words):
    if words[1:2] != ["startpos"]:
        return None
    moves = words[3:] if words[2:3] == ["moves"] else []
    left, turn = START, 0
    for move in moves:
        if move not in ("1", "2") or int(move) > left:
            return None
        left, turn = left - int(move), 1 - turn
    return left, turn


def finish(left, began):
    spent = max(1, int((time.time() - began) * 1000))
    if FAULT == "no-last-info":
        say("info depth 1")
    else:
        say(f"info depth 1 nodes 10 time {spent} nps 10000")
    move = 2 if left % 3 == 2 else 1
    if FAULT == "illegal-end" and left <= 2:
        move = 1
    say(f"bestmove {move} ponder 1" if FAULT == "bestmove-tokens" else f"bestmove {move}")
    if FAULT == "unasked":
        say("info string that was easy")


def search(words, left):
    """False if the engine is to end."""
    began = time.time()
    kind = words[1] if len(words) > 1 else ""
    if kind == FAULT.replace("hang-", "") and FAULT.startswith("hang-"):
        return True
    if kind == "infinite" and FAULT != "early":
        quitting = False
        while True:
            line = sys.stdin.readline()
            if line == "" or line.strip() == "quit":
                quitting = True
                break
            if line.strip() == "stop":
                if FAULT == "deaf-stop":
                    continue
                break
            if line.strip() == "isready" and FAULT != "deaf-search":
                say("readyok")
        if not (quitting and FAULT == "silent-quit"):
            finish(left, began)
        return not quitting
    if kind not in ("depth", "nodes", "movetime", "p1time", "infinite"):
        say("info string error go: needs a limit")
        return True
    if kind != "infinite" and not words[2].isdigit():
        say("info string error go: needs a number")
        return True
    finish(left, began)
    return True


def answer(words, left, turn):
    what = words[1] if len(words) > 1 else ""
    extra = " indeed" if FAULT == "response-tokens" else ""
    if what == "p1turn":
        say("response " + ("true" if turn == 0 else "false") + extra)
    elif what == "gameover":
        say("response " + ("true" if left == 0 else "false") + extra)
    elif what == "result":
        word = "none" if left > 0 else "p2win" if turn == 0 else "p1win"
        say("response " + ("none" if FAULT == "no-result" else word) + extra)
    else:
        say("info string error unknown query")


def main():
    left, turn = START, 0
    while True:
        line = sys.stdin.readline()
        if line == "":
            if FAULT == "stays":
                time.sleep(1000)
            return
        words = line.split()
        command = words[0] if words else ""
        if command == "ugi":
            if FAULT != "nameless":
                say("id name Nim")
            say("id author nobody")
            say("option name Depth type spin default 99 min 1 max 5" if FAULT == "bad-option"
                else "option name Depth type spin default 2 min 1 max 5")
            say("option name OwnBook type check default " + ("true" if FAULT == "book" else "false"))
            if FAULT != "no-ugiok":
                say("ugiok")
        elif command == "isready":
            say("readyok")
        elif command == "position":
            found = parse_position(words)
            if found:
                left, turn = found
            elif FAULT == "forgets":
                left, turn = START, 1
            else:
                say("info string error bad position")
        elif command == "go":
            if not search(words, left):
                return
        elif command == "query":
            answer(words, left, turn)
        elif command == "quit":
            return
        elif command in ("stop", "uginewgame", "setoption"):
            pass
        elif FAULT == "dies":
            sys.exit(3)
        elif command:
            say("info string error unknown command")


main()
