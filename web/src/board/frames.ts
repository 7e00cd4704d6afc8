import type { PositionReply } from '../wire/types';
import { letterOf } from './marks';

/** The stones after a move: one put down, or moved from cell to cell; what it took stands behind an x. */
function after(
  { layout }: PositionReply,
  stones: string,
  { move, path, seat }: PositionReply['moves'][number],
): string {
  const cells = path.filter((name) => !name.startsWith('@'));
  const now = new Map([...cells, ...move.split('x').slice(1)].map((name) => [name, ' ']));
  now.set(cells.at(-1) ?? '', letterOf(layout, stones, path, seat));
  return layout.cells.map(({ name }, i) => now.get(name) ?? stones[i] ?? ' ').join('');
}

/**
 * The stones at one moment of a game and after every later move, so that a game that is only looked at is asked for once.
 * Just the first and the last where its moves do more than is known here.
 */
export function framesOf(begin: PositionReply, end: PositionReply): string[] {
  const frames = [begin.position.stones];
  for (const move of end.moves.slice(begin.moves.length)) frames.push(after(end, frames.at(-1)!, move));
  const last = end.position.stones;
  return frames.at(-1) === last ? frames : [begin.position.stones, last];
}
