import type { MovePath } from '../wire/types';

/** Moves as the things a person touches in turn; the legal ones form a prefix tree that is walked touch by touch. */
export type Touched = readonly string[];

const startsWith = (path: readonly string[], prefix: Touched) => prefix.every((name, i) => path[i] === name);

/** What may be touched next. */
export function nextTouches(legal: readonly MovePath[], touched: Touched): Set<string> {
  const next = new Set<string>();
  for (const { path } of legal) {
    const name = path[touched.length];
    if (name !== undefined && startsWith(path, touched)) next.add(name);
  }
  return next;
}

export type Outcome =
  | { kind: 'move'; move: string; path: readonly string[] }
  | { kind: 'partial'; touched: Touched }
  | { kind: 'refused'; touched: Touched };

/** Touching the thing last touched gives it back; another first thing starts anew; anything else is refused. */
export function touch(legal: readonly MovePath[], touched: Touched, name: string): Outcome {
  const longer = [...touched, name];
  const whole = legal.find(({ path }) => path.length === longer.length && startsWith(path, longer));
  if (whole) return { kind: 'move', move: whole.move, path: whole.path };
  if (legal.some(({ path }) => startsWith(path, longer) && path.length > longer.length))
    return { kind: 'partial', touched: longer };
  if (touched.at(-1) === name) return { kind: 'partial', touched: touched.slice(0, -1) };
  for (let keep = touched.length - 1; keep >= 0; --keep) {
    const other = touch(legal, touched.slice(0, keep), name);
    if (other.kind !== 'refused' && !(other.kind === 'partial' && other.touched.length <= keep)) return other;
  }
  return { kind: 'refused', touched };
}

/** A single first touch is no choice: it is made for the player (a hand with one kind of stone left). */
export function forcedTouches(legal: readonly MovePath[], touched: Touched): Touched {
  const next = [...nextTouches(legal, touched)];
  const only = next[0];
  if (next.length !== 1 || only === undefined || !only.startsWith('@')) return touched;
  const longer = [...touched, only];
  return legal.some(({ path }) => path.length > longer.length) ? longer : touched;
}

/** What lies in the hand: letters of pieces (or words like "swap") with which a path may begin. */
export function handOf(legal: readonly MovePath[]): string[] {
  return [
    ...new Set(legal.map(({ path }) => path[0]).filter((name): name is string => name?.startsWith('@') === true)),
  ];
}

/** Where a turn's touching begins: with what is forced, else with the own piece from the hand already taken up. */
export function firstTouches(legal: readonly MovePath[], ownLetter: string): Touched {
  const forced = forcedTouches(legal, []);
  if (forced.length > 0) return forced;
  const hand = handOf(legal).filter((name) => legal.some(({ path }) => path[0] === name && path.length > 1));
  const taken = hand.includes(`@${ownLetter}`) ? `@${ownLetter}` : hand[0];
  return taken === undefined ? [] : [taken];
}
