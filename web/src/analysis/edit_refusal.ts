import type { Key } from '../i18n/messages.svelte';
import type { Layout, Rules } from '../wire/types';

/** What stands on the board, who is to move, and with which stones a game of these rules begins. */
export interface SetUp { game: string; rules: Rules; layout: Layout; stones: string; mover: number; begun: Readonly<Record<string, string>> }

/** Why it is no position of the game: a message and what goes into it. Names of pieces and seats are those of the layout. */
export interface EditRefusal { key: Key; piece?: string; cell?: string; seat?: string; count?: number; most?: number; counts?: { piece: string; count: number }[] }

const countOf = (stones: Iterable<string>, letter: string): number => [...stones].filter((other) => other === letter).length;

/** What a side must have more than the other, by who is to move: where a stone may have been taken over by a swap, it counts for Blue. */
function leads({ game, rules, stones }: SetUp): number[][] | null {
  if (game === 'andantino') return [[-1], [0]];
  if (game === 'hex') return rules.swap === 'on' && stones.trim() !== '' ? [[0, -1], [1, 0]] : [[0], [1]];
  return null;
}

/** Pieces never come onto a board of tafl, and without a king or attackers there is nothing to play for. */
function wrongPieces({ layout, stones, begun }: SetUp): EditRefusal | null {
  // The king is the last of them, and the first that is looked for.
  for (const { letter, name } of [...layout.pieces].reverse()) {
    const [count, most] = [countOf(stones, letter), countOf(Object.values(begun), letter)];
    if (count > most) return { key: 'edit.tooMany', piece: name, count, most };
    if (count === 0 && name !== 'defender') return { key: 'edit.noPiece', piece: name };
  }
  return null;
}

/** Stones come one by one, or in Omega one of each colour a turn: their numbers say who is to move. */
function wrongNumbers(setUp: SetUp): EditRefusal | null {
  const { game, rules, layout, stones, mover } = setUp;
  const counts = layout.pieces.map(({ letter, name }) => ({ piece: name, count: countOf(stones, letter) }));
  if (game === 'omega') {
    const turns = counts[0]?.count ?? 0;
    if (counts.some(({ count }) => count !== turns)) return { key: 'edit.colours', counts };
    const next = turns % layout.seat_names.length;
    return rules.pie === 'on' || next === mover ? null : { key: 'edit.otherMover', seat: layout.seat_names[next]!, counts };
  }
  const lead = (counts[0]?.count ?? 0) - (counts[1]?.count ?? 0);
  const fitting = leads(setUp)?.map((fit) => fit.includes(lead));
  if (!fitting || fitting[mover]) return null;
  const other = fitting.indexOf(true);
  return other < 0 ? { key: 'edit.turns', counts } : { key: 'edit.otherMover', seat: layout.seat_names[other]!, counts };
}

/** What can be seen to be wrong before the server is asked. */
export function whyNoPosition(setUp: SetUp): EditRefusal | null {
  const { game, layout, stones, begun } = setUp;
  if (game === 'tafl') return wrongPieces(setUp);
  const missing = layout.cells.find(({ name }, i) => begun[name] && stones[i] !== begun[name]);
  if (missing) return { key: 'edit.first', cell: missing.name, piece: layout.pieces.find(({ letter }) => letter === begun[missing.name])?.name ?? '' };
  return wrongNumbers(setUp);
}

const REFUSED: [RegExp, Key][] = [
  [/joined the edges already|five in a row already/, 'edit.moverWon'],
  [/no cell has two occupied neighbours/, 'edit.noPlace'],
  [/(?:can stand on|stand in the camp on) (\w+)/, 'edit.stand'],
  [/free cells: too few/, 'edit.fewCells'],
];

/** What the server said no with, where it is known in other languages too. */
export function refusedPosition(message: string, mover: string): EditRefusal {
  for (const [pattern, key] of REFUSED) {
    const found = pattern.exec(message);
    if (found) return { key, seat: mover, ...(found[1] ? { cell: found[1] } : {}) };
  }
  return { key: 'edit.impossible' };
}
