import { rowsOf } from '../board/geometry';
import type { Layout } from '../wire/types';

/** The letter a position text has for a piece; Hex writes its blue stones B. */
const written = (game: string, letter: string): string => (game === 'hex' && letter === 'U' ? 'B' : letter);

/** The rows of a position text, from the first: pieces by letter, numbers for runs of empty cells. */
function rowsText(game: string, layout: Layout, stones: string): string {
  const number = ([first = 0]: number[]) => Number(/\d+$/.exec(layout.cells[first]?.name ?? '')?.[0] ?? 0);
  return rowsOf(layout).sort((a, b) => number(a) - number(b)).map((row) => row.map((i) => stones[i] ?? ' ').join('').replace(/ +|\S/g, (part) => (part.startsWith(' ') ? String(part.length) : written(game, part)))).join('/');
}

/** The text of a position with other stones and another mover. `text` is any position on the same board: what is neither rows nor mover is taken from there. */
export function editedText(game: string, text: string, layout: Layout, stones: string, mover: number): string {
  const fields = text.split(' ');
  const rows = fields.findIndex((field) => field.includes('/'));
  // Tafl's rows stand between slashes.
  const [, before = '', after = ''] = /^(\/?).*?(\/?)$/.exec(fields[rows] ?? '') ?? [];
  fields[rows] = before + rowsText(game, layout, stones) + after;
  if (game === 'omega') {
    fields[rows + 1] = String(mover + 1);
    fields[rows + 2] = layout.pieces.map(({ letter }) => letter).join('');
  } else {
    fields[rows + 1] = (layout.seat_names[mover]?.[0] ?? '').toLowerCase();
  }
  return fields.join(' ');
}

export const withStone = (stones: string, at: number, letter: string): string => stones.slice(0, at) + (stones[at] === letter ? ' ' : letter) + stones.slice(at + 1);
