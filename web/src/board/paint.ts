import type { Layout, PieceKind } from '../wire/types';

/** How a piece is painted: the game says so, whatever its letter. */
export type Paint = PieceKind['colour'];

export const paintOf = (layout: Layout, letter: string): Paint =>
  layout.pieces.find((piece) => piece.letter === letter)?.colour ?? 'other';

/** A seat has the colour of the first of its pieces. */
export const paintOfSeat = (layout: Layout, seat: number): Paint =>
  layout.pieces.find((piece) => piece.seat === seat)?.colour ?? 'other';
