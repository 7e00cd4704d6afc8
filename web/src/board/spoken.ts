import { piece as pieceName, t, word } from '../i18n/messages.svelte';
import type { Layout, Position } from '../wire/types';
import type { Touched } from './paths';

/** What is shown on the cells besides the stones. */
export interface Shown {
  next: ReadonlySet<string>;
  swapped: ReadonlySet<string>;
  last: ReadonlySet<string>;
  overlays: Position['overlays'];
}

/** A cell in words, for those who hear the board. */
export function sayCell(layout: Layout, position: Position, i: number, shown: Shown): string {
  const cell = layout.cells[i]!;
  const kind = layout.pieces.find((piece) => piece.letter === (position.stones[i] ?? ' '));
  const words = [cell.name, kind ? pieceName(kind.name) : t('board.empty')];
  if (cell.ground && cell.ground !== 'rim') words.push(t(`ground.${cell.ground}` as 'ground.throne'));
  if (shown.next.has(cell.name)) words.push(t('board.playable'));
  if (shown.swapped.has(cell.name)) words.push(t('board.swapped'));
  if (shown.last.has(cell.name)) words.push(t('board.last'));
  for (const overlay of shown.overlays)
    if (overlay.cells.includes(cell.name)) words.push(word('overlay', overlay.name, overlay.label));
  return words.join(', ');
}

/** A piece in the hand, "@W", in words. */
export function sayHand(layout: Layout, name: string): string {
  const kind = layout.pieces.find((piece) => piece.letter === name.slice(1));
  return kind ? pieceName(kind.name) : word('hand', name.slice(1));
}

export const sayTouched = (layout: Layout, names: Touched): string =>
  names.map((name) => (name.startsWith('@') ? sayHand(layout, name) : name)).join(' ');
