#!/usr/bin/env python3
"""Trains a network on sample files and writes it quantised: GAME-RULES-DIGEST.net (docs/learning.md has the form).

    partita-learn selfplay --rules rules=ashton --seconds 150 --threads 16 --out round1.samples
    partita-learn images --rules rules=ashton > images.txt
    learn/train.py --images images.txt --units 196 --seconds 60 --out data/networks round1.samples

A sample's target is a mix of what the search thought and how the game ended. The last part of every file is held out. Files made by
different evaluations have units of their own: --units and --result-shares take a list, one number a file or one for all, and
--out-unit says in which unit the network itself speaks.
"""
import argparse
import hashlib
import json
import math
import pathlib
import sys
import time

import numpy
import torch

ONE, FIRST_SCALE, SECOND_SCALE, THIRD_SCALE = 127, 127 * 8, 64, 256
PROVEN = 1_000_000_000


def read_samples(path):
    """Header as a dict, inputs as bytes (count, words * 8), values, heads, results in [0, 1]."""
    data = pathlib.Path(path).read_bytes()
    end = data.index(b"\n\n")
    lines = data[:end].decode().split("\n")
    if lines[0] != "partita samples 1":
        sys.exit(f"{path}: not a file of samples")
    header = dict(line.split(": ", 1) for line in lines[1:])
    words = int(header["words"])
    record = numpy.dtype([("inputs", "u1", words * 8), ("value", "<i4"), ("head", "u1"), ("result", "u1"), ("ply", "<u2")])
    count = (len(data) - end - 2) // record.itemsize
    return header, numpy.frombuffer(data, dtype=record, count=count, offset=end + 2)


class Net(torch.nn.Module):
    """The network in floating point; layers behind the first exist once a head."""

    def __init__(self, inputs, first, second, heads):
        super().__init__()
        self.first = torch.nn.Linear(inputs, first)
        self.second = torch.nn.Parameter(torch.empty(heads, second, first))
        self.second_bias = torch.nn.Parameter(torch.zeros(heads, second))
        self.third = torch.nn.Parameter(torch.empty(heads, second))
        self.third_bias = torch.nn.Parameter(torch.zeros(heads))
        torch.nn.init.uniform_(self.first.weight, -0.1, 0.1)
        torch.nn.init.uniform_(self.first.bias, 0.0, 0.2)
        torch.nn.init.uniform_(self.second, -1 / math.sqrt(first), 1 / math.sqrt(first))
        torch.nn.init.uniform_(self.third, -0.3, 0.3)

    def forward(self, inputs, heads):
        hidden = self.first(inputs).clamp(0, 1)
        all_heads = torch.einsum("bi,hji->bhj", hidden, self.second) + self.second_bias
        values = (all_heads.clamp(0, 1) * self.third).sum(-1) + self.third_bias
        return values.gather(1, heads[:, None].long())[:, 0]

    def hold_in_range(self):
        """Weights that have to fit their bytes."""
        with torch.no_grad():
            self.second.clamp_(-127 / SECOND_SCALE, 127 / SECOND_SCALE)
            self.third.clamp_(-100, 100)
            self.first.weight.clamp_(-8, 8)


def unpack(packed, device):
    """Bytes with eight inputs each, lowest first, to zeros and ones."""
    shifts = torch.arange(8, device=device, dtype=torch.uint8)
    return ((packed[:, :, None] >> shifts) & 1).flatten(1).float()


def targets_of(samples, unit, share_of_result, device):
    value = torch.tensor(samples["value"].astype(numpy.float32), device=device)
    proven = value.abs() >= PROVEN
    chance = torch.where(proven, (value > 0).float(), torch.sigmoid(value / unit))
    result = torch.tensor(samples["result"].astype(numpy.float32) / 12, device=device)
    return (1 - share_of_result) * chance + share_of_result * result, result, chance


def fitted_unit(samples):
    """The unit with which the search's values predict results best; proven ends say nothing about it."""
    open_ends = samples[numpy.abs(samples["value"]) < PROVEN]
    value, result = open_ends["value"].astype(numpy.float64), open_ends["result"] / 12
    def loss(unit):
        chance = numpy.clip(1 / (1 + numpy.exp(-numpy.clip(value / unit, -30, 30))), 1e-4, 1 - 1e-4)
        return -(result * numpy.log(chance) + (1 - result) * numpy.log(1 - chance)).mean()
    return min((round(20 * 1.08 ** i) for i in range(80)), key=loss)


def one_a_file(numbers, files):
    return numbers * len(files) if len(numbers) == 1 else numbers


