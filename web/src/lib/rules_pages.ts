import type { Key } from '../i18n/messages.svelte';
import { SITE_TOP } from './site_top';
import type { Rules } from '../wire/types';

/** A position that shows a rule, to be played on by whoever looks at it. */
export interface Diagram {
  text: Key;
  rules: Rules;
  start?: string;
  moves?: string[];
}

export interface RulesPage {
  paragraphs: readonly Key[];
  /** The rule option whose choices are rule sets of their own. */ variant?: string;
  diagrams: readonly Diagram[];
}

const small: Rules = { side: '5' };
const mcgill: Rules = { rules: 'mcgill' };

export const RULES_PAGES: Record<string, RulesPage> = {
  andantino: {
    paragraphs: ['rules.andantino.1', 'rules.andantino.2', 'rules.andantino.3', 'rules.andantino.4'],
    variant: 'rules',
    diagrams: [
      { text: 'diagram.andantino.five', rules: small, start: '5 5/6/2B1B2/1WWWW3/2B1BB3/8/7/6/5 w' },
      { text: 'diagram.andantino.ring', rules: small, start: '5 5/6/4B2/2BWW3/2BWBWB2/2BW4/7/6/5 w' },
      {
        text: 'diagram.andantino.closed',
        rules: small,
        moves: 'E4 D4 D3 F5 D5 C4 F4 G5 E6 D6 G4 C3 H5 C2 E7 B3 F3 B4 D2 G6 E2'.split(' '),
      },
    ],
  },
  omega: {
    paragraphs: ['rules.omega.1', 'rules.omega.2', 'rules.omega.3', 'rules.omega.4'],
    diagrams: [
      {
        text: 'diagram.omega.product',
        rules: { side: '4', players: '2' },
        start: '4 2 WW2/2B2/B1B1B1/2B4/2WWW1/B4/4 1 WB',
      },
      {
        text: 'diagram.omega.glue',
        rules: { side: '4', players: '2' },
        start: '4 2 BBB1/5/BBB3/7/W1W1W1/W1W1W/1W2 1 B',
      },
    ],
  },
  tafl: {
    paragraphs: ['rules.tafl.1', 'rules.tafl.2', 'rules.tafl.3', 'rules.tafl.4'],
    variant: 'rules',
    diagrams: [
      { text: 'diagram.tafl.capture', rules: mcgill, start: '/4t4/9/2tT5/9/4K4/9/9/9/4t4/ a 0' },
      { text: 'diagram.tafl.escape', rules: mcgill, start: '/9/4t4/9/9/K5T2/9/9/4t4/9/ d 1' },
      { text: 'diagram.tafl.king', rules: mcgill, start: '/4t4/9/2tK5/6T2/9/9/9/4t4/9/ a 0' },
    ],
  },
  hex: {
    paragraphs: ['rules.hex.1', 'rules.hex.2', 'rules.hex.3'],
    diagrams: [
      { text: 'diagram.hex.join', rules: { side: '5', swap: 'off' }, moves: 'a4 e4 b3 d1 c1 e3 b2 d2'.split(' ') },
      { text: 'diagram.hex.bridge', rules: { side: '5', swap: 'off' }, moves: 'c2 e1 b4'.split(' ') },
    ],
  },
};

export const rulesLink = (game: string, rules: Rules): string =>
  `${SITE_TOP}rules/${game}${RULES_PAGES[game]?.variant && rules[RULES_PAGES[game].variant!] ? `#${rules[RULES_PAGES[game].variant!]}` : ''}`;
