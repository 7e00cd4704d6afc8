// offline.mjs DIR [UNDER]: the static site in that folder (partita site --out DIR) from a plain file server, at its top or below a path
// (/some/folder), which is then taken away: a game at level 7, an analysis that finds a proven win, a review, a puzzle, a lesson, both
// solved on the board; loaded again, all is there.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch } from './browser.mjs';
import { FileServer } from './site.mjs';
import { clickCell, legalCells, pick, playMove, untilMyTurn } from './table.mjs';
import { puzzlesOf } from './shipped.mjs';

const folder = resolve(process.argv[2] ?? '');
const under = process.argv[3] ?? '';
const files = new FileServer(folder, {}, under);
await files.start();
const { base } = files;
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
const page = await context.newPage();
const complaints = [];
// Of the very first load: the page is loaded a second time as soon as its service worker runs.
await page.addInitScript(() => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint' && !sessionStorage.getItem('paint')) sessionStorage.setItem('paint', String(startTime));
}).observe({ type: 'paint', buffered: true }));
page.on('pageerror', (error) => complaints.push(String(error)));

async function step(name, work) {
  const begin = Date.now();
  try {
    await work();
  } catch (error) {
    const seen = await page.locator('main').innerText({ timeout: 1000 }).catch(() => '');
    console.error(`FAILED ${name}\n${error?.stack ?? error}\n${complaints.join('\n')}\nat ${page.url()}: ${seen.replace(/\s+/g, ' ').slice(0, 600)}`);
    process.exit(1);
  }
  console.log(`ok    ${name} (${Date.now() - begin} ms)`);
}

/** Asks the page again and again. (waitForFunction takes a promise for an answer, whatever it comes to.) */
async function until(test) {
  for (const begin = Date.now(); Date.now() - begin < 60000; await page.waitForTimeout(50)) {
    // The page may be loading itself anew.
    if (await page.evaluate(test).catch(() => false)) return;
  }
  throw new Error(`never true: ${test}`);
}

/** A move of mine at random; the other side answers or the game is over. */
async function moveOnce() {
  const before = await page.locator('.moves').innerText();
  await clickCell(page, pick(await legalCells(page)));
  await page.waitForFunction((text) => document.querySelector('.status.over') || document.querySelector('.moves').innerText !== text, before);
}

async function startLevel7() {
  await page.goto(`${base}/`);
  await page.getByRole('link', { name: 'Play Andantino' }).click();
  await page.getByRole('slider').first().fill('7');
  assert.equal(await page.getByText('A friend').count(), 0, 'nobody can be invited to a table in this browser');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('svg.grid [data-legal]').first().waitFor({ timeout: 30000 });
}

await step('an address inside the site, as a link that somebody sent', async () => {
  const elsewhere = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage();
  await elsewhere.goto(`${base}/rules/hex`);
  await elsewhere.getByRole('heading', { name: 'Hex' }).first().waitFor();
  const outside = await elsewhere.locator('a[href]').evaluateAll((links, top) => links.map(({ href }) => href).filter((href) => !href.startsWith(top)), `${base}/`);
  assert.deepEqual(outside, [], 'every link of the page stays in the site');
  await elsewhere.context().close();
});

let id = '';
await step('first visit: page, engine, first move and its answer', async () => {
  const begin = Date.now();
  await page.goto(`${base}/`);
  await page.locator('.games .card').first().waitFor({ timeout: 60000 });
  const paint = await page.evaluate(() => Number(sessionStorage.getItem('paint')));
  await startLevel7();
  await moveOnce();
  console.log(`      first paint ${Math.round(paint)} ms, first move after ${Date.now() - begin} ms and ${files.bytes} bytes`);
  await page.waitForFunction(() => document.documentElement.dataset.offline === 'ready', null, { timeout: 60000 });
});

