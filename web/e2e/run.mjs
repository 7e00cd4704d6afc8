// Runs the browser tests in lanes, each with a server and a browser of its own, the longest first. `run.mjs WORD` runs those
// whose name, or whose file's, holds the word. More lanes than processors: tests mostly wait, for replies that people can see.
import { availableParallelism } from 'node:os';
import { launch } from './browser.mjs';
import { Server } from './server.mjs';

const files = ['./access.test.mjs', './idle.test.mjs', './review.test.mjs', './play.test.mjs', './people.test.mjs', './truth.test.mjs', './study.test.mjs', './pages.test.mjs', './alive.test.mjs', './themes.test.mjs', './proofs.test.mjs', './deploy.test.mjs', './window.test.mjs'];
const LANES = Number(process.env.LANES ?? Math.min(8, 2 * availableParallelism()));
const wanted = process.argv[2] ?? '';
const waiting = [];
for (const file of files) waiting.push(...Object.entries((await import(file)).tests).filter(([name]) => name.includes(wanted) || file.includes(wanted)));
let failed = 0;
let passed = 0;

async function runOne(name, test, browser, server) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && complaints.push(message.text()));
  const begin = Date.now();
  try {
    await test({ browser, context, page, base: server.base, server });
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    passed += 1;
    if (process.env.VERBOSE) console.log(`ok    ${name} (${Date.now() - begin} ms)`);
  } catch (error) {
    failed += 1;
    console.error(`FAILED ${name} (${Date.now() - begin} ms)\n${error?.stack ?? error}\n${complaints.join('\n')}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/failed_${failed}.png` }).catch(() => {});
  }
  await context.close();
}

async function runLane() {
  const server = new Server();
  await server.start();
  const browser = await launch();
  while (waiting.length > 0) {
    const [name, test] = waiting.shift();
    await runOne(name, test, browser, server);
  }
  await browser.close();
  await server.end();
}

await Promise.all(Array.from({ length: LANES }, runLane));
console.log(`${passed} browser tests passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
