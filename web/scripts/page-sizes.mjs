// page-sizes.mjs: what a visitor downloads for each page of a fresh browser, gzipped, from Vite's manifest of the built page: the
// entry, its style sheet, and the part with that page. Fails where a page is above its limit. What counts is what one visitor
// fetches for the first page and for the page he goes to; parts he never opens cost him nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KIB = 1024;
/** The first page must paint at once; of the others, analysis is the largest. */
const MOST = { first: 64 * KIB, other: 92 * KIB };

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const packed = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

/** Every file that a part needs at once, with those it imports. */
function filesOf(name, seen = new Set()) {
  const part = manifest[name];
  if (seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const style of part.css ?? []) seen.add(style);
  for (const other of part.imports ?? []) filesOf(other, seen);
  return seen;
}

const [entry] = Object.keys(manifest).filter((name) => manifest[name].isEntry);
const first = filesOf(entry);
const sizeOf = (files) => [...files].reduce((sum, file) => sum + packed(file), packed('index.html'));
/** A page that shares its part with a panel loaded later has no source in the manifest, only the name of its file. */
const partOf = (page) =>
  Object.keys(manifest).find(
    (name) => name === `src/pages/${page}.svelte` || (name.startsWith(`_${page}-`) && manifest[name].isDynamicEntry),
  );
const names = readdirSync(fileURLToPath(new URL('../src/pages', import.meta.url))).map((file) =>
  file.replace('.svelte', ''),
);
/** The page that everybody sees first is part of the entry. */
const FIRST = ['Home'];
for (const page of names)
  if (!partOf(page) && !FIRST.includes(page)) throw new Error(`no part of the built page is ${page}`);
const pages = names
  .filter(partOf)
  .map((page) => [page, sizeOf(new Set([...first, ...filesOf(partOf(page))])), MOST.other]);
let isTooLarge = false;
for (const [name, bytes, most] of [['first page', sizeOf(first), MOST.first], ...pages.sort((a, b) => b[1] - a[1])]) {
  if (bytes > most) isTooLarge = true;
  console.log(`${name}: ${(bytes / KIB).toFixed(1)} KiB of ${most / KIB}${bytes > most ? ', TOO LARGE' : ''}`);
}
process.exit(isTooLarge ? 1 : 0);
