import { describe, expect, test } from 'vitest';
import { sumMissed } from '../src/lib/missed';
import { afterPuzzle, COURSE, freshProgress, nextExercise, nextPuzzle, poolOf } from '../src/lib/puzzles';
import type { Missed, Puzzle } from '../src/wire/types';

const puzzle = (number: number, rating: number): Puzzle => ({
  number,
  rating,
  rules: {},
  start: '',
  solution: [],
  solved: '',
  plies: 3,
  only: true,
  motifs: [],
});
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

describe('exercises', () => {
  const course = [
    { ...puzzle(7, 1000), lesson: 2, motifs: ['ring'] },
    { ...puzzle(8, 900), lesson: 1, motifs: ['five', 'ring'] },
    { ...puzzle(9, 950), motifs: ['row'] },
  ];
  test('come in their order, by kind, or all', () => {
    expect(poolOf(course, COURSE).map(({ number }) => number)).toEqual([8, 7]);
    expect(poolOf(course, 'ring').map(({ number }) => number)).toEqual([7, 8]);
    expect(poolOf(course, 'five,row').map(({ number }) => number)).toEqual([8, 9]);
    expect(poolOf(course, 'unheard-of').length).toBe(3);
  });
  test('the next one is behind this one and not done', () => {
    const pool = poolOf(course, COURSE);
    expect(nextExercise(pool, freshProgress())?.number).toBe(8);
    expect(nextExercise(pool, freshProgress(), pool[0])?.number).toBe(7);
    expect(nextExercise(pool, { ...freshProgress(), solved: [7] }, pool[1])?.number).toBe(8);
    expect(nextExercise(pool, { ...freshProgress(), solved: [7, 8] }, pool[1])?.number).toBe(8);
    expect(nextExercise([], freshProgress())).toBeUndefined();
  });
});

describe('what was missed', () => {
  const ring = (count: number): Missed => ({
    kind: 'ring',
    count,
    text: { en: `${count} ${count === 1 ? 'ring' : 'rings'}`, it: `${count} anelli` },
    two: { en: '2 rings', it: '2 anelli' },
    train: ['ring'],
    puzzles: 3,
  });
  test('is summed over games by kind, with words that fit the number', () => {
    const [andantino, hex] = sumMissed([
      { game: 'andantino', missed: [ring(1)] },
      { game: 'andantino', missed: [ring(1)] },
      { game: 'hex', missed: [] },
    ]);
    expect(andantino).toMatchObject({ game: 'andantino', games: 2 });
    expect(andantino?.missed[0]).toMatchObject({ count: 2, text: { en: '2 rings', it: '2 anelli' } });
    expect(hex).toMatchObject({ games: 1, missed: [] });
    expect(
      sumMissed([
        { game: 'andantino', missed: [ring(9)] },
        { game: 'andantino', missed: [ring(3)] },
      ])[0]?.missed[0]?.text.en,
    ).toBe('12 rings');
  });
});
