import type { DepthReport, PlayedMove, Thought } from '../wire/types';
import { roundsOf, turnsOf } from './turns';

/** A depth as the reports print it: what it alone took. */
export interface DepthRow {
  depth: number;
  ms: number;
  nodes: number;
  value: number;
  distance: number | null;
}

export interface ThoughtPly {
  move: string;
  thought: Thought;
  value: { value: number; distance: number | null } | undefined;
  rows: DepthRow[];
}

/** An engine's whole turn, as the Omega report tells it. */
export interface ThoughtTurn {
  seat: number;
  number: number;
  plies: ThoughtPly[];
}

/** The engine counts from the beginning of its search; a row has the difference to the depth before. */
export function rowsOfDepths(depths: readonly DepthReport[]): DepthRow[] {
  return depths.map((depth, i) => ({
    ...depth,
    ms: Math.max(0, depth.time_ms - (depths[i - 1]?.time_ms ?? 0)),
    nodes: Math.max(0, depth.nodes - (depths[i - 1]?.nodes ?? 0)),
  }));
}

/** The last turn an engine played among these moves, and how it came to it. */
export function lastThought(moves: readonly PlayedMove[]): ThoughtTurn | null {
  const at = moves.findLastIndex((move) => move.thought !== undefined);
  if (at < 0) return null;
  const turns = turnsOf(moves);
  const number = turns.findIndex((turn) => turn.begin <= at && at < turn.end);
  const turn = turns[number]!;
  const plies = moves
    .slice(turn.begin, turn.end)
    .flatMap(({ move, thought, score }) =>
      thought ? [{ move, thought, value: score ?? thought.depths.at(-1), rows: rowsOfDepths(thought.depths) }] : [],
    );
  const round = roundsOf(turns).findIndex((one) => one.includes(turn));
  return { seat: turn.seat, number: round + 1, plies };
}
