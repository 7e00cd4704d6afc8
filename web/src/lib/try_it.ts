/** What a command of the reports' pages becomes here: an address of this page, or a line to copy. */
export type Trial = { kind: 'link'; href: string } | { kind: 'copy'; command: string };

/** Words of a command line; quotes hold blanks together. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

interface Options {
  plain: string[];
  named: Map<string, string>;
}

/** "--side 5 --wait": a name has a value unless another name follows. */
function optionsOf(words: readonly string[]): Options {
  const plain: string[] = [];
  const named = new Map<string, string>();
  for (let i = 0; i < words.length; ++i) {
    const word = words[i]!;
    if (!word.startsWith('--')) {
      plain.push(word);
      continue;
    }
    const next = words[i + 1];
    const hasValue = next !== undefined && !next.startsWith('--');
    named.set(word.slice(2), hasValue ? next : '');
    if (hasValue) ++i;
  }
  return { plain, named };
}

const RULES = ['side', 'rules'];

function fieldsOf(game: string, { named }: Options): URLSearchParams {
  const fields = new URLSearchParams({ game });
  for (const rule of RULES) if (named.get(rule)) fields.append('rule', `${rule}=${named.get(rule)!}`);
  return fields;
}

/** A game at the table: seats by names, "human/rudin"; letters and programs stay commands. */
function playLink(game: string, options: Options): string | null {
  const seats = (options.named.get('seats') ?? 'human/human').split('/');
  if (seats.length !== 2 || seats.some((seat) => seat === '' || seat.includes(':'))) return null;
  const fields = fieldsOf(game, options);
  fields.delete('game');
  for (const seat of seats) fields.append('seat', seat);
  if (options.named.get('clock')) fields.set('clock', options.named.get('clock')!);
  return `/new/${game}#${fields}`;
}

function analysisLink(game: string, options: Options): string {
  const fields = fieldsOf(game, options);
  if (options.named.get('moves')) fields.set('moves', options.named.get('moves')!);
  if (options.named.get('preset')) fields.set('engine', options.named.get('preset')!);
  return `/analysis#${fields}`;
}

/** Nothing where the text is no command of ours, or one that is cut short. */
export function trialOf(text: string): Trial | null {
  const words = wordsOf(text);
  if (words[0] !== 'partita' || words.length < 2 || text.includes('…')) return null;
  const options = optionsOf(words.slice(2));
  const game = words[1] === 'play' ? options.plain[0] : options.named.get('game');
  if (game !== undefined && words[1] === 'play' && !options.named.has('players')) {
    const href = playLink(game, options);
    if (href) return { kind: 'link', href };
  }
  if (game !== undefined && ['go', 'inspect', 'why', 'explore'].includes(words[1]!))
    return { kind: 'link', href: analysisLink(game, options) };
  return { kind: 'copy', command: text };
}
