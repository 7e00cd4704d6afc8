import type { Layout, Line, MovePath, PlayedMove, Position } from '../wire/types';
import type { Arrow } from './arrow';
import type { Touched } from './paths';

/** A stone that is not there yet: the hovered, pending or suggested one. */
export interface Ghost {
  cell: string;
  letter: string;
  label?: string;
}

/** The letter of the piece a path puts on its last cell. `seat` is the mover. */
export function letterOf(layout: Layout, stones: string, path: readonly string[], seat: number): string {
  const first = path[0];
  if (first === undefined) return ' ';
  if (first.startsWith('@')) return first.slice(1);
  if (path.length > 1) return stones[layout.cells.findIndex((cell) => cell.name === first)] ?? ' ';
  return layout.pieces.find((piece) => piece.seat === seat)?.letter ?? ' ';
}

/** The stone that touching `cell` now would show, if that completes a move. */
export function previewAt(
  layout: Layout,
  position: Position,
  legal: readonly MovePath[],
  touched: Touched,
  cell: string,
): Ghost | null {
  const length = touched.length + 1;
  const path = [...touched, cell];
  const found = legal.some((move) => move.path.length === length && path.every((name, i) => move.path[i] === name));
  return found ? { cell, letter: letterOf(layout, position.stones, path, position.mover) } : null;
}

/** Cells of the last whole turn: a turn of several stones shows them all. */
export function lastTurnCells(moves: readonly PlayedMove[]): string[] {
  const last = moves.at(-1);
  if (!last) return [];
  const cells: string[] = [];
  for (let i = moves.length - 1; i >= 0; --i) {
    const move = moves[i]!;
    if (move.seat !== last.seat || (i < moves.length - 1 && move.turn_end)) break;
    cells.push(...move.path.filter((name) => !name.startsWith('@')));
  }
  return cells;
}

/** The numbered stones and arrows of an engine's line, at most `most` plies. */
export function lineMarks(
  layout: Layout,
  position: Position,
  paths: readonly (readonly string[])[],
  most = 7,
): { ghosts: Ghost[]; arrows: Arrow[] } {
  const ghosts: Ghost[] = [];
  const arrows: Arrow[] = [];
  const seats = layout.seat_names.length;
  paths.slice(0, most).forEach((path, i) => {
    const cells = path.filter((name) => !name.startsWith('@'));
    const label = String(i + 1);
    const to = cells.at(-1);
    if (to === undefined) return;
    if (cells.length > 1) arrows.push({ from: cells[0]!, to, label });
    else
      ghosts.push({ cell: to, letter: letterOf(layout, position.stones, path, (position.mover + i) % seats), label });
  });
  return { ghosts, arrows };
}

/** The first moves of an engine's lines with what they are worth. */
export function bestMarks(
  layout: Layout,
  position: Position,
  lines: readonly Line[],
): { ghosts: Ghost[]; arrows: Arrow[] } {
  const ghosts: Ghost[] = [];
  const arrows: Arrow[] = [];
  for (const { paths, score } of lines) {
    const path = paths[0];
    const cells = path?.filter((name) => !name.startsWith('@')) ?? [];
    const to = cells.at(-1);
    if (!path || to === undefined) continue;
    const label =
      score.distance === null
        ? String(Math.round((score.win + score.draw / 2) * 100))
        : score.distance > 0
          ? '✓'
          : score.distance < 0
            ? '✗'
            : '=';
    if (cells.length > 1) arrows.push({ from: cells[0]!, to, label });
    else ghosts.push({ cell: to, letter: letterOf(layout, position.stones, path, position.mover), label });
  }
  return { ghosts, arrows };
}

/** Names of the overlays a position offers, each once, in order; the ending is not to be switched. */
export function overlayNames(position: Position): string[] {
  return [...new Set(position.overlays.map((overlay) => overlay.name))].filter(
    (name) => name !== 'ending' && name !== 'swapped',
  );
}
