import assert from 'node:assert/strict';
import { sitDown } from './table.mjs';

const IDLE_MS = 10_000;
/** What a page may do while nobody touches it. Far above what is needed, far below what a loop makes. */
const MOST = { requests: 16, kilobytes: 600, mainThreadMs: 4000 };

const over = { game: 'andantino', rules: { side: '5' }, seats: [{ kind: 'human' }, { kind: 'human' }] };

async function finishedGame(page, base) {
  const { game_id: id } = await sitDown(page, base, over);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign' }).click();
  await page.locator('.status.over').waitFor();
  return id;
}

/** A page that stands, and a function that says what it has done since: requests, bytes of answers and of the socket, and the time its main thread was busy. */
async function openPage(browser, base, path, prepare = async () => {}) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable');
  await debug.send('Network.enable');
  await page.goto(base + path);
  await page.locator('h1').first().waitFor();
  await prepare(page);
  const busy = async () =>
    (await debug.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  return async () => {
    const seen = { requests: 0, bytes: 0 };
    debug.on('Network.requestWillBeSent', () => (seen.requests += 1));
    debug.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength));
    debug.on('Network.webSocketFrameReceived', ({ response }) => (seen.bytes += response.payloadData.length));
    const before = await busy();
    await page.waitForTimeout(IDLE_MS);
    const mainThreadMs = Math.round((await busy()) - before);
    await context.close();
    return {
      path: path.replace(/[a-z0-9]{12}$/, 'ID'),
      requests: seen.requests,
      kilobytes: Math.round(seen.bytes / 1000),
      mainThreadMs,
    };
  };
}

const tab = (name) => async (page) => {
  await page.locator('svg.grid').waitFor();
  await page.getByRole('tab', { name, exact: true }).click();
};

/** What is opened on a page and has no address of its own, each with the state it stands in. */
const OPENED = [
  ['/analysis#game=andantino', 'its explorer', tab('Explorer')],
  ['/analysis#game=hex', 'the explorer of a game without proofs', tab('Explorer')],
  [
    '/analysis#game=andantino',
    'the walk through the proof',
    async (page) => {
      await tab('Explorer')(page);
      await page.getByRole('button', { name: 'Show me the proof' }).click();
      await page.getByTestId('strategy').waitFor();
    },
  ],
  ['/analysis#game=omega', 'its studies', tab('Studies')],
  [
    '/analysis#game=tafl',
    'the editor',
    async (page) => {
      await tab('Board')(page);
      await page.getByRole('button', { name: 'Set up a position' }).click();
    },
  ],
  [
    '/',
    'the help',
    async (page) => {
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    '/',
    'the settings',
    async (page) => {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
];

export const tests = {
  async 'every page left alone for ten seconds is quiet'({ browser, page, base }) {
    const id = await finishedGame(page, base);
    const { game_id: mine } = await sitDown(page, base, over);
    await page.goto('about:blank');
    const paths = [
      '/',
      '/nowhere',
      '/new/hex',
      '/learn',
      '/learn/omega',
      '/puzzles/andantino',
      '/arena',
      '/match',
      '/games',
      '/rules/tafl',
      '/reports/sweere',
      '/analysis#game=tafl',
      `/game/${mine}`,
      `/game/${id}`,
      `/review/${id}`,
    ];
    // They are opened one after the other, so that they do not take the processor from one another, and watched together.
    const watches = [];
    for (const path of paths) watches.push(await openPage(browser, base, path));
    for (const [path, what, prepare] of OPENED)
      watches.push(
        await openPage(browser, base, path, prepare).then((watch) => async () => ({
          ...(await watch()),
          path: `${path}, ${what}`,
        })),
      );
    await page.waitForTimeout(2000);
    const seen = await Promise.all(watches.map((watch) => watch()));
    for (const { path, requests, kilobytes, mainThreadMs } of seen)
      console.log(`      idle ${path}: ${requests} requests, ${kilobytes} kB, ${mainThreadMs} ms`);
    const loud = seen.filter((one) => Object.entries(MOST).some(([what, most]) => one[what] > most));
    assert.deepEqual(loud, []);
  },
};
