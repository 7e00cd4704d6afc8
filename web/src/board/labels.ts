import type { Layout } from '../wire/types';

export interface EdgeLabel {
  x: number;
  y: number;
  text: string;
}

/** In cell widths. */
const NORMAL_SIZE = 0.34;
/** From the centre of a cell to the letter beside it where the board's side slopes away. */
const SLOPE = 0.64;

/** Letters and numbers along the edges, read off the cells' names; none where names have another form. */
export function edgeLabels(layout: Layout, size = NORMAL_SIZE): EdgeLabel[] {
  // Larger letters, and those beside a coloured side, stand farther out.
  const out = (size - NORMAL_SIZE) * 0.65 + (layout.borders ? 0.12 : 0);
  const top = Math.min(...layout.cells.map((cell) => cell.y));
  const first = new Map<string, EdgeLabel>();
  for (const { name, x, y } of layout.cells) {
    const parts = /^([A-Za-z]+)(\d+)$/.exec(name);
    if (!parts) return [];
    const [, letters, digits] = parts as unknown as [string, string, string];
    const row = first.get(digits);
    const left = x - 0.72 - out - (layout.borders ? (digits.length - 1) * size * 0.3 : 0);
    if (!row || left < row.x) first.set(digits, { x: left, y, text: digits });
    const column = first.get(letters);
    if (layout.shape === 'hex') {
      // Rows come from the top, so the first cell of a letter is where its diagonal begins: above it, or beside it at the slope.
      if (!column)
        first.set(
          letters,
          y - 0.01 < top
            ? { x: x - 0.4, y: y - 0.66 - out / 2, text: letters }
            : { x: x + SLOPE + out * (layout.borders ? 2 : 1), y: y - 0.38 - out / 2, text: letters },
        );
    } else if (!column || y + 0.72 + out > column.y) {
      first.set(letters, { x, y: y + 0.72 + out, text: letters });
    }
  }
  return [...first.values()];
}
