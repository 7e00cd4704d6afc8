import type { Proven, Score } from '../wire/types';

/** A share of the point as people read it: "63%". */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Proven results say so: "won in 7", "lost in 4", "drawn"; others are the mover's expected share. */
export type Verdict =
  | { kind: 'won'; plies: number }
  | { kind: 'lost'; plies: number }
  | { kind: 'drawn' }
  | { kind: 'share'; share: number; bound: Score['bound'] };

export function verdictOf(score: Score): Verdict {
  if (score.distance !== null) {
    if (score.distance === 0) return { kind: 'drawn' };
    return { kind: score.distance > 0 ? 'won' : 'lost', plies: Math.abs(score.distance) };
  }
  return { kind: 'share', share: score.win + score.draw / 2, bound: score.bound };
}

/** Shares that may not add up to one by rounding, made to. */
export function normalised(shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + Math.max(0, share), 0);
  return total > 0 ? shares.map((share) => Math.max(0, share) / total) : shares.map(() => 1 / shares.length);
}

/** The shares of a decided game. */
export const provenShares = ({ winner }: Proven, seats: number): number[] =>
  Array.from({ length: seats }, (_, seat) => (winner < 0 ? 1 / seats : seat === winner ? 1 : 0));

/** Thousands and millions shortened: 1234567 is "1.2 M". */
export function short(number: number): string {
  const steps: [number, string][] = [
    [1e9, ' G'],
    [1e6, ' M'],
    [1e3, ' k'],
  ];
  for (const [size, unit] of steps) {
    if (number >= size) return (number / size).toFixed(number >= 10 * size ? 0 : 1) + unit;
  }
  return String(number);
}

/** Points of an evaluation graph in the unit square, y downwards, one seat's share each; gaps where nothing is known. */
export function graphPoints(
  shares: readonly (readonly number[] | undefined)[],
  seat: number,
): { x: number; y: number; ply: number }[] {
  const last = Math.max(1, shares.length - 1);
  return shares.flatMap((share, ply) => (share ? [{ x: ply / last, y: 1 - (share[seat] ?? 0), ply }] : []));
}
