// here.mjs PAGE: a server whose page (that folder) brings an engine for browsers (scripts/add-engine). Analyses think in the visitor's
// browser, the server is asked for nothing but positions; it thinks where it is chosen, or where the engine does not start.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch } from './browser.mjs';
import { Server } from './server.mjs';

const started = async (base) =>
  Number(/^partita_searches_started_total (\d+)/m.exec(await (await fetch(`${base}/metrics`)).text())?.[1] ?? NaN);
const browser = await launch();

async function withServer(web, work) {
  const server = new Server();
  server.web = web;
  await server.start();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  try {
    await work(page, server.base, asked);
    assert.deepEqual(complaints, []);
  } catch (error) {
    const seen = await page
      .locator('main')
      .innerText({ timeout: 1000 })
      .catch(() => '');
    console.error(`${complaints.join('\n')}\nat ${page.url()}: ${seen.replace(/\s+/g, ' ').slice(0, 600)}`);
    throw error;
  } finally {
    await context.close();
    await server.end();
  }
}

const lines = (page) => page.locator('.lines li').first();
await withServer(resolve(process.argv[2]), async (page, base, asked) => {
  await page.goto(base);
  await page.locator('.games .card').first().waitFor();
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/engine/')),
    [],
    'nobody pays for an engine before an analysis',
  );
  await page.goto(`${base}/analysis#game=tafl`);
  await lines(page).waitFor({ timeout: 60000 });
  assert.ok(
    asked.some((path) => path.endsWith('/partita.wasm.gz')),
    'the engine came with the analysis',
  );
  assert.equal(await started(base), 0, 'the server has not searched');
  // What is proven is known here as well.
  await page.goto(`${base}/analysis#game=andantino`);
  await page.getByTestId('proven').getByText('Black wins (proven, in at most 52)').waitFor({ timeout: 60000 });
  assert.equal(await started(base), 0, 'nor looked for a proof');
  // A move on the board: the position is the server's, the lines come from here.
  await page.goto(`${base}/analysis#game=hex`);
  await lines(page).waitFor({ timeout: 60000 });
  await page.locator('svg.grid [data-legal] .ground').first().click({ force: true });
  await page.locator('svg.grid .stone').first().waitFor();
  await lines(page).waitFor({ timeout: 60000 });
  assert.equal(await started(base), 0);
  await page.getByRole('tab', { name: 'Board' }).click();
  await page.locator('details summary').last().click();
  await page.getByLabel('Who thinks').selectOption('server');
  for (const begin = Date.now(); (await started(base)) === 0; await page.waitForTimeout(50))
    assert.ok(Date.now() - begin < 60000, 'the server searches');
  await lines(page).waitFor({ timeout: 60000 });
});
console.log('ok    analyses think in the visitor’s browser, or on the server where it is chosen');

const broken = mkdtempSync(join(tmpdir(), 'partita-page-'));
cpSync(resolve(process.argv[2]), broken, { recursive: true });
writeFileSync(join(broken, 'engine/partita.wasm.gz'), 'no engine');
await withServer(broken, async (page, base) => {
  await page.goto(`${base}/analysis#game=tafl`);
  await page.getByTestId('own-failed').waitFor({ timeout: 60000 });
  await lines(page).waitFor({ timeout: 60000 });
  assert.ok((await started(base)) > 0, 'the server has taken over');
});
rmSync(broken, { recursive: true });
console.log('ok    where the engine does not start the server takes over and says so');
await browser.close();
process.exit(0);
