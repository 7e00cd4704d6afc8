import type { Layout } from '../wire/types';

/** More than this at once is no capture but another position. */
const MOST_TAKEN = 12;

/** Pieces that a move has taken off the board: gone, and not moved. */
export function captured(
  layout: Layout,
  before: string,
  now: string,
  last: readonly string[],
): { cell: string; letter: string }[] {
  if (before.length !== now.length) return [];
  let changed = 0;
  const taken = layout.cells.flatMap(({ name }, i) => {
    const [was, is] = [before[i] ?? ' ', now[i] ?? ' '];
    if (was !== is) changed += 1;
    return was !== ' ' && is === ' ' && !last.includes(name) ? [{ cell: name, letter: was }] : [];
  });
  // Nothing was moved or put down: a step back, or stones taken back.
  const isMove = last.some((name) => now[layout.cells.findIndex((cell) => cell.name === name)] !== ' ');
  return isMove && changed <= MOST_TAKEN ? taken : [];
}
