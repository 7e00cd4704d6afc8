import { describe, expect, test } from 'vitest';
import { afterPuzzle, freshProgress, nextPuzzle } from '../src/lib/puzzles';
import type { Puzzle } from '../src/wire/types';

const puzzle = (number: number, rating: number): Puzzle => ({ number, rating, rules: {}, start: '', solution: [], solved: '', plies: 3 });
const all = [puzzle(1, 900), puzzle(2, 1180), puzzle(3, 1250), puzzle(4, 1900)];

describe('puzzles', () => {
  test('the first is near the rating, and solved ones wait until all are', () => {
    let progress = freshProgress();
    expect(nextPuzzle(all, progress)?.number).toBe(2);
    progress = afterPuzzle(progress, all[1]!, true);
    expect(nextPuzzle(all, progress, 2)?.number).toBe(3);
    const done = { ...progress, solved: [1, 2, 3, 4] };
    expect(nextPuzzle(all, done, 3)?.number).toBe(2);
    expect(nextPuzzle([], done)).toBeUndefined();
  });
  test('a harder puzzle moves the rating more', () => {
    const fresh = freshProgress();
    const easy = afterPuzzle(fresh, all[0]!, true).rating;
    const hard = afterPuzzle(fresh, all[3]!, true).rating;
    expect(hard).toBeGreaterThan(easy);
    expect(easy).toBeGreaterThan(fresh.rating);
    expect(afterPuzzle(fresh, all[0]!, false).rating).toBeLessThan(fresh.rating);
  });
  test('a failure ends the streak and comes again later', () => {
    const once = afterPuzzle(freshProgress(), all[1]!, true);
    const twice = afterPuzzle(once, all[2]!, false);
    expect([once.streak, twice.streak]).toEqual([1, 0]);
    expect(twice.failed).toEqual([3]);
    expect(afterPuzzle(twice, all[2]!, true)).toMatchObject({ failed: [], solved: [2, 3] });
  });
});
