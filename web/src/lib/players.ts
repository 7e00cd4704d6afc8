import { t } from '../i18n/messages.svelte';
import { isMine } from '../net/tokens';
import type { GameSummary } from '../wire/types';

/** What a list calls a player: the chosen name, else who it is. Listed games have no invited friends, so in a game of this
 *  browser its people are the one who looks on. */
export function listedName(summary: GameSummary, seat: number): string {
  const player = summary.seats[seat];
  if (!player) return '';
  if (player.kind === 'engine') return player.name || t('new.engine');
  if (player.name && player.name !== 'human') return player.name;
  return t(isMine(summary.game_id) ? 'player.human' : 'player.guest');
}

export const listedNames = (summary: GameSummary): string => summary.seats.map((_, seat) => listedName(summary, seat)).join(' – ');
