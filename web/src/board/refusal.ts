import { t, word } from '../i18n/messages.svelte';
import type { Cell, Layout, MovePath, Position } from '../wire/types';
import type { Touched } from './paths';

const NEXT_TO = 1.1;
const distance = (a: Cell, b: Cell): number => Math.hypot(a.x - b.x, a.y - b.y);

/** In words why a cell cannot be played: from what is seen on the board, and the game's own sentence where that says no more. */
export function whyNot(game: string, layout: Layout, position: Position, legal: readonly MovePath[], touched: Touched, name: string): string {
  const at = (cell: string) => layout.cells.findIndex((other) => other.name === cell);
  const stone = (cell: string) => position.stones[at(cell)] ?? ' ';
  const [cell, from] = [layout.cells[at(name)], layout.cells[at(touched.at(-1) ?? '')]];
  const isMoving = legal.some(({ path }) => path.length > 1 && !path[0]!.startsWith('@'));
  if (!cell) return t('board.notHere', { name });
  if (!isMoving) {
    if (stone(name) !== ' ') return t('typed.taken', { name });
    if (game !== 'andantino') return [t('typed.notThere', { name }), word('typed.rule', game, '')].filter(Boolean).join(' ');
    const count = layout.cells.filter((other, i) => other !== cell && distance(other, cell) < NEXT_TO && position.stones[i] !== ' ').length;
    return t('why.touches', { name, count });
  }
  if (!from) return t(stone(name) === ' ' ? 'typed.nothingThere' : 'typed.cannotMove', { name });
  if (stone(name) !== ' ') return t('typed.taken', { name });
  if (Math.abs(from.x - cell.x) > 0.01 && Math.abs(from.y - cell.y) > 0.01) return t('why.straight', { from: from.name, to: name });
  const between = layout.cells.find((other, i) => position.stones[i] !== ' ' && other !== from && Math.abs(distance(from, other) + distance(other, cell) - distance(from, cell)) < 0.01);
  if (between) return t('why.between', { name: between.name });
  return [t('why.reserved', { name }), word('typed.rule', game, '')].filter(Boolean).join(' ');
}
