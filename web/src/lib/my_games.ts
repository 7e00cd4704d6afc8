import type { GameRecord } from '../wire/types';
import { keptOf } from '../net/tokens';

/** A game of this browser, as its list and its statistics need it. */
export interface MyGame {
  id: string;
  record: GameRecord;
  seats: number[];
  outcome: 'open' | 'won' | 'drawn' | 'lost' | 'own';
}

export interface Tally {
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** Which seats were this browser's. Games kept before seats were told have only people in them to go by. */
function seatsOf(id: string, record: GameRecord): number[] {
  const { seats } = keptOf(id);
  if (seats.length > 0) return seats;
  return record.seats.flatMap((seat, i) => (seat.kind === 'human' ? [i] : []));
}

export function myGame(id: string, record: GameRecord): MyGame {
  const seats = seatsOf(id, record);
  return { id, record, seats, outcome: outcomeOf(record, seats) };
}

function outcomeOf({ ending, seats: all }: GameRecord, seats: readonly number[]): MyGame['outcome'] {
  if (!ending) return 'open';
  // Whoever sat on every side has neither won nor lost.
  if (seats.length === all.length || seats.length === 0) return 'own';
  if (ending.winner < 0) return 'drawn';
  return seats.includes(ending.winner) ? 'won' : 'lost';
}

export function tally(games: readonly MyGame[]): Tally {
  const count = (outcome: MyGame['outcome']) => games.filter((game) => game.outcome === outcome).length;
  return { played: games.length, won: count('won'), drawn: count('drawn'), lost: count('lost') };
}

/** Every word must be found: in the game's name, a player's, the result's or the moves. */
export function matches(texts: readonly string[], wanted: string): boolean {
  const all = texts.join(' ').toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => all.includes(word));
}
