#!/usr/bin/env python3
"""Learns a policy and a value for Omega or Hex from the rules alone, on one accelerator (or, slowly, on a processor).

    learn/zero.py omega --seconds 540 --sides 5:4,6:2,7:2,4:1,8:1 --channels 32 --blocks 4 --out learnt
    learn/zero.py omega-of-many --seconds 540 --sides 3x5:2,4x5:2,3x6:1,4x6:1 --channels 32 --blocks 4 --out learnt
    learn/zero.py hex --seconds 60 --sides 5:1 --channels 16 --blocks 2 --games 64 --out learnt

Games are played without a tree. Of each position `--drawn` moves are drawn by the policy (Gumbel top-k), the network values the
position after each, and the improved policy is softmax(logits + c * value) (Danihelka et al. 2022). The network learns this policy and
who won. Every batch of games is of one side; one network learns them all. `--second CxB` learns a larger network from the same games.
Writes GAME-INPUTS-DIGEST.net, the checkpoint to go on from (--resume) and LOG.jsonl, a line every few seconds.
"""
import argparse
import copy
import json
import pathlib
import random
import time
from typing import Callable, NamedTuple

import torch
import torch.nn.functional as F

import hex_batch
import omega_batch
from convolution import ConvNet, IntegerNet


def chance(logit):
    """The mover's expected result in -1..1."""
    return torch.tanh(logit / 2)


class Player:
    """A frozen copy of a network that values positions in batches."""

    def __init__(self, net, dtype):
        self.net = copy.deepcopy(net).to(dtype).eval()
        self.dtype = dtype
        for layer in [self.net.stem, *self.net.first, *self.net.second]:
            layer.weight.data *= self.net.tap_mask
        self.net = self.net.to(memory_format=torch.channels_last)

    @torch.no_grad()
    def __call__(self, rules, boards, flags):
        """Logits of the board's cells and the mover's expected result, or each seat's chance (games, seats), the mover's first."""
        planes = rules.planes(boards, flags.to(self.dtype)).contiguous(memory_format=torch.channels_last)
        mask = rules.mask[None, None].to(self.dtype)
        net = self.net
        stream = net.stem(planes) * mask
        for first, second in zip(net.first, net.second):
            stream = stream + second(first(stream.clamp(0, 127 / 32)).clamp(0, 127 / 32) * mask) * mask
        last = stream.clamp(0, 127 / 32)
        logits = net.policy(last).flatten(1)[:, rules.places].float()
        pooled = torch.cat([last.sum((2, 3)) / rules.cells, last.amax((2, 3))], 1)
        wins = net.win(net.value(pooled).clamp(0, 127 / 32)).float()
        return logits, chance(wins[:, 0]) if net.seats == 1 else wins[:, :rules.players].softmax(1)


def improved(logits, legal, drawn, values, root_value, strength):
    """The improved policy, and which of the drawn moves is played."""
    logits = logits.masked_fill(~legal, -1e9)
    logs = logits.log_softmax(1)
    prior = logs.exp().gather(1, drawn)
    prior = prior * legal.gather(1, drawn)
    count = legal.gather(1, drawn).sum(1)
    mixed = (root_value + count * (prior * values).sum(1) / prior.sum(1).clamp(min=1e-9)) / (1 + count)
    q = mixed[:, None].expand_as(logits).scatter(1, drawn, values)
    q = torch.where(legal, q, torch.full_like(q, -1))
    return (logs + strength * q).masked_fill(~legal, -1e9).softmax(1)


def draw(logits, legal, count):
    """Gumbel top-k: the cells, and their noisy logits."""
    noise = -torch.empty_like(logits).exponential_().log()
    noisy = (logits.masked_fill(~legal, -1e9).log_softmax(1) + noise).masked_fill(~legal, -1e9)
    top = noisy.topk(min(count, logits.shape[1]), 1)
    return top.indices, top.values


def random_cells(legal):
    return torch.multinomial(legal.float(), 1)[:, 0]


