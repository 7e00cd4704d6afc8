import type { Ending } from '../wire/types';

/** Points of the first player over a match of two, who change seats after every game. */
export interface MatchScore { wins: number; draws: number; losses: number }

export const noGames: MatchScore = { wins: 0, draws: 0, losses: 0 };

/** The seat of the first player in a game of the match. */
export const firstSeat = (gameNumber: number): number => gameNumber % 2;

export function afterGame(score: MatchScore, gameNumber: number, ending: Pick<Ending, 'winner'>): MatchScore {
  if (ending.winner < 0) return { ...score, draws: score.draws + 1 };
  return ending.winner === firstSeat(gameNumber) ? { ...score, wins: score.wins + 1 } : { ...score, losses: score.losses + 1 };
}

let ordered = '';

/** The address of a match that is to begin as soon as its page is shown. */
export function orderMatch(fields: Record<string, string>): string {
  ordered = `#${new URLSearchParams(fields)}`;
  return ordered;
}

/** Whether this match was ordered on the page and has not begun. An address alone starts nothing. */
export function takeOrder(hash: string): boolean {
  const wanted = ordered !== '' && ordered === hash;
  ordered = '';
  return wanted;
}

/** The first player's share with half its 95% interval; nothing before the first game. */
export function shareOf({ wins, draws, losses }: MatchScore): { share: number; error: number } | null {
  const games = wins + draws + losses;
  if (games === 0) return null;
  const share = (wins + draws / 2) / games;
  // With add-two smoothing, so that a first win is not a certainty.
  const smooth = (wins + draws / 2 + 2) / (games + 4);
  return { share, error: 1.96 * Math.sqrt((smooth * (1 - smooth)) / (games + 4)) };
}
