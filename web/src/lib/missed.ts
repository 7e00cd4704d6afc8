import type { Missed } from '../wire/types';

/** What this browser's person missed in a reviewed game. */
interface MissedGame {
  game: string;
  missed: Missed[];
}

const KEY = 'partita.missed';
const MOST_GAMES = 500;

function kept(): Record<string, MissedGame> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, MissedGame>;
  } catch {
    return {};
  }
}

/** Keeps what a review has found; a game reviewed again counts once. */
export function keepMissed(id: string, found: MissedGame): void {
  const all = kept();
  delete all[id];
  const newest = Object.entries({ ...all, [id]: found }).slice(-MOST_GAMES);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** The sums by game and kind, the most frequent first. */
export function sumMissed(games: readonly MissedGame[]): { game: string; games: number; missed: Missed[] }[] {
  const sums = new Map<string, { games: number; kinds: Map<string, Missed> }>();
  for (const { game, missed } of games) {
    const sum = sums.get(game) ?? { games: 0, kinds: new Map<string, Missed>() };
    sum.games += 1;
    for (const one of missed) {
      const before = sum.kinds.get(one.kind);
      sum.kinds.set(one.kind, before ? added(before, one) : one);
    }
    sums.set(game, sum);
  }
  return [...sums].map(([game, { games: count, kinds }]) => ({
    game,
    games: count,
    missed: [...kinds.values()].sort((a, b) => b.count - a.count),
  }));
}

/** Two and more have the same words but for the number. */
function added(a: Missed, b: Missed): Missed {
  const count = a.count + b.count;
  const text = (name: 'en' | 'it') => b.two[name].replace('2', String(count));
  return { ...b, count, text: { en: text('en'), it: text('it') } };
}

export const allMissed = () => sumMissed(Object.values(kept()));
