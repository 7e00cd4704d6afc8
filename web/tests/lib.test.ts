import { describe, expect, test } from 'vitest';
import { en } from '../src/i18n/en';
import { it as italian } from '../src/i18n/it';
import { begun, finished, reopened } from '../src/lib/adaptive';
import { clockFace } from '../src/lib/clock';
import { defaultSetup, repaired, toRequest } from '../src/lib/setup';
import { roundsOf, turnsOf } from '../src/lib/turns';
import type { GameKind } from '../src/wire/types';

const kind: GameKind = {
  name: 'omega',
  title: 'Omega',
  presets: [{ name: 'partita', help: '' }],
  rule_options: [
    { name: 'side', kind: 'spin', default: '5', min: 2, max: 10, help: '' },
    { name: 'tie', kind: 'combo', default: 'last', choices: ['last', 'draw'], help: '' },
  ],
  levels: [
    { level: 1, name: 'Any move', engine: 'random', limits: {} },
    { level: 4, name: 'Casual', engine: 'partita', limits: {} },
  ],
};

describe('setup', () => {
  test('a request holds rules, seats and clock', () => {
    const setup = { ...defaultSetup(kind), clock: true, minutes: 3, increment: 2, swapAfter: 2 };
    expect(toRequest('omega', setup, '')).toEqual({
      game: 'omega',
      rules: { side: '5', tie: 'last' },
      seats: [{ kind: 'human' }, { kind: 'engine', level: 4 }],
      clock: { initial_ms: 180000, increment_ms: 2000 },
      swap_after: 2,
    });
  });
  test('a preset comes with its time, an own name with the seat', () => {
    const setup = defaultSetup(kind);
    setup.seats[1] = {
      who: 'engine',
      level: 1,
      preset: 'partita',
      seconds: 0.5,
      switches: { killers: 'off' },
      adaptive: true,
    };
    expect(toRequest('omega', setup, 'Ada').seats).toEqual([
      { kind: 'human', name: 'Ada' },
      { kind: 'engine', engine: 'partita,killers=off', limits: { movetime_ms: 500 } },
    ]);
  });
  test('an engine that adapts has the level of the results, another its own, and a game begins where it was asked to', () => {
    const setup = { ...defaultSetup(kind), start: 'text' };
    setup.seats[1] = { ...setup.seats[1]!, adaptive: true };
    expect(toRequest('omega', setup, '', 3)).toMatchObject({
      start: 'text',
      seats: [{ kind: 'human' }, { kind: 'engine', level: 3 }],
    });
    setup.seats[1]!.adaptive = false;
    expect(toRequest('omega', setup, '', 3).seats[1]).toEqual({ kind: 'engine', level: 4 });
  });
  test('what no longer fits is put right', () => {
    const old = {
      rules: { side: '99', tie: 'draw', gone: 'x' },
      seats: [{ who: 'me' }, { who: 'engine', level: 77, preset: 'lost' }],
    };
    const setup = repaired(kind, old);
    expect(setup.rules).toEqual({ side: '5', tie: 'draw' });
    expect(setup.seats[1]).toMatchObject({ who: 'engine', level: 1, preset: '' });
    expect(repaired(kind, 'nonsense')).toEqual(defaultSetup(kind));
  });
});

test('a level goes up after a win and down after a loss, once a game, within its bounds; a taken back end does not count', () => {
  const bounds = [1, 3] as const;
  const playing = begun({ level: 2, open: [] }, 'a');
  const won = finished(playing, 'a', 'won', bounds);
  expect(won).toEqual({ level: 3, open: [], last: { id: 'a', from: 2, to: 3 } });
  expect(finished(won, 'a', 'won', bounds)).toBe(won);
  expect(finished(won, 'another', 'lost', bounds)).toBe(won);
  expect(finished(playing, 'a', 'lost', bounds).level).toBe(1);
  expect(finished(playing, 'a', 'drawn', bounds).level).toBe(2);
  expect(finished(begun(won, 'b'), 'b', 'won', bounds).level).toBe(3);
  expect(reopened(won, 'a')).toEqual({ level: 2, open: ['a'] });
  expect(reopened(begun(won, 'b'), 'a').level).toBe(3);
});

test('clock faces', () => {
  expect([3_600_000, 61_000, 20_000, 19_950, -5].map(clockFace)).toEqual(['1:00:00', '1:01', '0:20', '19.9', '0.0']);
});

test('plies make turns, turns make rounds', () => {
  const ply = (seat: number, move: string, turn_end: boolean) => ({ move, seat, turn_end });
  const turns = turnsOf([
    ply(0, 'W:A1', false),
    ply(0, 'B:B1', true),
    ply(1, 'W:C1', false),
    ply(1, 'B:D1', true),
    ply(0, 'W:E1', false),
  ]);
  expect(turns.map((turn) => turn.text)).toEqual(['W:A1 B:B1', 'W:C1 B:D1', 'W:E1']);
  expect(roundsOf(turns).map((round) => round.length)).toEqual([2, 1]);
});

test('both languages fill the same blanks', () => {
  const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [key, text] of Object.entries(en))
    expect(blanks(italian[key as keyof typeof en]), key).toEqual(blanks(text));
});
