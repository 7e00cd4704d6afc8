"""Omega, many games at once, as tensors: for two players, and for three or four. Cells are (row, letter) of a square grid with |row - letter| < side."""
import torch

PLANES = 7
INPUTS = "stones7"
SYMMETRIES = 12


class Omega:
    """Rules of one side. All games of a batch are at the same ply: every game has the same number of them."""

    def __init__(self, side, device):
        self.side, self.device, self.players = side, device, 2
        self.width = width = 2 * side - 1
        row, letter = torch.meshgrid(torch.arange(width), torch.arange(width), indexing="ij")
        self.mask = ((row - letter).abs() < side).to(device)
        self.cells = int(self.mask.sum())
        self.plies = 4 * (self.cells // 4)  # a round is begun only if it fits
        self.images = self.make_images(row, letter).to(device)
        self.places = torch.arange(width * width, device=device)  # of the cells in a network's grid
        self.random_stones = 12

    def make_images(self, row, letter):
        """images[s][cell] is where the cell goes by symmetry s; off the board it stays."""
        middle = self.side - 1
        r, c = (row - middle).flatten(), (letter - middle).flatten()
        images = []
        for _ in range(6):
            r, c = c, c - r  # a sixth of a turn: (0,1) -> (1,1) -> (1,0) -> (0,-1) ...
            for a, b in ((r, c), (c, r)):
                on_board = (a - b).abs() < self.side
                inside = on_board & (a.abs() <= middle) & (b.abs() <= middle)
                place = (a + middle) * self.width + (b + middle)
                images.append(torch.where(inside & self.mask.cpu().flatten(), place, torch.arange(self.width ** 2)))
        return torch.stack(images)

    def start(self, games):
        """0 free, 1 White, 2 Black; flat cells."""
        return torch.zeros(games, self.width ** 2, dtype=torch.uint8, device=self.device)

    def mover(self, ply):
        return (ply // 2) % 2

    def colour(self, ply):
        """Whose stone is placed: the mover's own first, then the other's."""
        return self.mover(ply) if ply % 2 == 0 else 1 - self.mover(ply)

    def legal(self, boards):
        return (boards == 0) & self.mask.flatten()

    def play(self, boards, cells, ply):
        return boards.scatter(1, cells[:, None], self.colour(ply) + 1)

    def from_mover(self, boards, ply):
        """1 own, 2 the other's."""
        return boards if self.mover(ply) == 0 else torch.where(boards == 0, boards, 3 - boards)

    def flags(self, ply):
        """Own stone next, mover is White, share of the plies played in steps of 1/32."""
        return (float(ply % 2 == 0), float(self.mover(ply) == 0), int(32 * ply / self.plies) / 32)

    def planes(self, boards, flags):
        """Boards from the mover's view and flags (games, 3) as planes in 0..1."""
        games = boards.shape[0]
        board = boards.view(games, 1, self.width, self.width)
        mask = self.mask.view(1, 1, self.width, self.width)
        sets = torch.cat([board == 1, board == 2, (board == 0) & mask, mask.expand(games, 1, -1, -1)], 1)
        spread = flags.view(games, 3, 1, 1) * mask
        return torch.cat([sets.to(flags.dtype), spread], 1)

    def log_scores(self, boards):
        """Logarithms of the scores, (games, players) in double precision: the sum over stones of log(size) / size of their group."""
        games, width = boards.shape[0], self.width
        grid = boards.view(games, width, width)
        labels = torch.arange(1, width * width + 1, device=boards.device, dtype=torch.int32).view(1, width, width).repeat(games, 1, 1)
        labels = torch.where(grid > 0, labels, torch.zeros_like(labels))
        while True:
            before = labels
            for dr, dc in ((0, 1), (1, 0), (1, 1)):
                a, b = labels[:, :width - dr, :width - dc], labels[:, dr:, dc:]
                same = (grid[:, :width - dr, :width - dc] == grid[:, dr:, dc:]) & (a > 0)
                most = torch.where(same, torch.maximum(a, b), torch.zeros_like(a))
                labels = labels.clone()
                labels[:, :width - dr, :width - dc] = torch.maximum(labels[:, :width - dr, :width - dc], most)
                labels[:, dr:, dc:] = torch.maximum(labels[:, dr:, dc:], most)
            if torch.equal(before, labels):
                break
        flat = labels.view(games, -1).long()
        sizes = torch.zeros(games, width * width + 1, device=boards.device, dtype=torch.float64)
        sizes.scatter_add_(1, flat, torch.ones_like(flat, dtype=torch.float64))
        own = sizes.gather(1, flat)
        share = torch.where(flat > 0, own.log() / own, torch.zeros_like(own))
        stones = boards.view(games, -1)
        return torch.stack([(share * (stones == colour)).sum(1) for colour in range(1, self.players + 1)], 1)

    def white_result(self, boards):
        """+1 White, -1 Black, and the difference of the scores' logarithms. A tie goes to the last in turn order."""
        logs = self.log_scores(boards)
        difference = logs[:, 0] - logs[:, 1]
        return torch.where(difference > 1e-9, 1.0, -1.0), difference


SEATS = 4
SEAT_PLANES = 16
SEAT_INPUTS = "seats16"


class OmegaOfMany(Omega):
    """Three or four players. A turn is the mover's own stone, then the others' in the order of their colours."""

    def __init__(self, players, side, device):
        super().__init__(side, device)
        self.players = players
        self.plies = players ** 2 * (self.cells // players ** 2)

    def mover(self, ply):
        return (ply // self.players) % self.players

    def colour(self, ply):
        mover = self.mover(ply)
        return [mover, *[c for c in range(self.players) if c != mover]][ply % self.players]

    def from_mover(self, boards, ply):
        """1 own, 2 of whoever moves next, and so on."""
        return torch.where(boards == 0, boards, (boards + (self.players - 1 - self.mover(ply))) % self.players + 1)

    def flags(self, ply):
        """Whose stone is next as the mover counts, who moves (one of four each), share of the plies played, four players."""
        one_of = lambda which: [float(which == i) for i in range(SEATS)]
        mover = self.mover(ply)
        return (*one_of((self.colour(ply) - mover) % self.players), *one_of(mover), int(32 * ply / self.plies) / 32, float(self.players == 4))

    def planes(self, boards, flags):
        games = boards.shape[0]
        board = boards.view(games, 1, self.width, self.width)
        mask = self.mask.view(1, 1, self.width, self.width)
        sets = torch.cat([*[board == 1 + i for i in range(SEATS)], (board == 0) & mask, mask.expand(games, 1, -1, -1)], 1)
        return torch.cat([sets.to(flags.dtype), flags.view(games, -1, 1, 1) * mask], 1)

    def result(self, boards):
        """The winner of each game, the last of equal ones, and the logarithms of all scores (games, players)."""
        logs = self.log_scores(boards)
        best = logs >= logs.amax(1, keepdim=True) - 1e-9
        return (best * torch.arange(1, self.players + 1, device=boards.device)).argmax(1), logs
