import { expect, test } from 'vitest';
import { afterGame, noGames, shareOf } from '../src/lib/match';

test('players change seats, so the winner is told by both', () => {
  let score = afterGame(noGames, 0, { winner: 0 });
  score = afterGame(score, 1, { winner: 1 });
  score = afterGame(score, 2, { winner: 1 });
  score = afterGame(score, 3, { winner: -1 });
  expect(score).toEqual({ wins: 2, draws: 1, losses: 1 });
});

test('the share comes with an error that shrinks', () => {
  expect(shareOf(noGames)).toBeNull();
  const few = shareOf({ wins: 1, draws: 0, losses: 0 })!;
  const many = shareOf({ wins: 60, draws: 20, losses: 20 })!;
  expect(few.share).toBe(1);
  expect(many.share).toBe(0.7);
  expect(few.error).toBeGreaterThan(3 * many.error);
});
