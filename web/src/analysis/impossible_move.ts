import { t } from '../i18n/messages.svelte';
import { settings } from '../lib/settings.svelte';

const MOST_SHOWN = 24;
const short = (move: string) => (move.length > MOST_SHOWN ? `${move.slice(0, MOST_SHOWN)}…` : move);
const parts = (error: Error) => /moves\[(\d+)\](?:: (.*))?/s.exec(error.message);

/** Which of the moves that were asked for cannot be played, counted from 0; null where that is not what is wrong. */
export const badMove = (error: Error): number | null => (parts(error) ? Number(parts(error)![1]) : null);

/** The server names the move as programs do and says why in English: people are told which one it is, in their language. */
export function impossibleMove(error: Error, moves: readonly string[]): string | null {
  const at = badMove(error);
  if (at === null) return null;
  const why = parts(error)?.[2];
  return t('analysis.badMove', { number: at + 1, move: short(moves[at] ?? '') }) + (settings.language === 'en' && why ? ` (${why})` : '');
}
