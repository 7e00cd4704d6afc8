import type { Key } from '../i18n/messages.svelte';
import type { Position, Rules } from '../wire/types';

/** A position and what is to be done on it. The server knows the rules; a lesson only says which outcome counts. */
export interface Lesson {
  text: Key;
  rules: Rules;
  start: string;
  moves: string[];
  /** any: whatever is legal. turn: finish the turn. win: end the game. A list: one of these moves (or beginnings of them). */
  goal: 'any' | 'turn' | 'win' | readonly string[];
  /** Moves that reach the goal, for those who want to be shown. */
  solution: readonly string[];
}

const small: Rules = { side: '5' };
const hex: Rules = { side: '5', swap: 'off' };

export const LESSONS: Record<string, readonly Lesson[]> = {
  andantino: [
    { text: 'lesson.andantino.1', rules: small, start: '', moves: [], goal: 'any', solution: ['F5'] },
    { text: 'lesson.andantino.2', rules: small, start: '', moves: ['F5'], goal: 'any', solution: ['E4'] },
    {
      text: 'lesson.andantino.3',
      rules: small,
      start: '5 5/6/2B1B2/1WWWW3/2B1BB3/8/7/6/5 w',
      moves: [],
      goal: 'win',
      solution: ['F4'],
    },
    {
      text: 'lesson.andantino.4',
      rules: small,
      start: '5 5/6/4B2/2BWW3/2BWBWB2/2BW4/7/6/5 w',
      moves: [],
      goal: 'win',
      solution: ['F6'],
    },
    {
      text: 'lesson.andantino.5',
      rules: small,
      start: '5 5/6/7/2WB1W2/2BBBB3/2W1W3/7/6/5 w',
      moves: [],
      goal: ['G5'],
      solution: ['G5'],
    },
  ],
  omega: [
    {
      text: 'lesson.omega.1',
      rules: { side: '3', players: '2' },
      start: '',
      moves: [],
      goal: 'turn',
      solution: ['W:C3', 'B:A1'],
    },
    {
      text: 'lesson.omega.2',
      rules: { side: '4', players: '2' },
      start: '4 2 WW2/2B2/B1B1B1/2B4/2WWW1/B4/4 1 WB',
      moves: [],
      goal: ['W:A2', 'W:B2', 'W:C2', 'W:C1'],
      solution: ['W:C1'],
    },
    {
      text: 'lesson.omega.3',
      rules: { side: '4', players: '2' },
      start: '4 2 BBB1/5/BBB3/7/W1W1W1/W1W1W/1W2 1 B',
      moves: [],
      goal: ['B:A2', 'B:B2', 'B:C2'],
      solution: ['B:A2'],
    },
  ],
  tafl: [
    { text: 'lesson.tafl.1', rules: { rules: 'mcgill' }, start: '', moves: [], goal: 'any', solution: ['d1-d2'] },
    {
      text: 'lesson.tafl.2',
      rules: { rules: 'mcgill' },
      start: '/4t4/9/2tT5/9/4K4/9/9/9/4t4/ a 0',
      moves: [],
      goal: ['e1-e3'],
      solution: ['e1-e3'],
    },
    {
      text: 'lesson.tafl.3',
      rules: { rules: 'mcgill' },
      start: '/9/4t4/9/9/K5T2/9/9/4t4/9/ d 1',
      moves: [],
      goal: 'win',
      solution: ['a5-a1'],
    },
    {
      text: 'lesson.tafl.4',
      rules: { rules: 'mcgill' },
      start: '/4t4/9/2tK5/6T2/9/9/9/4t4/9/ a 0',
      moves: [],
      goal: 'win',
      solution: ['e1-e3'],
    },
  ],
  hex: [
    { text: 'lesson.hex.1', rules: hex, start: '', moves: [], goal: 'any', solution: ['c3'] },
    {
      text: 'lesson.hex.2',
      rules: hex,
      start: '',
      moves: ['a4', 'e4', 'b3', 'd1', 'c1', 'e3', 'b2', 'd2'],
      goal: 'win',
      solution: ['a5'],
    },
    { text: 'lesson.hex.3', rules: hex, start: '', moves: ['c2', 'e1', 'b4', 'b3'], goal: ['c3'], solution: ['c3'] },
    {
      text: 'lesson.hex.4',
      rules: hex,
      start: '',
      moves: ['e2', 'a3', 'b1', 'b3', 'c1', 'c3', 'd1', 'd3'],
      goal: ['e3'],
      solution: ['e3'],
    },
  ],
};

export function isReached(lesson: Lesson, move: string, mover: number, after: Position): boolean | 'go on' {
  if (lesson.goal === 'any') return true;
  if (lesson.goal === 'turn') return after.starts_turn || 'go on';
  if (lesson.goal === 'win') return after.ending !== null && after.ending.winner === mover;
  return lesson.goal.some((wanted) => move === wanted || move.startsWith(`${wanted}x`));
}
