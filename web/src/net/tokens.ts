import type { SeatGrant } from '../wire/types';

/** Secrets of this browser's seats, by game, and the invites it may still hand out. */
interface Kept { tokens: string[]; invites: Record<number, string> }

const KEY = 'partita.seats.';

export function keptOf(id: string): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY + id) ?? 'null');
    if (value && typeof value === 'object') return { tokens: [], invites: {}, ...value };
  } catch {
    // Private windows may refuse storage: the game can still be watched.
  }
  return { tokens: [], invites: {} };
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
    if (invite) kept.invites[seat] = invite;
  }
  keep(id, kept);
}

export function keepToken(id: string, token: string): void {
  const kept = keptOf(id);
  if (!kept.tokens.includes(token)) keep(id, { ...kept, tokens: [...kept.tokens, token] });
}

/** Whether this browser holds a seat of the game. */
export const isMine = (id: string): boolean => keptOf(id).tokens.length > 0;
