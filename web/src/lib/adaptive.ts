/** An opponent whose level follows the results, by game: where it stands, the games that still count, the last one that did. */
export interface Adaptive {
  level: number;
  open: string[];
  last?: { id: string; from: number; to: number };
}

export type Outcome = 'won' | 'lost' | 'drawn';

/** Games that are never finished are forgotten in the end. */
const MOST_OPEN = 50;
const STEP: Record<Outcome, number> = { won: 1, lost: -1, drawn: 0 };

/** A game begins that shall count. */
export const begun = (adaptive: Adaptive, id: string): Adaptive => ({
  level: adaptive.level,
  open: [...adaptive.open, id].slice(-MOST_OPEN),
});

/** A game has ended: a win takes the opponent a level up, a loss a level down. One that does not count, or counted before, changes nothing. */
export function finished(
  adaptive: Adaptive,
  id: string,
  outcome: Outcome,
  [least, most]: readonly [number, number],
): Adaptive {
  if (!adaptive.open.includes(id)) return adaptive;
  const from = adaptive.level;
  const to = Math.min(most, Math.max(least, from + STEP[outcome]));
  return { level: to, open: adaptive.open.filter((other) => other !== id), last: { id, from, to } };
}

/** The last move of a finished game was taken back: it goes on, and its end does not count. */
export function reopened(adaptive: Adaptive, id: string): Adaptive {
  if (adaptive.last?.id !== id) return adaptive;
  return { level: adaptive.last.from, open: [...adaptive.open, id].slice(-MOST_OPEN) };
}