@torch.no_grad()
def play_omega(rules, player, games, drawn_count, strength):
    boards, device = rules.start(games), rules.device
    random_stones = random.choice([0, random.randint(1, rules.random_stones), random.randint(1, rules.random_stones)])
    rows = []
    for ply in range(rules.plies):
        legal = rules.legal(boards)
        if ply < random_stones:
            boards = rules.play(boards, random_cells(legal), ply)
            continue
        flags = torch.tensor([rules.flags(ply)], device=device).expand(games, 3)
        view = rules.from_mover(boards, ply)
        logits, root_value = player(rules, view, flags)
        drawn, noisy = draw(logits, legal, drawn_count)
        count = drawn.shape[1]
        after = rules.play(boards.repeat_interleave(count, 0), drawn.flatten(), ply)
        sign = 1 if rules.mover(ply) == 0 else -1
        if ply + 1 == rules.plies:
            values = sign * rules.white_result(after)[0].float()
        else:
            next_flags = torch.tensor([rules.flags(ply + 1)], device=device).expand(games * count, 3)
            values = player(rules, rules.from_mover(after, ply + 1), next_flags)[1]
            if rules.mover(ply + 1) != rules.mover(ply):
                values = -values
        values = values.view(games, count)
        policy = improved(logits, legal, drawn, values, root_value, strength)
        rows.append((view, flags, policy.half(), sign))
        best = (noisy + strength * values).argmax(1)
        boards = rules.play(boards, drawn.gather(1, best[:, None])[:, 0], ply)
    result, difference = rules.white_result(boards)
    return {"boards": torch.cat([row[0] for row in rows]), "flags": torch.cat([row[1] for row in rows]),
            "policy": torch.cat([row[2] for row in rows]), "result": torch.cat([row[3] * result for row in rows]),
            "score": torch.cat([row[3] * difference.float() for row in rows]), "first_wins": (result > 0).float().mean().item()}


@torch.no_grad()
def play_many(rules, player, games, drawn_count, strength):
    boards, device, players = rules.start(games), rules.device, rules.players
    random_stones = random.choice([0, random.randint(1, rules.random_stones), random.randint(1, rules.random_stones)])
    rows = []
    for ply in range(rules.plies):
        legal = rules.legal(boards)
        if ply < random_stones:
            boards = rules.play(boards, random_cells(legal), ply)
            continue
        flags = torch.tensor([rules.flags(ply)], device=device).expand(games, -1)
        view, mover = rules.from_mover(boards, ply), rules.mover(ply)
        logits, chances = player(rules, view, flags)
        drawn, noisy = draw(logits, legal, drawn_count)
        count = drawn.shape[1]
        after = rules.play(boards.repeat_interleave(count, 0), drawn.flatten(), ply)
        if ply + 1 == rules.plies:
            values = (rules.result(after)[0] == mover).float()
        else:
            next_flags = torch.tensor([rules.flags(ply + 1)], device=device).expand(games * count, -1)
            values = player(rules, rules.from_mover(after, ply + 1), next_flags)[1][:, (mover - rules.mover(ply + 1)) % players]
        values = 2 * values.view(games, count) - 1
        policy = improved(logits, legal, drawn, values, 2 * chances[:, 0] - 1, strength)
        rows.append((view, flags, policy.half(), mover))
        best = (noisy + strength * values).argmax(1)
        boards = rules.play(boards, drawn.gather(1, best[:, None])[:, 0], ply)
    winner, logs = rules.result(boards)
    lead = [logs[:, seat] - torch.cat([logs[:, :seat], logs[:, seat + 1:]], 1).amax(1) for seat in range(players)]
    return {"boards": torch.cat([row[0] for row in rows]), "flags": torch.cat([row[1] for row in rows]),
            "policy": torch.cat([row[2] for row in rows]), "result": torch.cat([(winner - row[3]) % players for row in rows]),
            "score": torch.cat([lead[row[3]].float() for row in rows]), "first_wins": (winner == 0).float().mean().item()}


