import { settings } from '../lib/settings.svelte';
import { fetchCode } from '../net/fetch_code';
import { en } from './en';

export type Key = keyof typeof en;
type Values = Record<string, string | number>;

/** English is here; another language comes when somebody wants it. */
const other: { it: Record<Key, string> | null } = { it: null };
const known = $state({ it: false });
const catalogue = (): Record<Key, string> => (settings.language === 'it' && known.it && other.it) || en;

/** Fetches the words of the chosen language. The page is first shown when they are there. */
export async function loadLanguage(): Promise<void> {
  if (settings.language !== 'it' || known.it) return;
  other.it = (await fetchCode(() => import('./it'))).it;
  known.it = true;
}

/** {name} is a value; {name:move|moves} the word that goes with the number. */
function fill(text: string, values: Values): string {
  const counted = text.replace(/\{(\w+):([^|}]*)\|([^}]*)\}/g, (_, name: string, one: string, many: string) =>
    Number(values[name]) === 1 ? one : many,
  );
  return counted.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A message of the chosen language. */
export function t(key: Key, values: Values = {}): string {
  return fill(catalogue()[key], values);
}

/** A word the server uses (an option, a reason, a seat), where the catalogue knows it; else as the server says it. */
export function word(kind: string, name: string, otherwise = name): string {
  const key = `${kind}.${name}`;
  return key in en ? catalogue()[key as Key] : otherwise;
}

/** What the server says in English: in the reader's words where they are known, and not at all in another language else. */
export const told = (kind: string, name: string, english: string): string =>
  word(kind, name, settings.language === 'en' ? english : '');

/** An engine of a choice: its name and a sentence about it. */
export const engineWords = ({ name, help }: { name: string; help: string }): string => {
  const level = /^level-(\d+)$/.exec(name)?.[1];
  return [name, level ? `${t('new.level')} ${level}` : told('preset', name, help)].filter(Boolean).join(' — ');
};

export const piece = (name: string): string => word('piece', name);
/** A move as people read it: words in it are translated, cells are not. */
export const moveWords = (text: string): string =>
  text
    .split(' ')
    .map((part) => word('move', part))
    .join(' ');
export const seat = (name: string): string => word('seat', name);
