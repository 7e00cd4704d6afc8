"""Residual networks with a policy and a value: in floating point to learn, in integers to ship (docs/learning.md has the file's form).

The integers are those of src/nets/convolution.cpp: activations are 0..127 where 1.0 is 32, weights are int8 with one scale for each
output, the residual stream is int16 where 1.0 is 256, logits likewise. `IntegerNet` computes what the program computes, bit for bit.
"""
import hashlib
import pathlib

import numpy
import torch
import torch.nn.functional as F

ONE = 32                   # 1.0 as an activation
MOST = 127 / ONE           # activations are clipped there
FINE = 8192                # 1.0 as an input of the value head
MAGIC = "partita convolution 1"
HEX_TAPS = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2))  # (row, column) of the 3x3 kernel
SQUARE_TAPS = tuple((row, column) for row in range(3) for column in range(3))


class Rounded(torch.autograd.Function):
    """Rounds on the way forward and passes the gradient on the way back."""

    @staticmethod
    def forward(_, x):
        return x.round()

    @staticmethod
    def backward(_, gradient):
        return gradient


def quantised_weight(weight):
    scale = weight.detach().abs().flatten(1).amax(1).clamp(min=1e-6) / 127
    scale = scale.view(-1, *[1] * (weight.dim() - 1))
    return Rounded.apply(weight / scale) * scale


class ConvNet(torch.nn.Module):
    def __init__(self, planes, channels, blocks, hidden, taps=HEX_TAPS, seats=1):
        super().__init__()
        self.sizes = (planes, channels, blocks, hidden)
        self.taps = taps
        self.seats = seats  # 1: a logit of the mover's winning; else a logit a seat, the mover's first
        mask = torch.zeros(1, 1, 3, 3)
        for row, column in taps:
            mask[0, 0, row, column] = 1
        self.register_buffer("tap_mask", mask)
        conv = lambda inputs, outputs: torch.nn.Conv2d(inputs, outputs, 3, padding=1)
        self.stem = conv(planes, channels)
        self.first = torch.nn.ModuleList(conv(channels, channels) for _ in range(blocks))
        self.second = torch.nn.ModuleList(conv(channels, channels) for _ in range(blocks))
        self.policy = torch.nn.Conv2d(channels, 1, 1)
        self.value = torch.nn.Linear(2 * channels, hidden)
        self.win = torch.nn.Linear(hidden, seats)
        self.score = torch.nn.Linear(hidden, 1)  # learnt beside the value, not shipped
        for layer in [self.stem, *self.first]:
            torch.nn.init.normal_(layer.weight, std=(2 / (layer.in_channels * len(taps))) ** 0.5)
            torch.nn.init.zeros_(layer.bias)
        for layer in self.second:  # blocks begin as nothing: no normalisation is needed
            torch.nn.init.normal_(layer.weight, std=0.1 * (2 / (layer.in_channels * len(taps))) ** 0.5)
            torch.nn.init.zeros_(layer.bias)
        for layer in (self.policy, self.win, self.score):
            torch.nn.init.normal_(layer.weight, std=0.01)
            torch.nn.init.zeros_(layer.bias)

    def forward(self, planes, mask, quantise=False):
        """Logits of the policy by cell, logits of winning (games, seats), guess of the score. `mask` is (1, 1, rows, columns), `planes` in 0..1."""
        weight = (lambda layer: quantised_weight(layer.weight)) if quantise else (lambda layer: layer.weight)
        # Steps of 1/32 above the zero, as the program has them.
        step = (lambda x: Rounded.apply(x * ONE) / ONE) if quantise else (lambda x: x)
        clip = lambda x: step(x.clamp(0, MOST))
        convolve = lambda layer, x: F.conv2d(x, weight(layer) * self.tap_mask, layer.bias, padding=1) * mask
        stream = convolve(self.stem, planes)
        for first, second in zip(self.first, self.second):
            stream = stream + convolve(second, clip(convolve(first, clip(stream))))
        last = clip(stream)
        logits = F.conv2d(last, weight(self.policy), self.policy.bias).flatten(1)
        pooled = torch.cat([last.sum((2, 3)) / mask.sum(), last.amax((2, 3))], 1)
        hidden = F.linear(pooled, weight(self.value), self.value.bias).clamp(0, MOST)
        return logits, F.linear(hidden, weight(self.win), self.win.bias), self.score(hidden)[:, 0]


