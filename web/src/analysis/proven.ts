import { seat as seatName, t } from '../i18n/messages.svelte';
import type { Layout, Proven } from '../wire/types';

/** "Black wins (proven, in at most 52)". */
export function provenWords({ winner, plies, exact }: Proven, layout: Layout): string {
  if (winner < 0) return t('proven.draw');
  const seat = seatName(layout.seat_names[winner] ?? '');
  if (plies === null) return t('proven.win', { seat });
  return t(exact ? 'proven.winIn' : 'proven.winAtMost', { seat, plies });
}
