// package.mjs FILE.tgz: the npm package in a project of its own, as its README says: installed, its ten lines opened in a browser from a
// plain file server, a move clicked; the engine answers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch } from './browser.mjs';
import { FileServer } from './site.mjs';

const project = mkdtempSync(join(tmpdir(), 'partita-npm-'));
const npm = (...words) => execFileSync('npm', words, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
writeFileSync(join(project, 'package.json'), '{"name": "scratch", "private": true}');
npm('install', '--offline', '--no-audit', '--no-fund', '--silent', resolve(process.argv[2]));
const [, page] = /```html\n([^]*?)```/.exec(readFileSync(join(project, 'node_modules/@partita/web/README.md'), 'utf8'));
assert.ok(page.trim().split('\n').length <= 12, 'ten lines and the tags around them');
writeFileSync(join(project, 'index.html'), page);

const files = new FileServer(project, {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
});
await files.start();
const browser = await launch();
const tab = await browser.newPage();
const complaints = [];
tab.on('pageerror', (error) => complaints.push(String(error)));
// Browsers ask every host for a picture of its own.
tab.on(
  'console',
  (message) =>
    message.type() === 'error' && !message.location().url.endsWith('/favicon.ico') && complaints.push(message.text()),
);
try {
  await tab.goto(files.base);
  const cells = tab.locator('partita-board svg.grid [data-legal]');
  await cells.first().waitFor({ timeout: 60000 });
  assert.equal(await cells.count(), 25, 'every cell of the empty board may be played');
  await tab.locator('partita-board svg.grid [data-cell="c3"] .ground').click({ force: true });
  const stones = tab.locator('partita-board svg.grid .stone');
  await tab.waitForFunction(
    () => document.querySelector('partita-board').shadowRoot.querySelectorAll('svg.grid .stone').length === 2,
    null,
    { timeout: 60000 },
  );
  assert.equal(await stones.count(), 2, 'my stone and the answer');
  assert.equal(await cells.count(), 23, 'and it is my turn again');
  const box = await tab.locator('partita-board svg.grid').boundingBox();
  assert.ok(box.width > 200 && box.height > 200, `the board has a size: ${box.width} x ${box.height}`);
  const paint = await stones
    .first()
    .locator('circle')
    .first()
    .evaluate((circle) => getComputedStyle(circle).fill);
  assert.notEqual(paint, 'rgb(0, 0, 0)', 'the board brings its own colours');
  if (process.env.PICTURE) await tab.screenshot({ path: process.env.PICTURE });
  assert.deepEqual(complaints, []);
} catch (error) {
  console.error(complaints.join('\n'));
  throw error;
} finally {
  await browser.close();
  await files.end();
  rmSync(project, { recursive: true });
}
console.log('the npm package plays on a page of its own');
process.exit(0);
