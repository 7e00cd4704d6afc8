#!/usr/bin/env python3
"""Fits the weights of src/games/hex/pattern_weights.h to games that `partita-learn patterns` wrote.

A place's weight is the sum of three table entries; the chance that a place is chosen is the softmax of the weights of all
empty places. Usage: hex_patterns.py GAMES HEADER"""
import sys

import numpy as np
import torch

SIZES = (729, 729, 25)
NAMES = (("kRingWeights", "By PlacePattern::ring."), ("kBridgeWeights", "By PlacePattern::bridges."),
         ("kEdgeWeights", "By PlacePattern::edges."))
SIXTEENTHS = 16


def read_positions(path):
    """Patterns [position, place, 3], which places exist, and the place chosen."""
    raw = np.fromfile(path, dtype="<u2").astype(np.int64)
    rows, chosen, at = [], [], 0
    while at < len(raw):
        count = raw[at]
        chosen.append(raw[at + 1])
        rows.append(raw[at + 2:at + 2 + 3 * count].reshape(count, 3))
        at += 2 + 3 * count
    most = max(len(row) for row in rows)
    patterns = np.zeros((len(rows), most, 3), np.int64)
    exists = np.zeros((len(rows), most), bool)
    for number, row in enumerate(rows):
        patterns[number, :len(row)] = row
        exists[number, :len(row)] = True
    return torch.tensor(patterns), torch.tensor(exists), torch.tensor(np.array(chosen))


def fit(patterns, exists, chosen, epochs=40, batch=4096):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    patterns, exists, chosen = patterns.to(device), exists.to(device), chosen.to(device)
    weights = [torch.zeros(size, device=device, requires_grad=True) for size in SIZES]
    optimizer = torch.optim.Adam(weights, lr=0.05)
    held_out = torch.arange(len(chosen), device=device) % 10 == 0
    train, test = (~held_out).nonzero()[:, 0], held_out.nonzero()[:, 0]

    def logits(index):
        seen = patterns[index]
        total = sum(table[seen[..., part]] for part, table in enumerate(weights))
        return total.masked_fill(~exists[index], -1e9)

    def loss_of(index):
        return torch.nn.functional.cross_entropy(logits(index), chosen[index])

    for epoch in range(epochs):
        order = train[torch.randperm(len(train), device=device)]
        for first in range(0, len(order), batch):
            index = order[first:first + batch]
            loss = loss_of(index) + 2e-5 * sum((table ** 2).sum() for table in weights)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if epoch in (epochs // 2 - 1, 3 * epochs // 4 - 1):
            for group in optimizer.param_groups:
                group["lr"] *= 0.2
    with torch.no_grad():
        blind = exists[test].sum(1).float().log().mean().item()
        print(f"{len(chosen)} positions; held out: cross entropy {loss_of(test).item():.3f}, without weights {blind:.3f}")
    return [table.detach().cpu().numpy() for table in weights]


def header_of(weights, counts):
    text = """#pragma once

#include <array>
#include <cstdint>

/// How much likelier a strong player is to choose a place for what stands around it: sixteenths of a natural logarithm,
/// learnt from self-play (docs/learning.md).
// clang-format off
namespace partita::games::hex {
"""
    for (name, help_line), table, count in zip(NAMES, weights, counts):
        whole = np.where(count > 0, np.clip(np.round(table * SIXTEENTHS), -127, 127), 0).astype(int)
        text += f"\n/// {help_line}\ninline constexpr std::array<std::int8_t, {len(whole)}> {name} = {{\n"
        line = "   "
        for number in whole:
            if len(line) + len(f" {number},") > 118:
                text, line = text + line + "\n", "   "
            line += f" {number},"
        text += line[:-1] + "};\n"
    return text + "\n}  // namespace partita::games::hex\n"


def main():
    patterns, exists, chosen = read_positions(sys.argv[1])
    weights = fit(patterns, exists, chosen)
    counts = [np.bincount(patterns[..., part][exists].numpy(), minlength=size) for part, size in enumerate(SIZES)]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(header_of(weights, counts))


if __name__ == "__main__":
    main()
