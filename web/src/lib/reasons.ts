import type { Claim, Words } from '../wire/types';
import { settings } from './settings.svelte';

/** One of the two languages a server's words come in. */
export const inWords = (words?: Words): string => words?.[settings.language === 'it' ? 'it' : 'en'] ?? '';

/** The cells a claim is about; those of its move where it names no others. */
export const cellsOf = (claim: Claim): string[] =>
  claim.cells.length > 0 ? claim.cells : claim.move.split(/[-x:]/).filter((part) => /\d/.test(part));
