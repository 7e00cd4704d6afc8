// What is proven is said before anything is searched: Andantino's start is solved.
import assert from 'node:assert/strict';
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { clickCell, legalCells, pick, sitDown, untilMyTurn } from './table.mjs';

const PROVEN = /^Black wins \(proven, in (at most )?\d+\)$/;
const proven = (page) => page.getByTestId('proven');
/** The proof of the position shown, and how long it took to be said; a busy machine gets five seconds. */
async function untilProven(page) {
  const begin = Date.now();
  await page.waitForFunction(
    () =>
      /^Black wins \(proven, in (at most )?\d+\)$/.test(
        document.querySelector('[data-testid=proven]')?.textContent ?? '',
      ),
    null,
    { timeout: 5000 },
  );
  return { ms: Date.now() - begin, plies: Number(/\d+/.exec(await proven(page).innerText())[0]) };
}
const bar = (page) => page.locator('.evalbar').getAttribute('aria-label');

export const tests = {
  async 'the start of Andantino and every first move are proven at once'({ page, base }) {
    await page.goto(`${base}/analysis#game=andantino`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    const delays = [(await untilProven(page)).ms];
    assert.equal(await proven(page).innerText(), 'Black wins (proven, in at most 52)');
    assert.match(await bar(page), /White 0%, Black 100%/);
    const first = await legalCells(page);
    assert.equal(first.length, 6);
    for (const cell of first) {
      await clickCell(page, cell);
      await page.waitForFunction((name) => document.querySelector('.tree [aria-current]')?.textContent === name, cell);
      delays.push((await untilProven(page)).ms);
      assert.match(await bar(page), /White 0%, Black 100%/);
      await page
        .locator('.lines .proven', { hasText: /wins in/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'First position' }).click();
      await page.waitForFunction(() => !document.querySelector('.tree [aria-current]'));
      // Known already: said without waiting for the server.
      assert.match(await proven(page).innerText(), PROVEN);
      // A click on the board that is still shown would be one on another position.
      await page.waitForFunction(
        (count) => document.querySelectorAll('svg.grid [data-legal]').length === count,
        first.length,
      );
    }
    console.log(`      proven after ${delays.join(', ')} ms`);
  },
  async 'a proven draw is said, and has no strategy to walk through'({ page, base }) {
    await page.goto(`${base}/analysis#${new URLSearchParams({ game: 'andantino', rule: 'side=4' })}`);
    await page.waitForFunction(
      () => document.querySelector('[data-testid=proven]')?.textContent === 'A draw (proven)',
      null,
      { timeout: 5000 },
    );
    assert.match(await bar(page), /White 50%, Black 50%/);
    await page.getByRole('tab', { name: 'Explorer' }).click();
    await page.locator('.tab-panel').getByText('A draw (proven)').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Show me the proof' }).count(), 0);
  },
  async 'along a walk against the strategy nothing is forgotten, and the graph is flat'({ page, base }) {
    await page.goto(`${base}/analysis#game=andantino`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    let last = 53;
    for (let ply = 0; ply < 60; ++ply) {
      if (/won/.test(await page.getByTestId('status').innerText())) break;
      const { plies } = await untilProven(page);
      assert.ok(plies < last, `ply ${ply}: ${plies} after ${last}`);
      last = plies;
      const count = await page.locator('.tree button').count();
      if (ply % 2 === 0) await clickCell(page, pick(await legalCells(page)));
      else await page.locator('.lines li').first().locator('.pv button').first().click();
      await page.waitForFunction((moves) => document.querySelectorAll('.tree button').length === moves + 1, count);
      await page.waitForFunction(
        () =>
          document.querySelector('[data-testid=status]')?.textContent.includes('won') ||
          document.querySelector('svg.grid [data-legal]'),
      );
      await page.waitForTimeout(50);
    }
    assert.match(await page.getByTestId('status').innerText(), /Black won/);
    const heights = await page
      .locator('.graph-line')
      .getAttribute('points')
      .then((points) => [...new Set(points.split(' ').map((point) => point.split(',')[1]))]);
    assert.deepEqual(heights.length, 1, `the graph knows one value: ${heights}`);
  },
  async 'a hint says what is proven'({ page, base }) {
    await sitDown(page, base, { game: 'andantino', seats: [{ kind: 'human' }, { kind: 'human' }] });
    await untilMyTurn(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page
      .getByTestId('hint')
      .getByText(/Hint: \w+. Black wins \(proven, in at most 52\)/)
      .waitFor({ timeout: 5000 });
    await page.locator('.ghost .number').waitFor();
  },
  async 'what the engine has proven stays known a move later'({ page, base }) {
    // Two plies before a forced win on the small board; nothing shipped covers it.
    await page.goto(
      `${base}/analysis#${new URLSearchParams({ game: 'andantino', rule: 'side=5', start: '5 5/6/7/2WB1W2/2BBBB3/2W1W3/7/6/5 w' })}`,
    );
    await page
      .getByTestId('proven')
      .getByText(/wins \(proven/)
      .waitFor({ timeout: 10000 });
    const winner = /^(\w+)/.exec(await proven(page).innerText())[1];
    await clickCell(page, (await legalCells(page))[0]);
    await page
      .getByTestId('proven')
      .getByText(new RegExp(`${winner} wins \\(proven`))
      .waitFor({ timeout: 10000 });
    // Known already: said with the step itself, before any message of the server can have come.
    const said = await page.evaluate(async () => {
      document.querySelector('button[aria-label="First position"]').click();
      for (let i = 0; i < 10 && document.querySelector('.tree [aria-current]'); ++i) await Promise.resolve();
      return document.querySelector('.tree [aria-current]')
        ? 'still there'
        : document.querySelector('[data-testid=proven]').textContent;
    });
    assert.match(said, new RegExp(`^${winner} wins \\(proven`));
  },
  async 'the proven strategy can be walked through: every reply of the loser, and the answer'({ page, base }) {
    await page.goto(`${base}/analysis#game=andantino`);
    await page.getByTestId('proven').getByText('proven').waitFor();
    await page.getByRole('tab', { name: 'Explorer' }).click();
    await page.getByRole('button', { name: 'Show me the proof' }).click();
    const left = async () => Number(/in (?:at most )?(\d+)/.exec(await page.getByTestId('proven').innerText())?.[1]);
    let before = Infinity;
    for (let pair = 0; pair < 6; ++pair) {
      const replies = page.locator('[data-testid=strategy] button');
      await replies.first().waitFor();
      const legal = await page.locator('svg.grid [data-legal]').count();
      await page.waitForFunction(
        (count) => document.querySelectorAll('[data-testid=strategy] li').length === count,
        legal,
      );
      // Another way every time: the walk holds wherever the loser goes.
      const chosen = replies.nth(pair % Math.min(3, legal));
      const [reply, answer] = (await chosen.innerText()).match(/[A-S]\d+/g);
      assert.ok(answer, 'there is an answer');
      await chosen.click();
      await page.waitForFunction(
        (move) => document.querySelector('.tree [aria-current]')?.textContent === move,
        answer,
      );
      assert.ok((await page.locator('.tree button').allInnerTexts()).includes(reply));
      await page
        .getByText(/Black wins \(proven|Black won/)
        .first()
        .waitFor();
      if (/Black won/.test(await page.getByTestId('status').innerText())) break;
      const now = await left();
      assert.ok(now < before, `${now} plies left, ${before} before`);
      before = now;
    }
    await page.keyboard.press('ArrowLeft');
    await page.getByText(/Black plays \S+ and wins in at most/).waitFor();
    // Without a proof there is no strategy to walk through.
    await page.goto('about:blank');
    await page.goto(`${base}/analysis#game=hex`);
    await page.locator('.lines li').first().waitFor();
    await page.getByRole('tab', { name: 'Explorer' }).click();
    await page.getByText('other moves, nothing known').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Show me the proof' }).count(), 0);
  },
  async 'answers of the server are packed, and messages of its socket'({ context, page, base }) {
    const debug = await context.newCDPSession(page);
    await debug.send('Network.enable');
    const shaken = new Promise((resolve) =>
      debug.on('Network.webSocketHandshakeResponseReceived', ({ response }) => resolve(response.headers)),
    );
    await page.goto(`${base}/analysis#game=tafl`);
    const headers = Object.fromEntries(
      Object.entries(await shaken).map(([name, value]) => [name.toLowerCase(), value]),
    );
    assert.match(headers['sec-websocket-extensions'] ?? '', /permessage-deflate/);
    await debug.detach();
    const ask = async (encoding) => {
      const answer = await new Promise((resolve, reject) => {
        const request = http.request(
          `${base}/api/v1/position`,
          { method: 'POST', headers: { 'Content-Type': 'application/json', 'Accept-Encoding': encoding } },
          resolve,
        );
        request.on('error', reject);
        request.end(JSON.stringify({ game: 'andantino' }));
      });
      const chunks = [];
      for await (const chunk of answer) chunks.push(chunk);
      return { encoding: answer.headers['content-encoding'], vary: answer.headers.vary, body: Buffer.concat(chunks) };
    };
    const [plain, packed] = [await ask('identity'), await ask('gzip, br')];
    assert.equal(plain.encoding, undefined);
    assert.equal(packed.encoding, 'gzip');
    assert.match(packed.vary, /Accept-Encoding/i);
    assert.deepEqual(gunzipSync(packed.body), plain.body);
    assert.ok(packed.body.length * 4 < plain.body.length, `${packed.body.length} of ${plain.body.length} bytes`);
    console.log(`      a position of Andantino: ${plain.body.length} bytes, ${packed.body.length} packed`);
  },
};
