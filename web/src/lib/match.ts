import type { Ending, GameKind, SeatRequest } from '../wire/types';

/** Points of the first player over a match of two, who change seats after every game. */
export interface MatchScore {
  wins: number;
  draws: number;
  losses: number;
}

export const noGames: MatchScore = { wins: 0, draws: 0, losses: 0 };

/** The seat of the first player in a game of the match. */
export const firstSeat = (gameNumber: number): number => gameNumber % 2;

export function afterGame(score: MatchScore, gameNumber: number, ending: Pick<Ending, 'winner'>): MatchScore {
  if (ending.winner < 0) return { ...score, draws: score.draws + 1 };
  return ending.winner === firstSeat(gameNumber)
    ? { ...score, wins: score.wins + 1 }
    : { ...score, losses: score.losses + 1 };
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

/** How long an engine by name may think about a move here; levels bring their own limits. */
const PRESET_MS = 1000;

/** A player of a match as an address names it: "4" is a level, anything else an engine's preset. */
export function engineSeat(player: string): SeatRequest {
  return /^\d+$/.test(player)
    ? { kind: 'engine', level: Number(player) }
    : { kind: 'engine', engine: player, limits: { movetime_ms: PRESET_MS } };
}

export const isKnownPlayer = (kind: GameKind, player: string): boolean =>
  /^\d+$/.test(player)
    ? kind.levels.some(({ level }) => level === Number(player))
    : kind.presets.some(({ name }) => name === player);
