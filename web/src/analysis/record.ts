import { mainLine, nodeOf, readTree, writeTree } from './tree';
import type { Rules } from '../wire/types';

/** A game without players: what analysis needs, what a link carries. */
export interface Study {
  game: string;
  rules: Rules;
  start: string;
  moves: string[];
  /** The moves with variations and marks, where there are any. */
  tree?: string;
  /** What it is called among the kept studies. */
  name?: string;
  /** Which of the written moves the board shows; 0 is the start. Missing: the end of the main line. */
  at?: number;
}

/** The link's fragment: everything readable, nothing on the server. */
export function toFragment({ game, rules, start, moves, tree, at, name }: Study): string {
  const fields = new URLSearchParams({ game });
  if (name) fields.set('name', name);
  for (const [name, value] of Object.entries(rules)) fields.append('rule', `${name}=${value}`);
  if (start) fields.set('start', start);
  const written = tree ?? moves.join(' ');
  if (written) fields.set('moves', written);
  if (at !== undefined) fields.set('at', String(at));
  return fields.toString();
}

export function fromFragment(fragment: string): Study | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const game = fields.get('game');
  if (!game) return null;
  const rules: Rules = {};
  for (const rule of fields.getAll('rule')) {
    const [name, value] = [rule.slice(0, rule.indexOf('=')), rule.slice(rule.indexOf('=') + 1)];
    if (name) rules[name] = value;
  }
  const written = fields.get('moves') ?? '';
  const tree = readTree(written);
  const moves = mainLine(tree).map((id) => nodeOf(tree, id).move);
  const at = Number(fields.get('at') ?? NaN);
  const name = fields.get('name');
  return {
    game,
    rules,
    start: fields.get('start') ?? '',
    moves,
    ...(/[(){}!?]/.test(written) ? { tree: written } : {}),
    ...(Number.isInteger(at) ? { at } : {}),
    ...(name ? { name } : {}),
  };
}

/** Reads a share link, or bare moves of the game on the board; records in any format are the server's to read: null. */
export function fromText(text: string, current: Study): Study | null {
  const trimmed = text.trim();
  if (/^https?:\/\/\S+#/.test(trimmed)) return fromFragment(trimmed.slice(trimmed.indexOf('#')));
  if (trimmed === '' || /^[[{#]/.test(trimmed)) return null;
  const tree = readTree(trimmed);
  const moves = mainLine(tree).map((id) => nodeOf(tree, id).move);
  if (moves.length === 0) return null;
  return {
    game: current.game,
    rules: { ...current.rules },
    start: '',
    moves,
    ...(/[(){}!?]/.test(trimmed) ? { tree: writeTree(tree) } : {}),
  };
}

/** Whether two studies hold the same, wherever one looks at them. */
export const isSame = (a: Study, b: Study): boolean => toFragment({ ...a, at: 0 }) === toFragment({ ...b, at: 0 });

/** The moves of a record with its variations, marks and comments, if the main line is the one the server has read. */
export function treeOfRecord(text: string, moves: readonly string[]): string | undefined {
  const tree = readTree(text.replace(/^\s*\[\w+ "(?:[^"\\]|\\.)*"\]\s*$/gm, '').replace(/\[%\w+ [^\]]*\]/g, ''));
  const line = mainLine(tree).map((id) => nodeOf(tree, id).move);
  return line.length === moves.length &&
    line.every((move, i) => move.replace(/x.*/, '') === moves[i]?.replace(/x.*/, ''))
    ? writeTree(tree)
    : undefined;
}