class Data:
    """Samples of several files, each with its unit and its share of the result."""

    def __init__(self, parts, units, shares, device):
        self.inputs = torch.tensor(numpy.concatenate([samples["inputs"] for samples in parts]), device=device)
        self.heads = torch.tensor(numpy.concatenate([samples["head"] for samples in parts]).astype(numpy.int64), device=device)
        targets = [targets_of(samples, unit, share, device) for samples, unit, share in zip(parts, units, shares)]
        self.target, self.result, self.chance = (torch.cat(column) for column in zip(*targets))

    def __len__(self):
        return len(self.heads)


def held_out_errors(net, data, device):
    """Mean squared errors of the network: against results, and against what it was to learn."""
    by_result = by_target = 0.0
    with torch.no_grad():
        for at in range(0, len(data), 65536):
            part = slice(at, at + 65536)
            guess = torch.sigmoid(net(unpack(data.inputs[part], device), data.heads[part]))
            by_result += ((guess - data.result[part]) ** 2).sum().item()
            by_target += ((guess - data.target[part]) ** 2).sum().item()
    return by_result / max(1, len(data)), by_target / max(1, len(data))


def train(net, data, images, options, device):
    rate, steps_done, began = options.rate, 0, time.time()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    last_report = began
    while True:
        passed = (time.time() - began) / options.seconds if options.seconds else steps_done / options.steps
        if passed >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * max(0.5 * (1 + math.cos(math.pi * passed)), 1e-3)
        chosen = torch.randint(len(data), (options.batch,), device=device)
        inputs = unpack(data.inputs[chosen], device)
        # images[s][i] is where input i goes: input j of the turned position is input i with images[s][i] == j.
        inputs = inputs[:, images[torch.randint(len(images), (1,)).item()]]
        guess = torch.sigmoid(net(inputs, data.heads[chosen]))
        loss = ((guess - data.target[chosen]).abs() ** 2.4).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        net.hold_in_range()
        steps_done += 1
        if time.time() - last_report > 20:
            last_report = time.time()
            print(f"  {steps_done} steps, loss {loss.item():.5f}", flush=True)
    return steps_done


def whole_numbers(net):
    """The weights as they are written: first (by input), biases, and for each head second, biases, third, bias."""
    def rounded(tensor, scale, low, high):
        return torch.round(tensor.detach().double().cpu() * scale).clamp(low, high).numpy()

    first = rounded(net.first.weight.t(), FIRST_SCALE, -32768, 32767).astype("<i2")
    first_bias = rounded(net.first.bias, FIRST_SCALE, -32768, 32767).astype("<i2")
    heads = []
    for head in range(net.second.shape[0]):
        heads.append((rounded(net.second[head], SECOND_SCALE, -127, 127).astype("i1"),
                      rounded(net.second_bias[head], ONE * SECOND_SCALE, -2**30, 2**30).astype("<i4"),
                      rounded(net.third[head], THIRD_SCALE, -32768, 32767).astype("<i2"),
                      rounded(net.third_bias[head], ONE * THIRD_SCALE, -2**30, 2**30).astype("<i4")))
    return first, first_bias, heads


def value_of_whole_numbers(numbers, unit, inputs, head):
    """What the C++ computes, in numpy: for the comparison of both."""
    first, first_bias, heads = numbers
    sums = (first_bias.astype(numpy.int64) + first[inputs == 1].astype(numpy.int64).sum(0)).astype(numpy.int16)
    hidden = numpy.clip(sums >> 3, 0, ONE).astype(numpy.int64)
    second, second_bias, third, third_bias = heads[head]
    layer = numpy.clip((second.astype(numpy.int64) @ hidden + second_bias) >> 6, 0, ONE)
    total = int(layer @ third.astype(numpy.int64)) + int(third_bias)
    scaled = abs(total * unit) // (ONE * THIRD_SCALE)
    return scaled if total >= 0 else -scaled


