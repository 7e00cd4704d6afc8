import type { Layout, MovePath, Position } from '../src/wire/types';

/** A hexagon of hexagons with names of letter and number, rows from the top. */
export function hexLayout(side: number): Layout {
  const cells: Layout['cells'] = [];
  for (let r = 1 - side; r < side; ++r) {
    for (let q = Math.max(1 - side, 1 - side - r); q <= Math.min(side - 1, side - 1 - r); ++q) {
      cells.push({
        name: String.fromCharCode(65 + q + r + side - 1) + String(r + side),
        x: q + r / 2,
        y: (r * Math.sqrt(3)) / 2,
      });
    }
  }
  return {
    shape: 'hex',
    cells,
    pieces: [
      { letter: 'W', name: 'white stone', seat: 0, colour: 'white' },
      { letter: 'B', name: 'black stone', seat: 1, colour: 'black' },
    ],
    seat_names: ['White', 'Black'],
    turn_plies: 1,
  };
}

export function squareLayout(size: number): Layout {
  const cells: Layout['cells'] = [];
  for (let y = 0; y < size; ++y)
    for (let x = 0; x < size; ++x) cells.push({ name: String.fromCharCode(97 + x) + String(size - y), x, y });
  return {
    shape: 'square',
    cells,
    pieces: [
      { letter: 't', name: 'attacker', seat: 0, colour: 'black' },
      { letter: 'K', name: 'king', seat: 1, colour: 'king' },
    ],
    seat_names: ['attackers', 'defenders'],
    turn_plies: 1,
  };
}

export const put = (cell: string): MovePath => ({ move: cell, path: [cell] });
export const fromHand = (letter: string, cell: string): MovePath => ({
  move: `${letter}:${cell}`,
  path: [`@${letter}`, cell],
});
export const go = (from: string, to: string): MovePath => ({ move: `${from}-${to}`, path: [from, to] });

export function position(layout: Layout, stones: Record<string, string> = {}, more: Partial<Position> = {}): Position {
  return {
    text: '',
    ply: 0,
    mover: 0,
    starts_turn: true,
    stones: layout.cells.map((cell) => stones[cell.name] ?? ' ').join(''),
    overlays: [],
    legal: [],
    scores: [],
    ending: null,
    ...more,
  };
}
