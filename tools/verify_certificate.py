#!/usr/bin/env python3
"""Checks certificates of Andantino (docs/solving.md) by playing every reply of the loser.

Written from the description of the file and the rules of the game alone; it shares nothing with the program `partita`, and
needs nothing but Python 3 (and, for files ending in .zst, the command `zstd` or the module `zstandard`).

  tools/verify_certificate.py data/certificates/andantino-side10.tsv.zst
  tools/verify_certificate.py --unbounded data/certificates/andantino-side13.tsv.zst
  tools/verify_certificate.py --sample 500 FILE...     only some lines, each with every reply and what answers it

Prints one line a file. Exit code 0: all accepted, 1: some file refused, 2: wrong use.
"""
import argparse
import hashlib
import random
import re
import shutil
import subprocess
import sys
import time

FIRST_LINE = "# partita certificate 1"
HEADER_NAMES = ("game", "rules", "position", "claim", "winner", "symmetric images", "immediate wins", "entries", "sha256")
SMALLEST_SIDE, LARGEST_SIDE = 3, 16
SEATS = ("White", "Black")  # White moves first
WHITE, BLACK = 0, 1
LARGEST_TEXT = 1 << 30
# Around a cell, in order: each direction is next to the one before it and the one after it.
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


class Refused(Exception):
    """The certificate is wrong; the text says where and why."""


