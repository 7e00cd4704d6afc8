import { word } from '../i18n/messages.svelte';
import type { Ending } from '../wire/types';

/** Whether several seats share the highest score; scores are whole numbers as texts, larger than a number may hold. */
const isHighestShared = (scores: string[]): boolean => {
  const values = scores.map((score) => BigInt(score));
  const highest = values.reduce((most, value) => (value > most ? value : most), -1n);
  return values.filter((value) => value === highest).length > 1;
};

/** Why a game ended. An equal highest score is not "the higher" one, and if it has a winner all the same it needs other words than a draw. */
export const endingWords = ({ reason, winner }: Pick<Ending, 'reason' | 'winner'>, scores: string[] = []): string => {
  const tied = reason === 'score' && (winner < 0 || isHighestShared(scores));
  return word('reason', tied ? (winner >= 0 ? 'tieWon' : 'tie') : reason);
};