@torch.no_grad()
def play_hex(rules, player, games, drawn_count, strength):
    state, device = rules.start(games), rules.device
    number = torch.arange(games, device=device)                   # of the games in the batch
    alive = torch.ones(games, dtype=torch.bool, device=device)    # those still played
    winner = torch.zeros(games, device=device)                    # +1: the first player
    random_stones = random.randint(0, rules.random_stones)
    # Games end at different plies. The batch shrinks in steps: each new size makes the accelerator's library plan its work again.
    step = max(1, games // 8)
    rows = []
    for ply in range(rules.plies):
        legal = rules.legal(state)
        sign = 1 if ply % 2 == 0 else -1
        wins = rules.wins(state)
        if ply < random_stones:
            cells = random_cells(legal)
        else:
            boards = rules.boards(state)
            flags = torch.zeros(len(state), 3, device=device)
            logits, root_value = player(rules, boards, flags)
            drawn, noisy = draw(logits, legal, drawn_count)
            count = drawn.shape[1]
            values = -player(rules, rules.boards_after(boards, drawn), flags.repeat_interleave(count, 0))[1].view(-1, count)
            # A stone that joins the edges wins; otherwise one that leaves the other such a stone loses. A stone takes
            # nothing from what the other has joined: only the cell it lies on.
            threats = rules.other_wins(state)
            loses = threats.sum(1, keepdim=True) > threats.gather(1, drawn)
            values = torch.where(loses, -torch.ones_like(values), values)
            values = torch.where(wins.gather(1, drawn), torch.ones_like(values), values)
            policy = improved(logits, legal, drawn, values, root_value, strength)
            decided = wins.any(1)
            policy = torch.where(decided[:, None], wins / wins.sum(1, keepdim=True).clamp(min=1), policy)
            rows.append((boards[alive], policy[alive].half(), number[alive], sign))
            best = (noisy + strength * values).argmax(1)
            cells = drawn.gather(1, best[:, None])[:, 0]
        # Whoever can win at once does.
        cells = torch.where(wins.any(1), wins.float().argmax(1), cells)
        over = alive & wins.gather(1, cells[:, None])[:, 0]
        winner[number[over]] = sign
        alive = alive & ~over
        # A game that is over stays as it is, as ballast, until the batch shrinks.
        cells = torch.where(alive, cells, rules.boards(state).eq(0).float().argmax(1))
        state = rules.play(state, cells)
        left = int(alive.sum())
        if left == 0:
            break
        size = -(-left // step) * step
        if size < len(state):
            kept = alive.float().topk(size).indices
            state, number, alive = state[kept], number[kept], alive[kept]
    boards = torch.cat([row[0] for row in rows])
    return {"boards": boards, "flags": torch.zeros(len(boards), 3, device=device),
            "policy": torch.cat([row[1] for row in rows]), "result": torch.cat([row[3] * winner[row[2]] for row in rows]),
            "score": torch.zeros(len(boards), device=device), "first_wins": (winner > 0).float().mean().item()}


def omega_of_many(word, device):
    players, side = map(int, word.split("x"))
    return omega_batch.OmegaOfMany(players, side, device)


class Learnt(NamedTuple):
    """What can be learnt: the name in the file, its inputs, the rules of a board, and how games are played."""
    game: str
    inputs: str
    planes: int
    seats: int
    rules: Callable
    play: Callable


GAMES = {
    "omega": Learnt("omega", omega_batch.INPUTS, omega_batch.PLANES, 1, lambda side, device: omega_batch.Omega(int(side), device), play_omega),
    "omega-of-many": Learnt("omega", omega_batch.SEAT_INPUTS, omega_batch.SEAT_PLANES, omega_batch.SEATS, omega_of_many, play_many),
    "hex": Learnt("hex", hex_batch.INPUTS, hex_batch.PLANES, 1, lambda side, device: hex_batch.Hex(int(side), device), play_hex),
}


class Learner:
    """A network with its optimiser and the running mean of its weights, which is what plays and is shipped."""

    def __init__(self, learnt, channels, blocks, hidden, device):
        self.net = ConvNet(learnt.planes, channels, blocks, hidden, seats=learnt.seats).to(device)
        self.mean = copy.deepcopy(self.net)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=2e-3, weight_decay=1e-4, betas=(0.9, 0.98))
        self.steps = 0

    def step(self, rules, batch, rate, quantise):
        for group in self.optimiser.param_groups:
            group["lr"] = rate * min(1, (self.steps + 1) / 100)
        planes = rules.planes(batch["boards"], batch["flags"])
        with torch.autocast(planes.device.type, dtype=torch.bfloat16, enabled=planes.device.type == "cuda" and not quantise):
            logits, win, score = self.net(planes.contiguous(memory_format=torch.channels_last), rules.mask[None, None].float(), quantise)
        legal = batch["boards"] == 0
        if hasattr(rules, "side") and rules.mask.numel() == legal.shape[1]:
            legal = legal & rules.mask.flatten()
        logits = logits.float()[:, rules.places].masked_fill(~legal, -1e4)
        policy_loss = -(batch["policy"].float() * logits.log_softmax(1)).sum(1).mean()
        if self.net.seats == 1:
            value_loss = F.binary_cross_entropy_with_logits(win[:, 0].float(), (batch["result"] + 1) / 2)
        else:
            value_loss = F.cross_entropy(win[:, :rules.players].float(), batch["result"])
        score_loss = F.smooth_l1_loss(score.float(), batch["score"])
        loss = policy_loss + 1.5 * value_loss + 0.1 * score_loss
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        self.steps += 1
        keep = min(0.998, self.steps / (self.steps + 20))
        with torch.no_grad():
            for mean, now in zip(self.mean.parameters(), self.net.parameters()):
                mean.lerp_(now, 1 - keep)
        return torch.stack([policy_loss.detach(), value_loss.detach()])


def sample(rules, replay, count):
    """Random rows of a side's replay, each turned by a random symmetry."""
    games = random.choice(replay)
    rows = torch.randint(len(games["boards"]), (count,), device=games["boards"].device)
    batch = {name: games[name][rows] for name in ("boards", "flags", "policy", "result", "score")}
    image = rules.images[random.randrange(len(rules.images))]
    batch["boards"] = torch.empty_like(batch["boards"]).index_copy_(1, image, batch["boards"])
    batch["policy"] = torch.empty_like(batch["policy"]).index_copy_(1, image, batch["policy"])
    return batch


def schedule(part):
    """Rate of learning, strength of the improvement and number of drawn moves' factor by the part of the time that has passed."""
    rate = 2e-3 if part < 0.5 else 6e-4 if part < 0.8 else 1.5e-4
    return rate, 6 + 10 * min(1, part / 0.6)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--cycles", type=int, default=0, help="end after so many batches of games instead")
    parser.add_argument("--sides", default="5:1", help="SIDE:WEIGHT of time, separated by commas; of three and four players PLAYERSxSIDE:WEIGHT")
    parser.add_argument("--channels", type=int, default=32)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--second", default="", help="CHANNELSxBLOCKS of a larger network that learns from the same games")
    parser.add_argument("--second-plays", type=float, default=1.0, help="part of the time from which the larger one plays the games")
    parser.add_argument("--games", type=int, default=1536, help="in a batch, on 81 cells; fewer on larger boards")
    parser.add_argument("--drawn", type=int, default=16)
    parser.add_argument("--steps", type=int, default=40, help="of learning, after each batch of games")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--keep", type=int, default=12, help="batches of a side that are learnt from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="learnt")
    parser.add_argument("--resume", default="", help="a checkpoint")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dtype = torch.bfloat16 if device == "cuda" else torch.float32
    learnt = GAMES[options.game]
    weights = {side: float(weight) for side, weight in (word.split(":") for word in options.sides.split(","))}
    rules = {side: learnt.rules(side, device) for side in weights}
    learners = [Learner(learnt, options.channels, options.blocks, options.hidden, device)]
    if options.second:
        channels, blocks = map(int, options.second.split("x"))
        learners.append(Learner(learnt, channels, blocks, options.hidden, device))
    if options.resume:
        for learner, state in zip(learners, torch.load(options.resume, map_location=device)):
            learner.net.load_state_dict(state["net"])
            learner.mean.load_state_dict(state["mean"])
            learner.optimiser.load_state_dict(state["optimiser"])
            learner.steps = state["steps"]
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    log = (out / "LOG.jsonl").open("a")
    replay = {side: [] for side in weights}
    spent = {side: 0.0 for side in weights}
    begin, told, cycles, games_played = time.monotonic(), 0.0, 0, 0
    while True:
        passed = time.monotonic() - begin
        part = cycles / options.cycles if options.cycles else passed / options.seconds
        if part >= 1:
            break
        rate, strength = schedule(part)
        # The side that has had the least of its share of the time.
        side = min(weights, key=lambda s: spent[s] / weights[s])
        started = time.monotonic()
        size = max(8, int(options.games * (81 / rules[side].mask.numel()) ** 1.5) // 8 * 8)
        plays = learners[-1] if part >= options.second_plays else learners[0]
        new = learnt.play(rules[side], Player(plays.mean, dtype), size, options.drawn, strength)
        replay[side] = (replay[side] + [new])[-options.keep:]
        games_played += size
        if device == "cuda":
            torch.cuda.synchronize()
        played = time.monotonic()
        losses = []
        for learner in learners:
            losses.append(torch.stack([learner.step(rules[side], sample(rules[side], replay[side], options.batch), rate, part >= 0.85)
                                       for _ in range(options.steps)]).mean(0))
        if device == "cuda":
            torch.cuda.synchronize()
        ended = time.monotonic()
        spent[side] += ended - started
        cycles += 1
        if ended - told > 5:
            told = ended
            line = {"seconds": round(ended - begin, 1), "side": side, "games": games_played, "cycles": cycles,
                    "play_s": round(played - started, 3), "learn_s": round(ended - played, 3),
                    "losses": [[round(x, 4) for x in loss.tolist()] for loss in losses], "first_wins": round(new["first_wins"], 3)}
            print(json.dumps(line), flush=True)
            log.write(json.dumps(line) + "\n")
            log.flush()
    torch.save([{"net": l.net.state_dict(), "mean": l.mean.state_dict(), "optimiser": l.optimiser.state_dict(), "steps": l.steps}
                for l in learners], out / "checkpoint.pt")
    for learner in learners:
        mean = copy.deepcopy(learner.mean).cpu()
        for layer in [mean.stem, *mean.first, *mean.second]:
            layer.weight.data *= mean.tap_mask
        notes = {"games": games_played, "seconds": int(time.monotonic() - begin), "sides": options.sides, "drawn": options.drawn}
        print(IntegerNet(mean).write(out, learnt.game, learnt.inputs, notes))


if __name__ == "__main__":
    main()
