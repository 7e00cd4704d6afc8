import type { SeatGrant } from '../wire/types';

/** Secrets of this browser's seats, by game, and the invites it may still hand out. */
interface Kept {
  tokens: string[];
  invites: Record<number, string>;
  /** Those seats; empty where they were not told. */ seats: number[];
}

const KEY = 'partita.seats.';

export function keptOf(id: string): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY + id) ?? 'null');
    if (value && typeof value === 'object') return { tokens: [], invites: {}, seats: [], ...value };
  } catch {
    // Private windows may refuse storage: the game can still be watched.
  }
  return { tokens: [], invites: {}, seats: [] };
}

function keep(id: string, kept: Kept): void {
  try {
    localStorage.setItem(KEY + id, JSON.stringify(kept));
  } catch {
    // As above.
  }
}

export function keepGrants(id: string, grants: readonly SeatGrant[]): void {
  const kept = keptOf(id);
  for (const { seat, token, invite } of grants) {
    if (token && !kept.tokens.includes(token)) kept.tokens.push(token);
    if (token && !kept.seats.includes(seat)) kept.seats.push(seat);
    if (invite) kept.invites[seat] = invite;
  }
  keep(id, kept);
}

export function keepToken(id: string, token: string, seat: number): void {
  keepGrants(id, [{ seat, kind: 'friend', token }]);
}

/** Games in which this browser holds a seat. */
export function myGameIds(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(KEY))
      .map((name) => name.slice(KEY.length))
      .filter(isMine);
  } catch {
    return [];
  }
}

/** Whether this browser holds a seat of the game. */
export const isMine = (id: string): boolean => keptOf(id).tokens.length > 0;
