import { piece as pieceName, seat as seatName, t, type Key } from '../i18n/messages.svelte';
import { en } from '../i18n/en';
import type { Layout, Why } from '../wire/types';

/** Why the rules refuse a move or a set-up, in words; null where the code is not known here. Pieces come as letters, seats as numbers. */
export function refusalWords(why: Why | undefined, layout: Layout): string | null {
  const key = `refusal.${why?.code ?? ''}`;
  if (!why || !(key in en)) return null;
  const { piece = '', seat = '', counts = '' } = why.with;
  const nameOf = (letter: string) => pieceName(layout.pieces.find((kind) => kind.letter === letter)?.name ?? letter);
  const stones = counts
    .split(' ')
    .map((one) => one.split('='))
    .map(([letter = '', count = '']) => `${nameOf(letter)}: ${count}`)
    .join(', ');
  return t(key as Key, {
    ...why.with,
    piece: nameOf(piece),
    seat: seatName(layout.seat_names[Number(seat)] ?? ''),
    stones,
  });
}
