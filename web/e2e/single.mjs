// single.mjs DIR: the static site in that folder (partita site --out DIR) from a plain file server, in a browser that allows neither a
// service worker nor threads: a game at level 3, a review, analyses, puzzles, a lesson, by one search at a time in one worker.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { launch } from './browser.mjs';
import { FileServer } from './site.mjs';
import { SiteVisit } from './site_visit.mjs';

const files = new FileServer(resolve(process.argv[2] ?? ''));
await files.start();
const browser = await launch();
const context = await browser.newContext({
  viewport: { width: 1280, height: 900 },
  locale: 'en-GB',
  serviceWorkers: 'block',
});
const page = await context.newPage();
const visit = new SiteVisit(page, files.base);

await visit.step('the page says which engine is running', async () => {
  const begin = Date.now();
  await page.goto(`${files.base}/`);
  await page.locator('.games .card').first().waitFor({ timeout: 60000 });
  console.log(`      games after ${Date.now() - begin} ms and ${files.bytes} bytes`);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false, 'nobody sends the headers');
  assert.ok(files.given.includes('/engine/partita-single.wasm.gz'), 'the engine without threads');
  assert.ok(!files.given.includes('/engine/partita.wasm.gz'), 'and not the other one');
  await page.keyboard.press('?');
  await page.getByText(/built for WebAssembly: .*without threads/).waitFor({ timeout: 10000 });
  await page.keyboard.press('Escape');
});

let id = '';
await visit.step('a game at level 3', async () => (id = await visit.playAtLevel(3)));
await visit.step('a review of it', () => visit.review(id));
await visit.step('an analysis that finds a proven win', () => visit.findProvenWins());
await visit.step('an analysis that goes on, and another position meanwhile', async () => {
  await page.goto(`${files.base}/analysis#game=hex`);
  const nodes = () =>
    page
      .getByText(/depth \d+ · /)
      .first()
      .innerText({ timeout: 60000 });
  const first = await nodes();
  await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('main *')].some(
        ({ children, innerText }) =>
          children.length === 0 && /depth \d+ · /.test(innerText ?? '') && innerText !== text,
      ),
    first,
    { timeout: 60000 },
  );
  const begin = Date.now();
  await page.locator('svg.grid [data-legal]').first().click();
  await page.locator('svg.grid .stone').first().waitFor({ timeout: 10000 });
  console.log(`      a move is on the board after ${Date.now() - begin} ms`);
  await page
    .getByText(/depth \d+ · /)
    .first()
    .waitFor({ timeout: 60000 });
});
await visit.step('a puzzle, solved on the board', () => visit.solvePuzzles());
await visit.step('a lesson', () => visit.takeLesson());
await visit.step('engines among themselves', () => visit.watchEngines());
await visit.step('loaded again: the game is there', () => visit.findGameAgain(id));

await browser.close();
await files.end();
assert.deepEqual(visit.complaints, []);
console.log('the static site works without threads');
process.exit(0);
