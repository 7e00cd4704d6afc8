"""Hex, many games at once, as tensors. Red (first) joins top and bottom, Blue left and right; a network always sees the mover joining
top and bottom: Blue's board is transposed. Columns are counted from the right, so that neighbours lie as they do in Omega."""
import torch

PLANES = 4
INPUTS = "edges4"
SYMMETRIES = 2


def spread(sets):
    """The cells of (games, n, n) sets and their six neighbours."""
    n = sets.shape[-1]
    wide = torch.nn.functional.pad(sets, (1, 1, 1, 1))
    result = sets
    for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
        result = result | wide[:, 1 + dr:1 + dr + n, 1 + dc:1 + dc + n]
    return result


class State:
    """Boards of games at the same ply, from the mover's view, with what each side has joined to its edges."""

    def __init__(self, own, other, own_first, own_last, other_first, other_last):
        self.parts = (own, other, own_first, own_last, other_first, other_last)

    def __getitem__(self, index):
        return State(*[part[index] for part in self.parts])

    def repeat(self, times):
        return State(*[part.repeat_interleave(times, 0) for part in self.parts])

    def __len__(self):
        return self.parts[0].shape[0]


class Hex:
    def __init__(self, side, device):
        self.side, self.device, self.width = side, device, side
        self.mask = torch.zeros(side + 2, side + 2, dtype=torch.bool, device=device)
        self.mask[1:-1, 1:-1] = True
        self.cells = side * side
        self.plies = self.cells
        edge = torch.zeros(1, side, side, dtype=torch.bool, device=device)
        self.top, self.bottom = edge.clone(), edge.clone()
        self.top[:, 0], self.bottom[:, -1] = True, True
        self.random_stones = 3
        cells = torch.arange(self.cells, device=device)
        self.places = self.mask.flatten().nonzero()[:, 0]  # of the cells in a network's grid
        self.images = torch.stack([cells, self.cells - 1 - cells])

    def start(self, games):
        empty = torch.zeros(games, self.side, self.side, dtype=torch.bool, device=self.device)
        return State(*[empty] * 6)

    def legal(self, state):
        return ~(state.parts[0] | state.parts[1]).flatten(1)

    def wins(self, state):
        """The free cells by which the mover joins both edges at once."""
        own, other, first, last, _, _ = state.parts
        return (((spread(first) | self.top) & (spread(last) | self.bottom)) & ~(own | other)).flatten(1)

    def other_wins(self, state):
        """The same for the side that does not move: cells as the mover sees them. Its board is transposed."""
        own, other, _, _, first, last = state.parts
        return (((spread(first) | self.top.transpose(1, 2)) & (spread(last) | self.bottom.transpose(1, 2))) & ~(own | other)).flatten(1)

    def boards_after(self, boards, cells):
        """The boards that the other sees after the mover's stone on each of `cells` (games, count): games * count of them."""
        count = cells.shape[1]
        after = boards.repeat_interleave(count, 0).scatter(1, cells.reshape(-1, 1), 1)
        after = torch.where(after == 0, after, 3 - after)
        return after.view(-1, self.side, self.side).transpose(1, 2).reshape(-1, self.cells)

    def play(self, state, cells):
        """After the mover's stone, from the other's view."""
        own, other, first, last, other_first, other_last = state.parts
        stone = torch.zeros_like(own).flatten(1).scatter(1, cells[:, None], True).view_as(own)
        own = own | stone
        first = self.joined(own, first | (stone & (spread(first) | self.top)))
        last = self.joined(own, last | (stone & (spread(last) | self.bottom)))
        turn = lambda part: part.transpose(1, 2)
        return State(turn(other), turn(own), turn(other_first), turn(other_last), turn(first), turn(last))

    @staticmethod
    def joined(stones, seeds):
        """The stones joined to the seeds."""
        while True:
            grown = seeds
            for _ in range(6):
                grown = spread(grown) & stones | grown
            if torch.equal(grown, seeds):
                return seeds
            seeds = grown

    def boards(self, state):
        """1 own, 2 the other's; flat cells, for the replay."""
        return (state.parts[0].to(torch.uint8) + 2 * state.parts[1].to(torch.uint8)).flatten(1)

    def planes(self, boards, flags):
        """Own stones, the other's, free cells, the board; with a border on which both sides' edges are filled in."""
        games, side = boards.shape[0], self.side
        board = torch.zeros(games, side + 2, side + 2, dtype=torch.uint8, device=boards.device)
        board[:, 1:-1, 1:-1] = boards.view(games, side, side)
        own, other = board == 1, board == 2
        own[:, 0, 1:-1] = own[:, -1, 1:-1] = True
        other[:, 1:-1, 0] = other[:, 1:-1, -1] = True
        inside = torch.zeros_like(own)
        inside[:, 1:-1, 1:-1] = True
        return torch.stack([own, other, inside & (board == 0), inside], 1).to(flags.dtype)
