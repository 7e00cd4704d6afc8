import { t } from '../i18n/messages.svelte';
import { refusalWords } from '../lib/refusals';
import { Refused } from '../net/api';
import type { Layout } from '../wire/types';

const MOST_SHOWN = 24;
const short = (move: string) => (move.length > MOST_SHOWN ? `${move.slice(0, MOST_SHOWN)}…` : move);

/** Which of the moves that were asked for cannot be played, counted from 0; null where that is not what is wrong. */
export function badMove(error: unknown): number | null {
  const at = error instanceof Refused ? error.why?.with['at'] : undefined;
  return at === undefined ? null : Number(at);
}

/** Which move it is and, where the rules' refusal has words, why. */
export function impossibleMove(error: unknown, moves: readonly string[], layout: Layout | null): string | null {
  const at = badMove(error);
  if (at === null) return null;
  const why = layout && error instanceof Refused ? refusalWords(error.why, layout) : null;
  return t('analysis.badMove', { number: at + 1, move: short(moves[at] ?? '') }) + (why ? ` (${why})` : '');
}