def bits_of(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Board:
    """A hexagon of one side. Sets of cells are integers; a bit is a cell, and each row has one bit more than it has cells, so
    that a step off the board always comes to a bit that is no cell."""

    def __init__(self, side):
        self.side = side
        self.stride = 2 * side + 1
        self.margin = self.stride + 1
        cells = [(q, r) for r in range(1 - side, side) for q in range(1 - side, side) if abs(q + r) < side]
        self.index = {cell: self._bit(*cell) for cell in cells}
        self.cell = {bit: cell for cell, bit in self.index.items()}
        self.all = sum(1 << bit for bit in self.index.values())
        self.steps = (1, self.stride, self.stride - 1)
        self.ring = {}
        self.neighbours = {}
        for (q, r), bit in self.index.items():
            self.ring[bit] = [self.index.get((q + dq, r + dr)) for dq, dr in AROUND]
            self.neighbours[bit] = sum(1 << other for other in self.ring[bit] if other is not None)
        self.rim = sum(1 << bit for bit, ring in self.ring.items() if None in ring)
        self.rows = []  # (first bit, length) from the top
        for r in range(1 - side, side):
            first = max(1 - side, 1 - side - r)
            self.rows.append((self._bit(first, r), 2 * side - 1 - abs(r)))
        self.images = self._all_images()
        self.size = self.margin * 2 + self.stride * self.stride  # bits one colour takes in a joint number
        self._row_texts = {}
        self._can_close = {}

    def _bit(self, q, r):
        return self.margin + (r + self.side) * self.stride + q + self.side

    def _all_images(self):
        """For each of the twelve symmetries, where each cell goes. The first one moves nothing."""
        tables = []
        for mirrored in (False, True):
            for turns in range(6):
                table = {}
                for (q, r), bit in self.index.items():
                    if mirrored:
                        q, r = r, q
                    for _ in range(turns):
                        q, r = -r, q + r
                    table[bit] = self.index[(q, r)]
                tables.append(table)
        return tables

    def name(self, bit):
        q, r = self.cell[bit]
        column = q + r + self.side - 1
        letters = chr(65 + column) if column < 26 else "A" + chr(65 + column - 26)
        return letters + str(r + self.side)

    def bit_named(self, name):
        """The cell of that name, written in the one right way; None if there is none."""
        match = re.fullmatch(r"(A?[A-Z])([1-9][0-9]?)", name)
        if not match:
            return None
        letters, row = match.group(1), int(match.group(2)) - self.side
        column = ord(letters[-1]) - 65 + (26 if len(letters) == 2 else 0)
        return self.index.get((column - (self.side - 1) - row, row))

    def row_text(self, length, white, black):
        key = (length, white, black)
        text = self._row_texts.get(key)
        if text is None:
            letters = "".join("W" if white >> i & 1 else "B" if black >> i & 1 else "." for i in range(length))
            text = re.sub(r"\.+", lambda run: str(len(run.group())), letters)
            self._row_texts[key] = text
        return text

    def text(self, joint, mover):
        """The position's text. `joint` holds the white stones and, `size` bits higher, the black ones."""
        rows = []
        for first, length in self.rows:
            mask = (1 << length) - 1
            rows.append(self.row_text(length, joint >> first & mask, joint >> (first + self.size) & mask))
        return "%d %s %s" % (self.side, "/".join(rows), "wb"[mover])

    def fives(self, own):
        """Cells, taken or not, that lie in a row of five cells of which the other four are `own`."""
        found = 0
        for step in self.steps:
            a, b, c, d = own >> step, own >> 2 * step, own >> 3 * step, own >> 4 * step
            ab, cd = a & b, c & d
            found |= ab & cd
            found |= (own & b & cd) << step
            found |= (own & a & cd) << 2 * step
            found |= (own & ab & d) << 3 * step
            found |= (own & ab & c) << 4 * step
        return found

    def closed(self, own):
        """Cells not `own` from which no way over cells not `own` leads to the rim."""
        free = self.all & ~own
        reached = self.rim & free
        one, stride, slant = self.steps
        while True:
            grown = (reached | reached << one | reached >> one | reached << stride | reached >> stride
                     | reached << slant | reached >> slant) & free
            if grown == reached:
                return free & ~reached
            reached = grown

    def can_close(self, bit, own):
        """False if a new stone there surely closes nothing. Inside the board it can only if the ring of neighbours that are
        not `own` falls into two or more pieces: while they are one piece, every way through the cell has a way round it. On
        the rim any stone may take away the way out."""
        around = own & self.neighbours[bit]
        if around & (around - 1) == 0:
            return False
        known = self._can_close.get((bit, around))
        if known is None:
            ring = [other is not None and bool(around >> other & 1) for other in self.ring[bit]]
            pieces = sum(1 for i in range(6) if ring[i] and not ring[i - 1])
            known = pieces >= 2 or bool(self.rim >> bit & 1)
            self._can_close[(bit, around)] = known
        return known


class Position:
    """Stones, whose turn it is, and what follows from them. Never changed."""
    __slots__ = ("board", "stones", "mover", "touched", "legal", "closed")

    def __init__(self, board, stones, mover, touched, legal, closed):
        self.board = board
        self.stones = stones    # of White and of Black
        self.mover = mover
        self.touched = touched  # cells next to a stone
        self.legal = legal      # cells with two occupied neighbours, occupied ones among them
        self.closed = closed    # cells closed in by White, by Black

    @staticmethod
    def of_stones(board, white, black, mover):
        touched = twice = 0
        for bit in bits_of(white | black):
            around = board.neighbours[bit]
            twice |= touched & around
            touched |= around
        return Position(board, (white, black), mover, touched, twice, (board.closed(white), board.closed(black)))

    def moves(self):
        taken = self.stones[WHITE] | self.stones[BLACK]
        if taken & (taken - 1) == 0:  # the first move: next to the only stone
            return self.touched
        return self.legal & ~taken

    def suicides(self, moves):
        return moves & self.closed[1 - self.mover]

    def wins(self, moves):
        """Those of the moves that win at once, by five or by closing a stone of the other in."""
        board, own, other = self.board, self.stones[self.mover], self.stones[1 - self.mover]
        moves &= ~self.closed[1 - self.mover]
        found = moves & board.fives(own)
        for bit in bits_of(moves & ~found):
            if board.can_close(bit, own) and board.closed(own | 1 << bit) & other:
                found |= 1 << bit
        return found

    def after(self, bit):
        """REQUIRES: the move is legal and does not end the game, unless by a full board."""
        board, mover = self.board, self.mover
        stones, closed = list(self.stones), list(self.closed)
        can_close = board.can_close(bit, stones[mover])
        stones[mover] |= 1 << bit
        closed[mover] = board.closed(stones[mover]) if can_close else closed[mover] & ~(1 << bit)
        around = board.neighbours[bit]
        return Position(board, tuple(stones), 1 - mover, self.touched | around, self.legal | self.touched & around, tuple(closed))

    def winner(self):
        """Who has won already, as the stones show it; None if the game goes on. For the first position only."""
        board, mover, last = self.board, self.mover, 1 - self.mover
        if self.stones[mover] & board.fives(self.stones[mover]):
            raise Refused("position: the side to move has five in a row already")
        by_last = bool(self.stones[last] & board.fives(self.stones[last])) or bool(self.closed[last] & self.stones[mover])
        by_mover = bool(self.closed[mover] & self.stones[last])
        if by_last and by_mover:
            raise Refused("position: both sides have won")
        return last if by_last else mover if by_mover else None


class Certificate:
    """The file, read strictly: every header line once and in its place, every value in its one right form."""

    def __init__(self, text):
        lines = text.split("\n")
        if lines.pop() != "":
            raise Refused("line %d: the last line does not end with a newline" % (len(lines) + 1))
        values = self._header(lines)
        self._rules(values)
        self._promises(values)
        body = len(HEADER_NAMES) + 1
        self.entries = {}
        before = ""
        for number, line in enumerate(lines[body:], body + 1):
            parts = line.split("\t")
            if len(parts) != 2 or not parts[0] or not parts[1]:
                raise Refused("line %d: expected '<position><TAB><move>', found %r" % (number, line[:60]))
            if parts[0] <= before:
                raise Refused("line %d: entries must be sorted and unique" % number)
            before = parts[0]
            self.entries[parts[0]] = parts[1]
        if len(self.entries) != self.promised_entries:
            raise Refused("the header promises %d entries, the file has %d" % (self.promised_entries, len(self.entries)))
        digest = hashlib.sha256("".join(line + "\n" for line in lines[body:]).encode("ascii")).hexdigest()
        if digest != self.promised_digest:
            raise Refused("the entries are not those the header's sha256 was taken of")
        claim = "".join(line + "\n" for line in lines[1:6])
        self.claim_digest = hashlib.sha256(claim.encode("ascii")).hexdigest()

    @staticmethod
    def _header(lines):
        if not lines or lines[0] != FIRST_LINE:
            raise Refused("line 1: expected %r" % FIRST_LINE)
        values = {}
        for number, name in enumerate(HEADER_NAMES, 2):
            begin = "# %s: " % name
            line = lines[number - 1] if number <= len(lines) else ""
            if not line.startswith(begin):
                raise Refused("line %d: expected '%s...', found %r" % (number, begin, line[:60]))
            values[name] = line[len(begin):]
        return values

    def _rules(self, values):
        if values["game"] != "andantino":
            raise Refused("game: this checker knows andantino only, found %r" % values["game"][:60])
        rules = re.fullmatch(r"rules=standard,side=([1-9][0-9]?)", values["rules"])
        if not rules or not SMALLEST_SIDE <= int(rules.group(1)) <= LARGEST_SIDE:
            raise Refused("rules: expected 'rules=standard,side=N', found %r" % values["rules"][:60])
        self.board = Board(int(rules.group(1)))
        self.start = read_position(self.board, values["position"])
        if values["winner"] not in ("0", "1"):
            raise Refused("winner: expected 0 or 1, found %r" % values["winner"][:60])
        self.winner = int(values["winner"])
        self.claim = SEATS[self.winner] + " wins"
        if values["claim"] != self.claim:
            raise Refused("claim: expected %r, found %r" % (self.claim, values["claim"][:60]))

    def _promises(self, values):
        for name, allowed in (("symmetric images", ("left out", "included")), ("immediate wins", ("left out",))):
            if values[name] not in allowed:
                raise Refused("%s: expected %r, found %r" % (name, allowed[0], values[name][:60]))
        self.images_left_out = values["symmetric images"] == "left out"
        if not re.fullmatch(r"0|[1-9][0-9]{0,17}", values["entries"]):
            raise Refused("entries: expected a number, found %r" % values["entries"][:60])
        self.promised_entries = int(values["entries"])
        if not re.fullmatch(r"[0-9a-f]{64}", values["sha256"]):
            raise Refused("sha256: expected 64 hexadecimal digits in lower case, found %r" % values["sha256"][:70])
        self.promised_digest = values["sha256"]


def read_position(board, text):
    """The position, which must be written in its one right form."""
    match = re.fullmatch(r"([0-9]+) ([0-9BW/]+) ([wb])", text)
    rows = match.group(2).split("/") if match else []
    if not match or match.group(1) != str(board.side) or len(rows) != len(board.rows):
        raise Refused("position: expected '%d <%d rows> w' or b, found %r" % (board.side, len(board.rows), text[:60]))
    stones = {"W": 0, "B": 0}
    for row, (first, length) in zip(rows, board.rows):
        place = 0
        for word in re.findall(r"[0-9]+|[BW]", row):
            if word not in stones:
                place += int(word[:4])
            elif place < length:
                stones[word] |= 1 << (first + place)
                place += 1
            else:
                place = length + 1
        if place != length:
            raise Refused("position: a row of %d cells is written %r" % (length, row[:60]))
    white, black, mover = stones["W"], stones["B"], "wb".index(match.group(3))
    if board.text(white | black << board.size, mover) != text:
        raise Refused("position: not written in the shortest way: %r" % text[:60])
    if not black >> board.index[(0, 0)] & 1:
        raise Refused("position: expected a black stone on the centre")
    if bin(black).count("1") != bin(white).count("1") + (1 if mover == WHITE else 0):
        raise Refused("position: the numbers of stones do not fit the side to move")
    return Position.of_stones(board, white, black, mover)


class Checker:
    """Plays every reply of the loser. Positions are known by a joint number for each of their twelve images, kept up to date
    stone by stone; the texts of all images are written once for each position that is looked up."""

    def __init__(self, certificate, unbounded):
        self.certificate = certificate
        self.board = certificate.board
        self.winner = certificate.winner
        self.forbidden = self.board.rim if unbounded else 0
        self.known = {}  # the smallest joint number -> plies to the end
        self.line = []   # moves from the beginning
        board = self.board
        self.joint_bits = tuple({bit: tuple(1 << (table[bit] + (board.size if colour == BLACK else 0)) for table in board.images)
                                 for bit in board.cell} for colour in (WHITE, BLACK))

    def refuse(self, reason):
        line = " ".join(self.board.name(bit) for bit in self.line)
        raise Refused(reason + (" after " + line if line else " in the first position"))

    def joints_of(self, pos):
        joints = (0,) * 12
        for colour in (WHITE, BLACK):
            for bit in bits_of(pos.stones[colour]):
                joints = self.with_stone(joints, colour, bit)
        return joints

    def with_stone(self, joints, colour, bit):
        return tuple([joint | stone for joint, stone in zip(joints, self.joint_bits[colour][bit])])

    def reply(self, pos, joints):
        """The entry's move, turned back to this position."""
        board = self.board
        if self.certificate.images_left_out:
            text, symmetry = min((board.text(joint, pos.mover), i) for i, joint in enumerate(joints))
        else:
            text, symmetry = board.text(joints[0], pos.mover), 0
        written = self.certificate.entries.get(text)
        if written is None:
            self.refuse("the strategy has no reply")
        there = board.bit_named(written)
        if there is None:
            self.refuse("the reply %r is no cell of the board" % written[:20])
        table = board.images[symmetry]
        bit = next(here for here in table if table[here] == there)
        if not pos.moves() >> bit & 1:
            self.refuse("the reply %r is not legal" % written)
        if self.forbidden >> bit & 1:
            self.refuse("the reply %r is on the rim of the board" % written)
        return bit

    def play(self, pos, joints, bit):
        """The position after a move that ends nothing."""
        after = pos.after(bit)
        return after, self.with_stone(joints, pos.mover, bit)

    def replies_of_loser(self, pos):
        """Moves of the loser that do not end the game, after seeing that none that does helps it."""
        moves = pos.moves()
        if moves == 0:
            self.refuse("the game ends in a draw")
        if moves & self.forbidden:
            self.line.append(next(bits_of(moves & self.forbidden)))
            self.refuse("a stone stands on the rim of the board")
        wins = pos.wins(moves)
        if wins:
            self.line.append(next(bits_of(wins)))
            self.refuse("the loser wins")
        return moves & ~pos.suicides(moves)

    def winner_wins_at_once(self, pos):
        return pos.wins(pos.moves() & ~self.forbidden) != 0

    def longest_from_loser(self, pos, joints):
        """Plies to the end from a position with the loser to move."""
        longest = 1  # a suicide; every loser has at least one move
        for bit in bits_of(self.replies_of_loser(pos)):
            self.line.append(bit)
            longest = max(longest, 1 + self.longest_from_winner(*self.play(pos, joints, bit)))
            self.line.pop()
        return longest

    def longest_from_winner(self, pos, joints):
        if pos.moves() == 0:
            self.refuse("the game ends in a draw")
        if self.winner_wins_at_once(pos):
            return 1
        key = min(joints) if self.certificate.images_left_out else joints[0]
        plies = self.known.get(key)
        if plies is None:
            bit = self.reply(pos, joints)
            self.line.append(bit)
            self.not_suicide(pos, bit)
            plies = 1 + self.longest_from_loser(*self.play(pos, joints, bit))
            self.line.pop()
            self.known[key] = plies
        return plies

    def not_suicide(self, pos, bit):
        if pos.suicides(1 << bit):
            self.refuse("the reply is suicide")

    def check_whole(self):
        """Plies of the longest line. Each entry was looked up at least once, or the certificate is refused."""
        start = self.certificate.start
        if self.forbidden & (start.stones[WHITE] | start.stones[BLACK]):
            raise Refused("position: a stone stands on the rim of the board")
        over = start.winner()
        longest = 0
        if over is None:
            joints = self.joints_of(start)
            is_winners = start.mover == self.winner
            longest = (self.longest_from_winner if is_winners else self.longest_from_loser)(start, joints)
        elif over != self.winner:
            raise Refused("position: the game is over, and the claimed winner has lost")
        # Different positions were looked up under different texts: as many of them as entries means that all were used.
        if len(self.known) != len(self.certificate.entries):
            raise Refused("%d of the %d entries are reached by no line" %
                          (len(self.certificate.entries) - len(self.known), len(self.certificate.entries)))
        return longest

    def check_entry(self, text):
        """One line of the file: its reply, and that every answer to it leads to a win at once or to another line."""
        pos = read_position(self.board, text)
        if pos.mover != self.winner or pos.winner() is not None or pos.moves() == 0 or self.winner_wins_at_once(pos):
            raise Refused("no line of play needs this entry")
        joints = self.joints_of(pos)
        if self.certificate.images_left_out and text != min(self.board.text(joint, pos.mover) for joint in joints):
            raise Refused("not the smallest text of its images")
        self.line = []
        bit = self.reply(pos, joints)
        self.not_suicide(pos, bit)
        self.line.append(bit)
        after, joints = self.play(pos, joints, bit)
        for answer in bits_of(self.replies_of_loser(after)):
            self.line.append(answer)
            then, images = self.play(after, joints, answer)
            if then.moves() == 0:
                self.refuse("the game ends in a draw")
            if not self.winner_wins_at_once(then):
                self.reply(then, images)
            self.line.pop()


def unpacked(path):
    with open(path, "rb") as file:
        data = file.read(LARGEST_TEXT + 1)
    if data[:4] == b"\x28\xb5\x2f\xfd":
        data = unpacked_zstd(path, data)
    if len(data) > LARGEST_TEXT:
        raise Refused("larger than %d bytes" % LARGEST_TEXT)
    try:
        return data.decode("ascii")
    except UnicodeDecodeError as error:
        raise Refused("byte %d is no plain text" % error.start)


def unpacked_zstd(path, data):
    try:
        import zstandard
        with zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True) as stream:
            return stream.read(LARGEST_TEXT + 1)
    except ImportError:
        pass
    command = shutil.which("zstd")
    if command is None:
        raise Refused("packed with zstd, and neither the command zstd nor the module zstandard is here: unpack it first")
    with subprocess.Popen([command, "-dcq", "--", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        text = child.stdout.read(LARGEST_TEXT + 1)
        if len(text) > LARGEST_TEXT:
            child.kill()
        elif child.wait() != 0:
            raise Refused("damaged: zstd cannot unpack it")
    return text


def check_file(path, unbounded, sample, seed):
    """What was found, in words."""
    begin = time.monotonic()
    certificate = Certificate(unpacked(path))
    checker = Checker(certificate, unbounded)
    entries = sorted(certificate.entries)
    if sample is None:
        longest = checker.check_whole()
        found = "accepted: %s" % certificate.claim + (" on the endless board" if unbounded else "")
        found += ", entries %d, longest line %d plies, claim sha256 %s" % (len(entries), longest, certificate.claim_digest)
    else:
        chosen = random.Random(seed).sample(entries, min(sample, len(entries)))
        for entry in chosen:
            try:
                checker.check_entry(entry)
            except Refused as reason:
                raise Refused("%s, from the entry %s" % (reason, entry))
        found = "sample holds: header, digest and %d of %d entries; the claim is not checked" % (len(chosen), len(entries))
    return found + ", %.1f s" % (time.monotonic() - begin)


def main():
    parser = argparse.ArgumentParser(description="Checks certificates of Andantino; see docs/solving.md.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--unbounded", action="store_true", help="also demand that no stone is ever put on the rim")
    parser.add_argument("--sample", type=int, metavar="N", help="check N lines only, chosen by --seed")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.sample is not None and options.sample < 1:
        parser.error("--sample: expected a number of at least 1")
    sys.setrecursionlimit(10000)  # two calls a ply, and no game has more plies than the board has cells
    code = 0
    for path in options.files:
        try:
            print("%s: %s" % (path, check_file(path, options.unbounded, options.sample, options.seed)), flush=True)
        except (Refused, OSError) as reason:
            code = 1
            print("%s: refused: %s" % (path, reason), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
