import type { GameRecord, Rules } from '../wire/types';

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

/** A game as text that the paste box reads again: headers in brackets, then the moves with turn numbers. */
export function toText(study: Study): string {
  const lines = [`[Game "${study.game}"]`];
  for (const [name, value] of Object.entries(study.rules)) lines.push(`[Rule "${name}=${value}"]`);
  if (study.start) lines.push(`[Start "${study.start}"]`);
  return `${lines.join('\n')}\n\n${study.moves.join(' ')}\n`;
}

const isRecord = (value: unknown): value is GameRecord =>
  typeof value === 'object' && value !== null && (value as { format?: unknown }).format === 'partita-game-1';

/** Reads our text, a JSON record, a share link, or bare moves of the game on the board. */
export function fromText(text: string, current: Study): Study | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (trimmed.startsWith('{')) {
    try {
      const value: unknown = JSON.parse(trimmed.split('\n')[0]!);
      if (isRecord(value)) return { game: value.game, rules: value.rules, start: value.start, moves: value.moves };
    } catch {
      return null;
    }
    return null;
  }
  if (/^https?:\/\/\S+#/.test(trimmed)) return fromFragment(trimmed.slice(trimmed.indexOf('#')));
  const study: Study = { game: current.game, rules: { ...current.rules }, start: '', moves: [] };
  const headers = [...trimmed.matchAll(/\[(\w+) "([^"]*)"\]/g)];
  if (headers.some(([, name]) => name === 'Game')) study.rules = {};
  for (const [, name, value] of headers) {
    if (name === 'Game') study.game = value!.toLowerCase();
    if (name === 'Start') study.start = value!;
    if (name === 'Rule') study.rules[value!.slice(0, value!.indexOf('='))] = value!.slice(value!.indexOf('=') + 1);
  }
  study.moves = trimmed.replace(/\[[^\]]*\]/g, ' ').replace(/\{[^}]*\}/g, ' ').split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, '').replace(/[!?]+$/, ''))
    .filter((word) => word !== '' && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word));
  return study;
}
