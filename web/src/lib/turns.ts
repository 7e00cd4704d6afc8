import type { PlayedMove } from '../wire/types';

/** A turn as the move list shows it: one or more plies of a seat. `end` is the ply count after it. */
export interface Turn {
  seat: number;
  text: string;
  begin: number;
  end: number;
}

export function turnsOf(moves: readonly Pick<PlayedMove, 'move' | 'seat' | 'turn_end'>[]): Turn[] {
  const turns: Turn[] = [];
  let open = false;
  moves.forEach(({ move, seat, turn_end }, i) => {
    const last = turns.at(-1);
    if (open && last && last.seat === seat) {
      last.text += ` ${move}`;
      last.end = i + 1;
    } else {
      turns.push({ seat, text: move, begin: i, end: i + 1 });
    }
    open = !turn_end;
  });
  return turns;
}

/** Rounds of turns: a new row whenever the seats begin again. */
export function roundsOf(turns: readonly Turn[]): Turn[][] {
  const rounds: Turn[][] = [];
  for (const turn of turns) {
    const round = rounds.at(-1);
    if (!round || turn.seat <= (round.at(-1)?.seat ?? 0)) rounds.push([turn]);
    else round.push(turn);
  }
  return rounds;
}

/** How a game's moves are counted: so many seats, so many plies to a turn, and who moves first. */
export interface Counting {
  seats: number;
  pliesPerTurn: number;
  first: number;
}

/** The one way of numbering moves: rounds of turns, "3." for the seat that begins a round and "3…" for the others. */
export function numberOf(
  { seats, pliesPerTurn, first }: Counting,
  ply: number,
): { text: string; seat: number; beginsTurn: boolean } {
  const turn = first + Math.floor(ply / pliesPerTurn);
  const seat = turn % seats;
  return {
    text: `${Math.floor(turn / seats) + 1}${seat === 0 ? '.' : '…'}`,
    seat,
    beginsTurn: ply % pliesPerTurn === 0,
  };
}
