import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathBelow } from '../src/lib/site_top';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** What the script in front of a static site's page takes for the site's top; null where somebody has said it already. */
function topOf(path: string, base: object | null = null): string | null {
  let found: string | null = null;
  const document = {
    querySelector: () => base,
    createElement: () => ({}),
    head: { prepend: ({ href }: { href: string }) => (found = href) },
  };
  new Function('document', 'location', read('public/site_top.js'))(document, { pathname: path });
  return found;
}

describe('a static site in a folder of its host', () => {
  it('knows its top from every address', () => {
    expect(['/', '/index.html', '/learn', '/learn/hex', '/game/abc', '/nowhere'].map((path) => topOf(path))).toEqual(
      Array(6).fill('/'),
    );
    expect(
      ['/a/b/', '/a/b/index.html', '/a/b/learn', '/a/b/rules/hex', '/a/b/nowhere'].map((path) => topOf(path)),
    ).toEqual(Array(5).fill('/a/b/'));
    expect(topOf('/games/'), 'a folder with the name of a page').toBe('/games/');
    expect(topOf('/games'), 'a page').toBe('/');
    expect(topOf('/a/learn', {}), 'the service worker has said it').toBeNull();
  });
  it('has its own paths below the top and no others', () => {
    expect(pathBelow('/', '/game/x')).toBe('/game/x');
    expect(pathBelow('/a/', '/a/game/x')).toBe('/game/x');
    expect(pathBelow('/a/', '/a/')).toBe('/');
    expect(pathBelow('/a/', '/a')).toBe('/');
    expect(pathBelow('/a/', '/ab/game')).toBeNull();
    expect(pathBelow('/a/', '/')).toBeNull();
  });
  it('has a page for each of the words that it knows, and knows each page', () => {
    const known = [
      ...read('public/site_top.js')
        .match(/PAGES = \[(.*?)\]/)![1]!
        .matchAll(/'(\w+)'/g),
    ].map(([, name]) => name);
    const pages = [...read('src/App.svelte').matchAll(/section === '(\w+)'/g)].map(([, name]) => name);
    expect(known.sort()).toEqual([...new Set(pages)].sort());
  });
  it('has no link from the top of its host', () => {
    const files = (readdirSync(new URL('../src', import.meta.url), { recursive: true }) as string[]).filter((name) =>
      name.endsWith('.svelte'),
    );
    const wrong = files.flatMap((name) => (/href="\/|href=\{`\/|src="\//.test(read(join('src', name))) ? [name] : []));
    expect(wrong, 'SITE_TOP stands for the first slash').toEqual([]);
  });
});
