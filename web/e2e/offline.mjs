// offline.mjs DIR [UNDER]: the static site in that folder (partita site --out DIR) from a plain file server, at its top or below a path
// (/some/folder), which is then taken away: a game at level 7, an analysis that finds a proven win, a review, a puzzle, a lesson, both
// solved on the board; loaded again, all is there.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch } from './browser.mjs';
import { FileServer } from './site.mjs';
import { SiteVisit } from './site_visit.mjs';

const folder = resolve(process.argv[2] ?? '');
const under = process.argv[3] ?? '';
const files = new FileServer(folder, {}, under);
await files.start();
const { base } = files;
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
const page = await context.newPage();
// Of the very first load: the page is loaded a second time as soon as its service worker runs.
await page.addInitScript(() =>
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint' && !sessionStorage.getItem('paint'))
        sessionStorage.setItem('paint', String(startTime));
  }).observe({ type: 'paint', buffered: true }),
);

const visit = new SiteVisit(page, base);
const step = (name, work) => visit.step(name, work);

/** Asks the page again and again. (waitForFunction takes a promise for an answer, whatever it comes to.) */
async function until(test) {
  for (const begin = Date.now(); Date.now() - begin < 60000; await page.waitForTimeout(50)) {
    // The page may be loading itself anew.
    if (await page.evaluate(test).catch(() => false)) return;
  }
  throw new Error(`never true: ${test}`);
}

await step('an address inside the site, as a link that somebody sent', async () => {
  const elsewhere = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage();
  await elsewhere.goto(`${base}/rules/hex`);
  await elsewhere.getByRole('heading', { name: 'Hex' }).first().waitFor();
  const outside = await elsewhere
    .locator('a[href]')
    .evaluateAll((links, top) => links.map(({ href }) => href).filter((href) => !href.startsWith(top)), `${base}/`);
  assert.deepEqual(outside, [], 'every link of the page stays in the site');
  await elsewhere.context().close();
  // That one had no threads.
  files.given = [];
});

let id = '';
await step('first visit: page, engine, first move and its answer', async () => {
  const begin = Date.now();
  await page.goto(`${base}/`);
  await page.locator('.games .card').first().waitFor({ timeout: 60000 });
  const paint = await page.evaluate(() => Number(sessionStorage.getItem('paint')));
  await visit.startAtLevel(7);
  await visit.moveOnce();
  console.log(
    `      first paint ${Math.round(paint)} ms, first move after ${Date.now() - begin} ms and ${files.bytes} bytes`,
  );
  await page.waitForFunction(() => document.documentElement.dataset.offline === 'ready', null, { timeout: 60000 });
});

const next = mkdtempSync(join(tmpdir(), 'partita-site-'));
await step('a new version takes over when the page is opened again', async () => {
  cpSync(folder, next, { recursive: true });
  writeFileSync(join(next, 'icon.svg'), `${readFileSync(join(folder, 'icon.svg'), 'utf8')}<!-- next -->`);
  writeFileSync(
    join(next, 'sw.js'),
    readFileSync(join(folder, 'sw.js'), 'utf8').replace(/"version":"\w+"/, '"version":"next"'),
  );
  files.folder = next;
  const icon = () => page.evaluate(async (address) => (await fetch(address)).text(), `${base}/icon.svg`);
  await page.goto(`${base}/learn`);
  await until(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  assert.doesNotMatch(await icon(), /next/, 'whoever is here keeps the version he has');
  // The page loads itself anew as soon as the new version has taken over: what was begun is then broken off.
  await page.goto(`${base}/learn`, { waitUntil: 'commit' });
  await until(async () => (await caches.keys()).join() === 'partita-next');
  await page.waitForFunction(() => document.documentElement.dataset.offline === 'ready', null, { timeout: 60000 });
  assert.match(await icon(), /next/, 'whoever comes again has the new one');
  assert.equal(
    files.given.filter((name) => name.includes('partita-single')).length,
    0,
    'the engine without threads is fetched where it is needed',
  );
});

await step('the network goes', async () => {
  await files.end();
  await context.setOffline(true);
  await assert.rejects(fetch(base), 'nobody answers any more');
});

await step('a game at level 7', async () => (id = await visit.playAtLevel(7)));
await step('a review of it', () => visit.review(id));
await step('an analysis that finds a proven win', () => visit.findProvenWins());
await step('a puzzle, solved on the board', () => visit.solvePuzzles());
await step('a lesson', () => visit.takeLesson());
await step('engines among themselves', () => visit.watchEngines());
await step('loaded again: the game is there', () => visit.findGameAgain(id));

await browser.close();
rmSync(next, { recursive: true });
assert.deepEqual(visit.complaints, []);
console.log('the static site works without a network');
process.exit(0);