const next = mkdtempSync(join(tmpdir(), 'partita-site-'));
await step('a new version takes over when the page is opened again', async () => {
  cpSync(folder, next, { recursive: true });
  writeFileSync(join(next, 'icon.svg'), `${readFileSync(join(folder, 'icon.svg'), 'utf8')}<!-- next -->`);
  writeFileSync(join(next, 'sw.js'), readFileSync(join(folder, 'sw.js'), 'utf8').replace(/"version":"\w+"/, '"version":"next"'));
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
});

await step('the network goes', async () => {
  await files.end();
  await context.setOffline(true);
  await assert.rejects(fetch(base), 'nobody answers any more');
});

await step('a game at level 7', async () => {
  await startLevel7();
  for (let ply = 0; ply < 60 && (await untilMyTurn(page)); ++ply) await moveOnce();
  await page.locator('.status.over').waitFor();
  id = new URL(page.url()).pathname.split('/').at(-1);
});

await step('a review of it', async () => {
  await page.goto(`${base}/review/${id}`);
  await page.getByTestId('accuracy').waitFor({ timeout: 120000 });
});

await step('an analysis that finds a proven win', async () => {
  await page.goto(`${base}/analysis#${new URLSearchParams({ game: 'hex', rule: 'side=5', moves: 'c3 a1' })}`);
  await page.getByTestId('proven').getByText(/wins \(proven/).waitFor({ timeout: 60000 });
  await page.goto(`${base}/analysis#game=andantino`);
  await page.getByTestId('proven').getByText('Black wins (proven, in at most 52)').waitFor({ timeout: 60000 });
});

/** Opens a puzzle and makes the moves of its solution on the board. */
async function tryPuzzle(game, number, moves) {
  // An address that differs in its fragment alone does not load the page.
  await page.goto(`${base}/learn`);
  await page.goto(`${base}/puzzles/${game}#${number}`);
  await page.getByText(`Puzzle ${number},`).waitFor({ timeout: 30000 });
  await page.locator('svg.grid [data-legal]').first().waitFor({ timeout: 30000 });
  for (const move of moves) await playMove(page, move);
}

await step('a puzzle, solved on the board', async () => {
  const puzzles = puzzlesOf('andantino');
  const inOne = puzzles.find(({ plies }) => plies === 1);
  await tryPuzzle('andantino', inOne.number, inOne.solution);
  await page.getByTestId('puzzle-task').getByText('Won!').waitFor({ timeout: 30000 });
  const inTwo = puzzles.find(({ plies }) => plies === 3);
  await tryPuzzle('andantino', inTwo.number, inTwo.solution);
  await page.getByTestId('puzzle-task').getByText('is the longest defence').waitFor({ timeout: 30000 });
});

await step('a lesson', async () => {
  await page.goto(`${base}/learn/hex`);
  await page.locator('svg.grid [data-legal]').first().waitFor({ timeout: 30000 });
  // Any stone will do first; then the one that joins the edges.
  await clickCell(page, 'c3');
  await page.getByTestId('done').waitFor({ timeout: 30000 });
  await page.getByRole('button', { name: 'Next step' }).click();
  await page.locator('svg.grid [data-cell="e4"] .stone').waitFor({ timeout: 30000 });
  await clickCell(page, 'a1');
  await page.getByText('not what we are looking for').first().waitFor({ timeout: 30000 });
  await page.locator('svg.grid [data-cell="a1"] .stone').waitFor({ state: 'detached', timeout: 30000 });
  await clickCell(page, 'a5');
  await page.getByTestId('done').waitFor({ timeout: 30000 });
});

await step('engines among themselves', async () => {
  await page.goto(`${base}/arena`);
  await page.getByRole('button', { name: 'Watch them play' }).click({ timeout: 30000 });
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length >= 2, null, { timeout: 60000 });
});

await step('loaded again: the game is there', async () => {
  await page.goto(`${base}/games`);
  await page.reload();
  await page.locator(`[data-game="${id}"]`).waitFor({ timeout: 30000 });
  await page.goto(`${base}/game/${id}`);
  await page.locator('.status.over').waitFor({ timeout: 30000 });
});

await browser.close();
rmSync(next, { recursive: true });
assert.deepEqual(complaints, []);
console.log('the static site works without a network');
process.exit(0);
