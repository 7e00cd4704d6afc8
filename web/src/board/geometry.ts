import type { Cell, Layout } from '../wire/types';

/** A rectangle in cell widths. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Distance from the centre of a cell to its farthest corner. */
const HEX_RADIUS = 1 / Math.sqrt(3);
const MARGIN = 0.12;

export function cellOutline(shape: Layout['shape'], size = 1): string {
  if (shape === 'square') {
    const half = size / 2;
    return `M${-half},${-half}H${half}V${half}H${-half}Z`;
  }
  const radius = HEX_RADIUS * size;
  const corners = [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 3) * i + Math.PI / 6;
    return `${(radius * Math.cos(angle)).toFixed(4)},${(radius * Math.sin(angle)).toFixed(4)}`;
  });
  return `M${corners.join('L')}Z`;
}

export function boundsOf(cells: readonly Cell[], shape: Layout['shape'], margin = MARGIN): Box {
  if (cells.length === 0) return { x: -1, y: -1, width: 2, height: 2 };
  const tall = shape === 'hex' ? HEX_RADIUS : 0.5;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of cells) {
    left = Math.min(left, x - 0.5);
    right = Math.max(right, x + 0.5);
    top = Math.min(top, y - tall);
    bottom = Math.max(bottom, y + tall);
  }
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

export function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** How many pixels a cell gets where a box is fitted into a window. */
export const scaleIn = (window: { width: number; height: number }, box: Box): number =>
  Math.min(window.width / box.width, window.height / box.height);

/** The board turned by a sixth, which keeps hexagons upright. */
function turnedBySixth(layout: Layout): Layout {
  const [cosine, sine] = [0.5, Math.sqrt(3) / 2];
  const turn = (x: number, y: number) => [x * cosine - y * sine, x * sine + y * cosine] as [number, number];
  const cells = layout.cells.map((cell) => {
    const [x, y] = turn(cell.x, cell.y);
    return { ...cell, x, y };
  });
  const { borders } = layout;
  return {
    ...layout,
    cells,
    ...(borders
      ? { borders: borders.map((border) => ({ ...border, points: border.points.map(([x = 0, y = 0]) => turn(x, y)) })) }
      : {}),
  };
}

/** A rhombus lies across a wide window and stands in a narrow one: as it is, or turned where that makes its cells a tenth larger. */
export function fitted(layout: Layout, window: { width: number; height: number }): Layout {
  if (layout.shape !== 'hex') return layout;
  const turned = turnedBySixth(layout);
  const scale = (one: Layout) => scaleIn(window, boundsOf(one.cells, 'hex'));
  return scale(turned) > 1.1 * scale(layout) ? turned : layout;
}

/** The part of the board where something stands or may be played, with a ring of air; the whole board if that is most of it. */
export function busyBounds(
  layout: Layout,
  stones: string,
  touchable: ReadonlySet<string>,
  air = 1.5,
  smallest = 7,
): Box {
  const whole = boundsOf(layout.cells, layout.shape);
  const busy = layout.cells.filter((cell, i) => (stones[i] ?? ' ') !== ' ' || touchable.has(cell.name));
  if (busy.length === 0) return whole;
  const box = boundsOf(busy, layout.shape, air);
  const grow = (length: number) => Math.max(0, (smallest - length) / 2);
  const wider = grow(box.width);
  const taller = grow(box.height);
  const left = Math.max(whole.x, box.x - wider);
  const top = Math.max(whole.y, box.y - taller);
  const right = Math.min(whole.x + whole.width, box.x + box.width + wider);
  const bottom = Math.min(whole.y + whole.height, box.y + box.height + taller);
  if ((right - left) * (bottom - top) > 0.7 * whole.width * whole.height) return whole;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A box made wider, as far as there is board, until it has the form of the window: what lies beside it would be seen anyhow. */
export function widened(box: Box, whole: Box, window: { width: number; height: number }): Box {
  const width = Math.min(whole.width, Math.max(box.width, (box.height * window.width) / window.height));
  const x = Math.min(Math.max(whole.x, box.x - (width - box.width) / 2), whole.x + whole.width - width);
  return { ...box, x, width };
}

/** The cells that lie in a box with room for a label around them. */
export function cellsInside(cells: readonly Cell[], box: Box): Cell[] {
  const room = 1;
  return cells.filter(
    ({ x, y }) => x > box.x + room && x < box.x + box.width - room && y > box.y + room && y < box.y + box.height - room,
  );
}

/** Indices of the layout's cells by row of the picture, for the grid a screen reader walks. */
export function rowsOf(layout: Layout): number[][] {
  const { cells } = layout;
  const isSameRow = (a: number, b: number) => Math.abs(cells[a]!.y - cells[b]!.y) < 1e-6;
  const order = cells
    .map((_, i) => i)
    .sort((a, b) => (isSameRow(a, b) ? cells[a]!.x - cells[b]!.x : cells[a]!.y - cells[b]!.y));
  const rows: number[][] = [];
  for (const i of order) {
    const row = rows.at(-1);
    if (row && isSameRow(row[0]!, i)) row.push(i);
    else rows.push([i]);
  }
  return rows;
}

export function indexByName(layout: Layout): Map<string, number> {
  return new Map(layout.cells.map((cell, i) => [cell.name, i]));
}

/** The cell nearest to a point among those allowed, or -1 if none is within reach. */
export function nearestCell(
  cells: readonly Cell[],
  x: number,
  y: number,
  reach: number,
  allowed?: ReadonlySet<string>,
): number {
  let best = -1;
  let bestDistance = reach * reach;
  cells.forEach((cell, i) => {
    if (allowed && !allowed.has(cell.name)) return;
    const distance = (cell.x - x) ** 2 + (cell.y - y) ** 2;
    if (distance <= bestDistance) {
      best = i;
      bestDistance = distance;
    }
  });
  return best;
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-0.5, -0.866],
  PageUp: [0.5, -0.866],
  End: [-0.5, 0.866],
  PageDown: [0.5, 0.866],
};

/**
 * Where a key leads from a cell. The arrows go along the row and, up or down, to the nearest cell of the next row, leaning
 * towards `column` so that a walk up and down comes back; Home, Page Up, End and Page Down are the four slanted neighbours
 * of a hexagon (they lie so on the number pad).
 */
export function stepFrom(layout: Layout, from: number, key: string, column: number): number {
  const here = layout.cells[from];
  const direction = DIRECTIONS[key];
  if (!here || !direction) return from;
  const [dx, dy] = direction;
  const slanted = dx !== 0 && dy !== 0;
  let best = from;
  let bestCost = Infinity;
  layout.cells.forEach((cell, i) => {
    const x = cell.x - here.x;
    const y = cell.y - here.y;
    const along = x * dx + y * dy;
    if (along < 0.3 || Math.hypot(x, y) > 1.5) return;
    const aside = dx === 0 ? Math.abs(cell.x - column) : Math.abs(x * dy - y * dx);
    if (dx !== 0 && aside > (slanted ? 0.75 : 0.1)) return;
    const cost = aside + (dx === 0 ? Math.abs(Math.abs(y) - 0.9) * 4 : along);
    if (cost < bestCost - 1e-9) {
      best = i;
      bestCost = cost;
    }
  });
  return best;
}
