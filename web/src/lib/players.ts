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

/** A name that runs from right to left, or says that text should, turns nothing that stands beside it: isolated as Unicode has it. */
export const isolated = (name: string): string =>
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;

export const listedNames = (summary: GameSummary): string =>
  summary.seats.map((_, seat) => isolated(listedName(summary, seat))).join(' – ');
