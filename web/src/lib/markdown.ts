/** The part of Markdown the house's own pages are written in, as a tree of plain data: nothing in a page becomes markup by itself. */
export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'image'; text: string; href: string };
export type Block =
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

const INLINE =
  /`([^`]+)`|!\[([^\]]*)\]\(([^)\s]+)[^)]*\)|\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)[^)]*\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;

export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index) });
    const [, code, image, source, label, href, strong, emphasis] = found;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (source !== undefined) parts.push({ kind: 'image', text: image ?? '', href: source });
    else if (href !== undefined) parts.push({ kind: 'link', text: (label ?? '').replace(/[`*]/g, ''), href });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong.replaceAll('`', '') });
    else parts.push({ kind: 'emphasis', text: emphasis ?? '' });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** "| a | b |" as its cells; a bar behind a backslash is one of the text. */
const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => readInline(cell.trim().replaceAll('\\|', '|')));
const isRule = (line: string | undefined): boolean =>
  line !== undefined && /^\s*\|?[\s:|-]*-[\s:|-]*$/.test(line) && line.includes('|');
const ITEM = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)$/;

export function readMarkdown(text: string): Block[] {
  const lines = text.replace(/<!--[\s\S]*?-->/g, '').split(/\r?\n/);
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === '') {
      i += 1;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((other, j) => j > i && other.startsWith('```'));
      const last = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(i + 1, last).join('\n') });
      i = last + 1;
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, content: readInline(heading[2]!) });
      i += 1;
    } else if (line.includes('|') && isRule(lines[i + 1])) {
      const rows: Inline[][][] = [];
      let j = i + 2;
      for (; j < lines.length && lines[j]!.includes('|'); ++j) rows.push(cellsOf(lines[j]!));
      blocks.push({ kind: 'table', head: cellsOf(line), rows });
      i = j;
    } else if (ITEM.test(line)) {
      const items: string[] = [];
      const ordered = ITEM.exec(line)?.[1] !== undefined;
      for (; i < lines.length && lines[i]!.trim() !== ''; ++i) {
        const item = ITEM.exec(lines[i]!);
        if (item) items.push(item[2]!);
        else items.push(`${items.pop() ?? ''} ${lines[i]!.trim()}`);
      }
      blocks.push({ kind: 'list', ordered, items: items.map(readInline) });
    } else {
      const words: string[] = [];
      for (
        ;
        i < lines.length &&
        lines[i]!.trim() !== '' &&
        !/^(#{1,6}\s|```)/.test(lines[i]!) &&
        !(lines[i]!.includes('|') && isRule(lines[i + 1]));
        ++i
      )
        words.push(lines[i]!.trim());
      blocks.push({ kind: 'paragraph', content: readInline(words.join(' ')) });
    }
  }
  return blocks;
}
