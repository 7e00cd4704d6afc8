// measure.mjs [FILE]: what the pages cost. First paint and bytes of every page, what they do when left alone for ten seconds, and
// frames a second while pieces move on a phone whose processor is four times slower. Prints the tables; with FILE writes them as the
// page docs/maintaining/page-costs.md.
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { availableParallelism, loadavg } from 'node:os';
import { launch } from './browser.mjs';
import { Server } from './server.mjs';
import { choose, clickCell, legalCells, sitDown, untilMyTurn } from './table.mjs';

const IDLE_MS = 10_000;
const ME = { kind: 'human' };
const server = new Server();
await server.start();
const browser = await launch();

/** Between browser and server, to count what goes over the wire: headers, packed answers and packed frames of the socket. */
const wire = { bytes: 0 };
const counter = net.createServer((near) => {
  const far = net.connect(server.port, '127.0.0.1');
  far.on('data', (chunk) => (wire.bytes += chunk.length));
  near.pipe(far).pipe(near);
  for (const [one, other] of [
    [near, far],
    [far, near],
  ])
    one.on('error', () => other.destroy());
});
await new Promise((done) => counter.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${counter.address().port}`;

const lines = [];
function tell(line) {
  console.log(line);
  lines.push(line);
}

async function prepare() {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const { game_id: id } = await sitDown(page, base, { game: 'andantino', rules: { side: '5' }, seats: [ME, ME] });
  await untilMyTurn(page);
  await clickCell(page, (await legalCells(page))[0]);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign' }).click();
  await page.locator('.status.over').waitFor();
  const { game_id: open } = await sitDown(page, base, { game: 'tafl', seats: [ME, ME] });
  await context.close();
  return { id, open };
}

async function measure(path) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable');
  await debug.send('Network.enable');
  const before = wire.bytes;
  const seen = {
    requests: 0,
    get bytes() {
      return wire.bytes - before;
    },
  };
  debug.on('Network.requestWillBeSent', () => (seen.requests += 1));
  await page.goto(base + path);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(2500);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  const loaded = { requests: seen.requests, bytes: seen.bytes };
  const busy = async () =>
    (await debug.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  const begin = await busy();
  await page.waitForTimeout(IDLE_MS);
  const thread = (await busy()) - begin;
  await context.close();
  return {
    path: path.replace(/[a-z0-9]{12}$/, 'ID'),
    paint,
    loaded,
    idle: { requests: seen.requests - loaded.requests, bytes: seen.bytes - loaded.bytes, thread },
  };
}

/** Frames a second while a piece slides or a stone lands, on a phone's page with the processor slowed four times. */
async function frames(game, rules, moves) {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await choose(page, base, { confirm: 'never' });
  await sitDown(page, base, { game, rules, seats: [ME, ME] });
  const debug = await context.newCDPSession(page);
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const rates = [];
  for (const touches of moves) {
    await untilMyTurn(page);
    const count = page.evaluate(
      () =>
        new Promise((resolve) => {
          const start = () => {
            const begin = performance.now();
            let drawn = 0;
            const next = (now) =>
              now - begin < 400 ? ((drawn += 1), requestAnimationFrame(next)) : resolve((drawn * 1000) / (now - begin));
            requestAnimationFrame(next);
          };
          new MutationObserver((_, observer) => {
            observer.disconnect();
            start();
          }).observe(document.querySelector('.moves'), { childList: true, subtree: true, characterData: true });
        }),
    );
    for (const cell of touches) await page.locator(`svg.grid [data-cell="${cell}"] .ground`).tap({ force: true });
    rates.push(await count);
    await page.waitForTimeout(300);
  }
  await context.close();
  return rates;
}

/** What else the machine does makes everything slower: its load at the begin and at the end is told. */
const loads = [loadavg()[0]];
const { id, open } = await prepare();
const paths = [
  '/',
  '/new/hex',
  '/learn',
  '/learn/hex',
  '/puzzles/andantino',
  '/rules/tafl',
  '/games',
  '/arena',
  '/match',
  '/reports/sweere',
  '/analysis#game=tafl',
  `/game/${open}`,
  `/review/${id}`,
];
tell(
  '| page | first paint, ms | requests | kB | idle 10 s: requests | kB | main thread, ms |\n|---|---|---|---|---|---|---|',
);
for (const path of paths) {
  const { paint, loaded, idle, path: name } = await measure(path);
  tell(
    `| \`${name}\` | ${Math.round(paint)} | ${loaded.requests} | ${Math.round(loaded.bytes / 1000)} | ${idle.requests} | ${(idle.bytes / 1000).toFixed(1)} | ${Math.round(idle.thread)} |`,
  );
}
const games = {
  'Tablut, a piece slides': [
    'tafl',
    { rules: 'mcgill' },
    [
      ['d1', 'd3'],
      ['c5', 'c3'],
      ['f1', 'f3'],
      ['g5', 'g2'],
    ],
  ],
  'Hex, a stone lands': ['hex', { swap: 'off' }, [['f6'], ['g5'], ['e7'], ['d8']]],
  'Andantino, a stone lands': ['andantino', {}, [['K10'], ['K11'], ['L11'], ['J11']]],
  'Omega, a stone lands': ['omega', {}, [['E5'], ['D5'], ['F6'], ['G5']]],
};
tell('\n## Movement\n\n| on a phone, processor slowed four times | frames a second, move by move |\n|---|---|');
for (const [name, order] of Object.entries(games))
  tell(`| ${name} | ${(await frames(...order)).map(Math.round).join(', ')} |`);
if (process.argv[2]) {
  loads.push(loadavg()[0]);
  const head = `# What the pages cost

Written by \`node web/e2e/measure.mjs docs/maintaining/page-costs.md\`: the built page from a server on the same machine, a fresh browser profile for
each page, in Chromium ${browser.version()}, on a machine with ${availableParallelism()} processors and a load of ${loads.map((load) => load.toFixed(1)).join(' to ')}. Bytes are those that go over the wire to the browser, headers and the socket's frames with them. A page is
given two and a half seconds to load and is then left alone for ten. What a page may do while nobody touches it is held by \`web/e2e/idle.test.mjs\`,
what a visitor downloads by \`web/scripts/page-sizes.mjs\`.

## Pages
`;
  writeFileSync(process.argv[2], `${head}\n${lines.join('\n')}\n`);
}
await browser.close();
counter.close();
await server.end();
process.exit(0);
