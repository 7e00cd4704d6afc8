import type { Layout, MovePath, Position } from '../wire/types';
import { type Box, boundsOf, busyBounds, cellsInside, scaleIn, union, widened } from './geometry';
import { type EdgeLabel, edgeLabels } from './labels';

const SMALLEST_LABEL_PX = 11;
/** Nine tenths of a board with more cells are empty for most of a game. */
const LARGE_BOARD = 150;
/** In pixels: below that the board is a phone's. */
const NARROW = 620;

/** How much room there is in pixels, and what is wished for. */
export interface Window {
  room: { width: number; height: number };
  coordinates: boolean;
  /** Only where something stands, however large the window. */
  closeUp: boolean;
}

/** The part of the board that is shown, and the coordinates around it. */
export interface View {
  box: Box;
  labels: EdgeLabel[];
  labelSize: number;
}

/** Whether only the part where something stands is shown. */
export const zooms = (layout: Layout, { room, closeUp }: Pick<Window, 'room' | 'closeUp'>, mayZoom: boolean): boolean =>
  closeUp || (mayZoom && (room.width < NARROW || layout.cells.length > LARGE_BOARD));

/** The part in which stones stand or may be placed. */
export function busyPart(
  layout: Layout,
  position: Position,
  legal: readonly MovePath[],
  { room, closeUp }: Window,
): Box {
  const isSmall = room.width < NARROW || closeUp;
  return busyBounds(
    layout,
    position.stones,
    new Set(legal.map(({ path }) => path.at(-1) ?? '')),
    isSmall ? 1.5 : 2.5,
    isSmall ? 7 : 11,
  );
}

/** While nothing may be played the part shown does not shrink: it would jump to and fro with the turns. */
export const steady = (before: Box | null, wanted: Box, mayPlay: boolean): Box =>
  before && !mayPlay ? union(before, wanted) : wanted;

/** `part` of the board as the window shows it, or the whole board. */
export function viewOf(layout: Layout, part: Box | null, { room, coordinates }: Window): View {
  /** Letters that can be read, in cell widths: on a phone larger against the cells. */
  const labelSizeIn = (shown: Box) => Math.min(0.62, Math.max(0.3, SMALLEST_LABEL_PX / scaleIn(room, shown)));
  const bare = boundsOf(layout.cells, layout.shape);
  const margin = (coordinates ? Math.max(0.55, labelSizeIn(bare) * 1.4) : 0.12) + (layout.borders ? 0.12 : 0);
  const busy = part ?? bare;
  // The whole board needs room for the coordinates around it.
  const isWhole = busy.width >= bare.width - 0.01 && busy.height >= bare.height - 0.01;
  const box = isWhole ? boundsOf(layout.cells, layout.shape, margin) : widened(busy, bare, room);
  const labelSize = labelSizeIn(box);
  if (!coordinates) return { box, labels: [], labelSize };
  if (box.width >= bare.width - 0.01) return { box, labels: edgeLabels(layout, labelSize), labelSize };
  const inside = edgeLabels({ ...layout, cells: cellsInside(layout.cells, box) }, labelSize);
  return { box, labels: inside.map((one) => (/^\d/.test(one.text) ? { ...one, x: box.x + 0.42 } : one)), labelSize };
}