def file_of(numbers, shape, unit, notes):
    first, first_bias, heads = numbers
    lines = ["partita network 1"] + [f"{name}: {value}" for name, value in sorted(notes.items())]
    lines += ["shape: " + " ".join(map(str, shape)), f"unit: {unit}", "", ""]
    parts = ["\n".join(lines).encode(), first.tobytes(), first_bias.tobytes()]
    for second, second_bias, third, third_bias in heads:
        parts += [second.tobytes(), second_bias.tobytes(), third.tobytes(), third_bias.tobytes()]
    return b"".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="+")
    parser.add_argument("--images", required=True, help="what partita-learn images printed")
    parser.add_argument("--units", type=int, nargs="+", default=[0], help="of the files' values: the value that means a chance of e : 1; 0: fitted to the file")
    parser.add_argument("--out-unit", type=int, default=0, help="of the network's values; 0: the first file's")
    parser.add_argument("--adds-to", default="", help="the evaluator that the network's value is added to in play, instead of taking its place")
    parser.add_argument("--first", type=int, default=256)
    parser.add_argument("--second", type=int, default=32)
    parser.add_argument("--heads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--batch", type=int, default=32768)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--result-shares", type=float, nargs="+", default=[0.25], help="of the target, the rest is the search's value")
    parser.add_argument("--held-out", type=float, default=0.02, help="the last part of every file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--made", default="", help="a line about how it was made, for the header")
    parser.add_argument("--compare", type=int, default=0, help="write that many numpy values of the first file's samples beside it")
    parser.add_argument("--log", help="append a line of JSON about the training")
    parser.add_argument("--out", required=True, help="the folder")
    options = parser.parse_args()
    if not options.seconds and not options.steps:
        parser.error("--seconds or --steps")
    if min(options.seconds, options.steps) < 0:
        parser.error("--seconds, --steps: not less than 0")
    if not 0 < options.held_out < 1:
        parser.error("--held-out: between 0 and 1")
    if options.first % 64 or not 64 <= options.first <= 512:
        parser.error("--first: 64 to 512, by 64")  # what the program's kernels compute
    torch.manual_seed(options.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    files = [read_samples(path) for path in options.samples]
    header = files[0][0]
    for path, (other, _) in zip(options.samples, files):
        if any(other[name] != header[name] for name in ("game", "rules", "inputs", "words")):
            sys.exit(f"{path}: other rules or other inputs than {options.samples[0]}")
    units = [unit or fitted_unit(samples) for unit, (_, samples) in zip(one_a_file(options.units, files), files)]
    shares = one_a_file(options.result_shares, files)
    out_unit = options.out_unit or units[0]
    cuts = [int(len(samples) * (1 - options.held_out)) for _, samples in files]
    learnt = Data([s[:cut] for (_, s), cut in zip(files, cuts)], units, shares, device)
    held = Data([s[cut:] for (_, s), cut in zip(files, cuts)], units, shares, device)
    images = torch.tensor([[int(word) for word in line.split()] for line in open(options.images)], device=device)
    inputs = int(header["words"]) * 64
    shape = (inputs, options.first, options.second, options.heads)
    net = Net(*shape).to(device)
    # An input that is never on has no reason to weigh anything.
    ever_on = torch.zeros(inputs, device=device)
    for at in range(0, len(learnt), 65536):
        ever_on += unpack(learnt.inputs[at:at + 65536], device).sum(0)
    seen = ever_on[images].sum(0) > 0
    began = time.time()
    steps = train(net, learnt, images, options, device)
    with torch.no_grad():
        net.first.weight[:, ~seen] = 0
    own, own_of_target = held_out_errors(net, held, device)
    searched = ((held.chance - held.result) ** 2).mean().item()
    near_zero = numpy.concatenate([samples[numpy.abs(samples["value"]) < unit / 4] for unit, (_, samples) in zip(units, files)])
    draws = float(((near_zero["result"] > 0) & (near_zero["result"] < 12)).mean()) if len(near_zero) else 0.0
    notes = {"game": header["game"], "rules": header["rules"], "inputs": header["inputs"],
             "draws-at-zero-permille": str(round(1000 * draws)), "positions": str(len(learnt)), "held-out": f"{own:.4f} (the search that made the samples: {searched:.4f})"}
    if options.adds_to:
        # The sum has a unit of its own: that of the searches which played with such a sum last.
        notes |= {"adds-to": options.adds_to, "odds-unit": str(units[-1])}
    if options.made:
        notes["made"] = options.made
    numbers = whole_numbers(net)
    data = file_of(numbers, shape, out_unit, notes)
    folder = pathlib.Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{header['game']}-{header['rules']}-{hashlib.sha256(data).hexdigest()[:12]}.net"
    path.write_bytes(data)
    if options.compare:
        first_samples = files[0][1][:options.compare]
        bits = numpy.unpackbits(first_samples["inputs"], axis=1, bitorder="little")
        values = [value_of_whole_numbers(numbers, out_unit, bits[i], first_samples["head"][i]) for i in range(len(bits))]
        path.with_suffix(".values").write_text("".join(f"{value}\n" for value in values))
    told = {"network": path.name, "positions": len(learnt), "held_out": len(held), "unit": out_unit, "units": units, "steps": steps,
            "seconds": round(time.time() - began, 1), "error": round(own, 5), "error_of_search": round(searched, 5),
            "error_of_constant": round(held.result.var(unbiased=False).item(), 5), "target_error": round(own_of_target, 6),
            "target_error_of_constant": round(held.target.var(unbiased=False).item(), 6)}
    if options.log:
        with open(options.log, "a") as log:
            log.write(json.dumps(told) + "\n")
    print(json.dumps(told))
    print(path)


if __name__ == "__main__":
    main()
