import { expect, test } from 'vitest';
import { barsOf, ticksOf } from '../src/lib/ratings';
import type { ArenaResult } from '../src/wire/types';

const player = (name: string, rating: number, error: number | null) => ({
  player: name,
  control: '100ms',
  games: 10,
  faults: 0,
  score: { value: 0.5, error: 0.1 },
  rating: { value: rating, error },
});
const result: ArenaResult = {
  name: 'x',
  modified_ms: 0,
  game: 'omega',
  scheduled: 10,
  finished: 10,
  rated: true,
  players: [player('weak', -80, 30), player('strong', 90, null)],
  endings: {},
};

test('the strongest comes first; without ratings shares are shown', () => {
  expect(barsOf(result).map(({ name, error }) => [name, error])).toEqual([
    ['strong', null],
    ['weak', 30],
  ]);
  expect(barsOf({ ...result, rated: false })[0]).toEqual({ name: 'weak', value: 50, error: 10 });
});

test('ticks are round and cover the errors', () => {
  expect(ticksOf(barsOf(result))).toEqual({ low: -150, high: 100, marks: [-150, -100, -50, 0, 50, 100] });
  const flat = ticksOf([{ name: 'a', value: 0, error: null }]);
  expect(flat.low).toBeLessThan(flat.high);
});
