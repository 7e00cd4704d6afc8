import { t, word } from '../i18n/messages.svelte';
import { refusalWords } from '../lib/refusals';
import { api, Refused } from '../net/api';
import type { Layout, MovePath, Position, PositionRequest } from '../wire/types';
import type { Touched } from './paths';

/** In words why a cell cannot be played, from what is seen on the board alone. */
export function whyNot(
  game: string,
  layout: Layout,
  position: Position,
  legal: readonly MovePath[],
  touched: Touched,
  name: string,
): string {
  const at = layout.cells.findIndex((other) => other.name === name);
  const isEmpty = (position.stones[at] ?? ' ') === ' ';
  if (at < 0) return t('board.notHere', { name });
  if (isMoving(legal) && touched.length === 0) return t(isEmpty ? 'typed.nothingThere' : 'typed.cannotMove', { name });
  if (!isEmpty) return t('typed.taken', { name });
  return [t('typed.notThere', { name }), word('typed.rule', game, '')].filter(Boolean).join(' ');
}

const isMoving = (legal: readonly MovePath[]): boolean =>
  legal.some(({ path }) => path.length > 1 && !path[0]!.startsWith('@'));

/** The move that was tried, as it would be written; null where stones are taken from a hand. */
function triedMove(legal: readonly MovePath[], touched: Touched, name: string): string | null {
  const from = touched.at(-1);
  if (legal.some(({ path }) => path[0]?.startsWith('@'))) return null;
  return isMoving(legal) ? (from ? `${from}-${name}` : null) : name;
}

/** The same as the rules say it, where they say more. */
export async function whyByRules(
  where: PositionRequest,
  layout: Layout,
  legal: readonly MovePath[],
  touched: Touched,
  name: string,
): Promise<string | null> {
  const move = triedMove(legal, touched, name);
  if (!move) return null;
  try {
    await api.position({ ...where, moves: [...(where.moves ?? []), move] });
    return null;
  } catch (error) {
    return error instanceof Refused ? refusalWords(error.why, layout) : null;
  }
}
