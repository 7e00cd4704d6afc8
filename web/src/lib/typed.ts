import type { Key } from '../i18n/messages.svelte';
import type { Layout, MovePath, Position } from '../wire/types';

export type Typed = { kind: 'move'; move: string } | { kind: 'refused'; why: Key; values: Record<string, string> };

/** Letters and digits alone: "W:c3", "w c3" and "Wc3" are the same move. */
const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How a move may be written: as the record writes it, or as the things one touches. */
const namesOf = ({ move, path }: MovePath): string[] => [bare(move), bare(path.join(' '))];

/** A move in the board's own coordinates, or in words why it is none. */
export function readTyped(text: string, layout: Layout, position: Position, legal: readonly MovePath[]): Typed {
  const typed = bare(text);
  const own = layout.pieces.find((piece) => piece.seat === position.mover)?.letter ?? '';
  for (const wanted of [typed, bare(own + typed)]) {
    const found = legal.filter((move) => namesOf(move).includes(wanted));
    if (found[0]) return { kind: 'move', move: found[0].move };
  }
  // One kind of stone left in hand: its letter goes without saying.
  const ending = legal.filter(({ path }) => path[0]?.startsWith('@') && bare(path.slice(1).join(' ')) === typed);
  if (ending.length === 1) return { kind: 'move', move: ending[0]!.move };
  return refusalOf(text, layout, position, legal);
}

function refusalOf(text: string, layout: Layout, position: Position, legal: readonly MovePath[]): Typed {
  const refuse = (why: Key, values: Record<string, string> = {}): Typed => ({ kind: 'refused', why, values });
  const example = legal[0]?.move ?? layout.cells[0]?.name ?? '';
  const names = text.match(/[a-z]+\d+/gi) ?? [];
  if (names.length === 0) return refuse('typed.unreadable', { text: text.trim(), example });
  const index = (name: string) => layout.cells.findIndex((cell) => cell.name.toLowerCase() === name.toLowerCase());
  const missing = names.find((name) => index(name) < 0);
  if (missing !== undefined)
    return refuse('typed.noCell', {
      name: missing,
      first: layout.cells[0]?.name ?? '',
      last: layout.cells.at(-1)?.name ?? '',
    });
  const [first, second] = names.map((name) => layout.cells[index(name)]!.name) as [string, string | undefined];
  const moves = legal.some(({ path }) => path.length > 1 && !path[0]!.startsWith('@'));
  const stone = (name: string) => position.stones[index(name)] ?? ' ';
  if (!moves) return refuse(stone(first) !== ' ' ? 'typed.taken' : 'typed.notThere', { name: first });
  if (!legal.some(({ path }) => path[0] === first))
    return refuse(stone(first) === ' ' ? 'typed.nothingThere' : 'typed.cannotMove', { name: first });
  return second === undefined
    ? refuse('typed.whereTo', { name: first, example })
    : refuse('typed.noWay', { from: first, to: second });
}
