import type { Layout, MovePath, Position } from '../wire/types';
import { firstTouches, forcedTouches, handOf, touch, type Touched } from './paths';

/** What a person has done so far on the way to a move. Plain data: the functions below make the next state of it. */
export interface Input {
  /** What has been touched of the move under way. */
  touched: Touched;
  /** A whole move that waits to be confirmed. */
  pending: { move: string; cell: string } | null;
  /** The cell of a piece taken up for a move planned ahead. */
  lifted: string;
}

/** The seat that may say already what it will play while others move: with pieces that move or with new stones, and what it has said. */
export interface Ahead {
  seat: number;
  moves: boolean;
  cells: readonly string[];
}

/** What a touch is judged by. */
export interface Situation {
  layout: Layout;
  position: Position;
  legal: readonly MovePath[];
  ahead?: Ahead | undefined;
  /** Whether a whole move waits for a second touch. */
  mustConfirm: boolean;
}

/** What follows from a touch besides the new state. */
export type Effect =
  | { kind: 'play'; move: string }
  | { kind: 'confirm'; move: string }
  | { kind: 'picked'; touched: Touched }
  | { kind: 'put-back' }
  | { kind: 'plan'; cells: string[] }
  | { kind: 'refuse'; why: 'not-now' | 'pick-first' | 'rules' };

export interface Step {
  input: Input;
  effect: Effect;
}

/** The letter of the mover's own stones. */
export const ownLetter = ({ layout, position }: Pick<Situation, 'layout' | 'position'>): string =>
  layout.pieces.find((piece) => piece.seat === position.mover)?.letter ?? '';

/** How a turn begins: nothing done, but for what is forced. */
export const freshInput = (situation: Pick<Situation, 'layout' | 'position' | 'legal'>): Input => ({
  touched: firstTouches(situation.legal, ownLetter(situation)),
  pending: null,
  lifted: '',
});

/** The cells that are planned ahead, or the one taken up for it. */
export const plannedCells = (input: Input, ahead: Ahead | undefined): readonly string[] =>
  input.lifted ? [input.lifted] : (ahead?.cells ?? []);

/** A cell, or a piece in the hand ("@W"), is touched. */
export function touchName(situation: Situation, input: Input, name: string): Step {
  const { legal, ahead } = situation;
  if (legal.length === 0 && ahead) return plan(situation, ahead, input, name);
  if (legal.length === 0) return { input, effect: { kind: 'refuse', why: 'not-now' } };
  const outcome = touch(legal, input.touched, name);
  if (outcome.kind === 'move') {
    const whole = { move: outcome.move, cell: name };
    const touched = outcome.path.slice(0, -1);
    if (situation.mustConfirm && input.pending?.move !== outcome.move)
      return { input: { ...input, touched, pending: whole }, effect: { kind: 'confirm', move: outcome.move } };
    return { input: { ...input, touched, pending: null }, effect: { kind: 'play', move: outcome.move } };
  }
  if (outcome.kind === 'partial') {
    const touched =
      outcome.touched.length > 0 ? forcedTouches(legal, outcome.touched) : firstTouches(legal, ownLetter(situation));
    return {
      input: { ...input, touched, pending: null },
      effect: touched.length > 0 ? { kind: 'picked', touched } : { kind: 'put-back' },
    };
  }
  const picksFirst = handOf(legal).length > 0 && input.touched.length === 0;
  return { input, effect: { kind: 'refuse', why: picksFirst ? 'pick-first' : 'rules' } };
}

/** Says ahead of time what is to be played; the same cell again takes it back. */
function plan({ layout, position }: Situation, ahead: Ahead, input: Input, name: string): Step {
  const at = layout.cells.findIndex((cell) => cell.name === name);
  const stone = layout.pieces.find(({ letter }) => letter === position.stones[at]);
  const isOwn = stone !== undefined && (stone.seat === ahead.seat || (stone.letter === 'K' && stone.seat < 0));
  const planned = (lifted: string, cells: string[]): Step => ({
    input: { ...input, lifted },
    effect: { kind: 'plan', cells },
  });
  if (plannedCells(input, ahead).includes(name)) return planned('', []);
  if (ahead.moves && isOwn) return planned(name, []);
  if (ahead.moves && input.lifted) return planned('', [input.lifted, name]);
  if (!ahead.moves && !stone) return planned('', [name]);
  return { input, effect: { kind: 'refuse', why: 'not-now' } };
}
