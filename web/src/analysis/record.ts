import type { Rules } from '../wire/types';

/** A game without players: what analysis needs, what a link carries. */
export interface Study { game: string; rules: Rules; start: string; moves: string[] }

/** The link's fragment: everything readable, nothing on the server. */
export function toFragment({ game, rules, start, moves }: Study): string {
  const fields = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(rules)) fields.append('rule', `${name}=${value}`);
  if (start) fields.set('start', start);
  if (moves.length > 0) fields.set('moves', moves.join(' '));
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
  return { game, rules, start: fields.get('start') ?? '', moves: (fields.get('moves') ?? '').split(/\s+/).filter(Boolean) };
}

/** Reads a share link, or bare moves of the game on the board; records in any format are the server's to read: null. */
export function fromText(text: string, current: Study): Study | null {
  const trimmed = text.trim();
  if (/^https?:\/\/\S+#/.test(trimmed)) return fromFragment(trimmed.slice(trimmed.indexOf('#')));
  if (trimmed === '' || /^[[{#]/.test(trimmed)) return null;
  const moves = trimmed.replace(/\{[^}]*\}/g, ' ').split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, '').replace(/[!?]+$/, ''))
    .filter((word) => word !== '' && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word));
  return { game: current.game, rules: { ...current.rules }, start: '', moves };
}
