import { word } from '../i18n/messages.svelte';
import type { Ending } from '../wire/types';

/** Why a game ended. An equal highest score that has a winner all the same needs other words than a draw. */
export const endingWords = ({ reason, winner }: Pick<Ending, 'reason' | 'winner'>): string => word('reason', reason === 'tie' && winner >= 0 ? 'tieWon' : reason);