def integer_layer(layer, taps=None):
    """int8 weights (outputs, inputs, taps), biases and multipliers: see src/nets/convolution.h for the arithmetic."""
    weight = layer.weight.detach().double().cpu()
    if weight.dim() == 4:
        weight = torch.stack([weight[:, :, row, column] for row, column in (taps or ((0, 0),))], 2)
    else:
        weight = weight[:, :, None]
    scale = weight.abs().flatten(1).amax(1).clamp(min=1e-6) / 127
    numbers = (weight / scale[:, None, None]).round().to(torch.int64)
    biases = (layer.bias.detach().double().cpu() * ONE / scale).round().to(torch.int64)
    multipliers = (scale * 2 ** 19).round().to(torch.int64).clamp(1, 8191)
    return numbers, biases, multipliers


class IntegerNet:
    def __init__(self, net):
        self.sizes, self.taps, self.seats = net.sizes, net.taps, net.seats
        taps = net.taps
        self.stem = integer_layer(net.stem, taps)
        self.blocks = [(integer_layer(a, taps), integer_layer(b, taps)) for a, b in zip(net.first, net.second)]
        self.policy = integer_layer(net.policy)
        self.value = integer_layer(net.value)
        self.win = integer_layer(net.win)

    def convolve(self, layer, x):
        numbers, biases, _ = layer
        kernel = torch.zeros(*numbers.shape[:2], 3, 3, dtype=torch.float64)
        for tap, (row, column) in enumerate(self.taps):
            kernel[:, :, row, column] = numbers[:, :, tap].double()
        # Sums of integers far below 2^53: exact in floating point.
        return F.conv2d(x.double(), kernel, padding=1).to(torch.int64) + biases[None, :, None, None]

    @staticmethod
    def scaled(sums, layer):
        """A layer's sums as multiples of 2^-18."""
        shape = [1, -1] + [1] * (sums.dim() - 2)
        return ((sums + 32) >> 6) * layer[2].view(shape)

    def evaluate(self, planes, mask):
        """Policy logits (1.0 is 256) by cell and the logits of winning (games, seats). `planes`: integers, 1.0 is 32."""
        mask = mask.to(torch.int64)
        stream = ((self.scaled(self.convolve(self.stem, planes), self.stem) + 512) >> 10).clamp(-32768, 32767) * mask
        act = lambda stream: ((stream + 4) >> 3).clamp(0, 127)
        for first, second in self.blocks:
            middle = ((self.scaled(self.convolve(first, act(stream)), first) + 4096) >> 13).clamp(0, 127) * mask
            change = (self.scaled(self.convolve(second, middle), second) + 512) >> 10
            stream = (stream + change).clamp(-32768, 32767) * mask
        last = act(stream)
        sums = (last * self.policy[0][0, :, 0].view(1, -1, 1, 1)).sum(1) + self.policy[1][0]
        logits = (self.scaled(sums[:, None], self.policy)[:, 0] + 512) >> 10
        cells = int(mask.sum())
        mean = (last.sum((2, 3)) * (2 ** 16 // cells) + 128) >> 8
        pooled = torch.cat([mean, last.amax((2, 3)) << 8], 1)
        sums = ((pooled @ self.value[0][:, :, 0].T + 128) >> 8) + self.value[1]
        hidden = ((self.scaled(sums, self.value) + 16) >> 5).clamp(0, 32512)
        sums = ((hidden @ self.win[0][:, :, 0].T + 128) >> 8) + self.win[1]
        win = (self.scaled(sums, self.win) + 512) >> 10
        return logits.flatten(1), win

    def write(self, folder, game, inputs, notes):
        """Writes GAME-DIGEST.net and returns its path."""
        header = {"game": game, "inputs": inputs, "taps": "hexagonal" if self.taps == HEX_TAPS else "square",
                  "shape": " ".join(map(str, self.sizes)), **({"seats": self.seats} if self.seats > 1 else {}), **notes}
        numbers = b""
        for layer in [self.stem, *[half for block in self.blocks for half in block], self.policy, self.value, self.win]:
            weights, biases, multipliers = layer
            numbers += weights.to(torch.int8).numpy().tobytes()
            numbers += biases.numpy().astype("<i4").tobytes() + multipliers.numpy().astype("<i4").tobytes()
        text = "".join(f"{name}: {value}\n" for name, value in header.items())
        data = f"{MAGIC}\n{text}\n".encode() + numbers
        digest = hashlib.sha256(data).hexdigest()[:12]
        path = pathlib.Path(folder) / f"{game}-{inputs}-{digest}.net"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path


def random_net(planes):
    """A small network with numbers large enough that something comes out of every layer."""
    net = ConvNet(planes, 16, 2, 8)
    for layer in [net.stem, *net.first, *net.second]:
        torch.nn.init.normal_(layer.weight, std=0.25)
        torch.nn.init.normal_(layer.bias, std=0.3)
        layer.weight.data *= net.tap_mask
    for layer in (net.policy, net.value, net.win):
        torch.nn.init.normal_(layer.weight, std=0.5)
    return IntegerNet(net)


def write_golden(folder):
    """A small random network and what it says of random planes on a board of side 3: the program's tests compare themselves with it."""
    from omega_batch import Omega

    torch.manual_seed(7)
    integers = random_net(5)
    rules = Omega(3, "cpu")
    path = integers.write(folder, "golden", "random5", {})
    planes = torch.randint(0, 33, (20, 5, rules.width, rules.width)) * rules.mask
    logits, wins = integers.evaluate(planes, rules.mask[None, None])
    cells = rules.mask.flatten().nonzero()[:, 0]
    with (pathlib.Path(folder) / "random5.txt").open("w") as file:
        file.write(f"# {path.name}: planes of 19 cells, plane by plane; then the value and the policy of each cell\n")
        for row in range(len(planes)):
            numbers = planes[row].flatten(1)[:, cells].flatten().tolist()
            file.write(" ".join(map(str, numbers + [int(wins[row, 0])] + logits[row, cells].tolist())) + "\n")


def program_cells(side, ply):
    """The program's number of each cell of hex_batch's board as the mover of a ply sees it."""
    row, column = torch.meshgrid(torch.arange(side), torch.arange(side), indexing="ij")
    if ply % 2 == 1:
        row, column = column, row
    return (row * side + side - 1 - column).flatten().tolist()


def write_hex_golden(folder):
    """The same for Hex: positions of random games as the program numbers their cells, row by row from the left."""
    import hex_batch

    torch.manual_seed(8)
    integers = random_net(hex_batch.PLANES)
    path = integers.write(folder, "hex", hex_batch.INPUTS, {})
    with (pathlib.Path(folder) / "edges4.txt").open("w") as file:
        file.write(f"# {path.name}: side, stones, their cells in the order of play; then the value and the policy of each cell\n")
        for number in range(36):
            side = 5 + number % 9
            rules = hex_batch.Hex(side, "cpu")
            state, played = rules.start(1), []
            for ply in range(number % (3 * side)):
                free = rules.legal(state)[0] & ~rules.wins(state)[0]
                if not free.any():
                    break
                cell = int(torch.multinomial(free.float(), 1))
                played.append(program_cells(side, ply)[cell])
                state = rules.play(state, torch.tensor([cell]))
            planes = (rules.planes(rules.boards(state), torch.zeros(1, 3)) * ONE).to(torch.int64)
            logits, wins = integers.evaluate(planes, rules.mask[None, None])
            by_cell = [0] * rules.cells
            for cell, logit in enumerate(logits[0, rules.places].tolist()):
                by_cell[program_cells(side, len(played))[cell]] = logit
            file.write(" ".join(map(str, [side, len(played), *played, int(wins[0, 0]), *by_cell])) + "\n")


if __name__ == "__main__":
    import sys

    write_golden(sys.argv[1])
    write_hex_golden(pathlib.Path(sys.argv[1]) / "hex")
