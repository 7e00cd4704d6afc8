// A review is the same every time, knows what is proven, and asks about my own mistakes.
import assert from 'node:assert/strict';
import { inEveryView, sitDown, untilMyTurn, clickCell, pick, legalCells } from './table.mjs';

const ME = { kind: 'human' };

/** The messages of one review on a socket of its own. */
const reviewOf = (page, order) =>
  page.evaluate(
    (request) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(new URL('/api/v1/socket', location.href).href.replace('http', 'ws'));
        const told = [];
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'hello') socket.send(JSON.stringify({ type: 'review', ...request }));
          if (message.type === 'error') reject(new Error(message.message));
          if (message.type === 'reviewed' || message.type === 'review_done') told.push(message);
          if (message.type !== 'review_done') return;
          socket.close();
          resolve(told);
        };
      }),
    order,
  );

/** The first moves of a game nobody has thought about. */
async function anyMoves(page, board, plies) {
  const moves = [];
  while (moves.length < plies) {
    const { legal } = await page.evaluate(
      async (body) =>
        (
          await (
            await fetch('/api/v1/position', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify(body),
            })
          ).json()
        ).position,
      { ...board, moves },
    );
    if (legal.length === 0) break;
    moves.push(pick(legal).move);
  }
  return moves;
}

async function randomGame(page, request, plies) {
  const { game_id: id } = await sitDown(page, request.base, request.game);
  for (let ply = 0; ply < plies && (await untilMyTurn(page)); ++ply) {
    const before = await page.locator('.moves').innerText();
    await clickCell(page, pick(await legalCells(page)));
    await page.waitForFunction(
      (text) => document.querySelector('.status.over') || document.querySelector('.moves').innerText !== text,
      before,
    );
  }
  return id;
}

export const tests = {
  async 'marks of a lost position are not called no mistakes'({ browser, base }) {
    // In a window of its own: what listens to sockets stays with a page.
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    // Every move of the review is one of a side that was lost.
    await page.routeWebSocket(/socket$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(text);
        if (message.type === 'reviewed') Object.assign(message, { mark: '?', resistance: { kept: 3, best: 9 } });
        socket.send(JSON.stringify(message));
      });
    });
    await page.goto(`${base}/analysis#game=hex&rule=side%3D5&moves=a1+b2`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.getByTestId('accuracy').waitFor({ timeout: 60000 });
    const said = await page.getByTestId('clean').innerText();
    await context.close();
    assert.doesNotMatch(said, /no mistakes/i);
    assert.match(said, /lost already/);
  },
  async 'ten reviews of one game are identical'({ page, base }) {
    await page.goto(base);
    const orders = [];
    for (const [game, rules, plies] of [
      ['andantino', { side: '5' }, 14],
      ['omega', { side: '3', players: '2' }, 6],
      ['tafl', {}, 4],
    ])
      orders.push({ game, rules, moves: await anyMoves(page, { game, rules }, plies) });
    for (const order of orders) {
      const begin = Date.now();
      const first = await reviewOf(page, order);
      console.log(`      ${order.game}: ${order.moves.length} moves reviewed in ${Date.now() - begin} ms`);
      assert.equal(first.length, order.moves.length + 1);
      const times = order.game === 'andantino' ? 10 : 4;
      for (let again = 1; again < times; ++again)
        assert.deepEqual(await reviewOf(page, order), first, `${order.game}, review ${again + 1}`);
    }
  },
  async 'first moves that are images of each other get the same'({ page, base }) {
    await page.goto(base);
    const { legal } = await page.evaluate(
      async () =>
        (
          await (
            await fetch('/api/v1/position', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ game: 'andantino', rules: { side: '5' } }),
            })
          ).json()
        ).position,
    );
    assert.equal(legal.length, 6);
    const told = [];
    for (const { move } of legal) {
      const [{ mark, loss, after }] = await reviewOf(page, { game: 'andantino', rules: { side: '5' }, moves: [move] });
      told.push({ mark, loss, after });
    }
    for (const one of told) assert.deepEqual(one, told[0]);
    assert.ok(!told[0].mark.includes('?'), told[0].mark);
  },
  async 'who is proven lost is judged by his resistance, and the page says so'({ page, base }) {
    const id = await randomGame(
      page,
      {
        base,
        game: { game: 'andantino', seats: [ME, { kind: 'engine', engine: 'perfect', limits: { movetime_ms: 200 } }] },
      },
      40,
    );
    await page.goto(`${base}/review/${id}`);
    await page.getByTestId('accuracy').waitFor({ timeout: 30000 });
    const rows = await page.getByTestId('accuracy').locator('tr').allInnerTexts();
    assert.match(rows[0], /Accuracy\s+Resistance/);
    assert.match(rows[1], /White\s+–\s+\d+%/);
    assert.match(rows[2], /Black\s+100%\s+–/);
    await page.getByTestId('lost').getByText('White was proven lost from move 1 on').waitFor();
    assert.equal(await page.locator('.tree .mark-worst').count(), 0);
    // The human moved at random: where a move is marked, it is not said that there was none.
    const marked = /[1-9]/.test(
      rows[1]
        .split('%')
        .at(-1)
        .replace(/^\s*\d+/, ''),
    );
    await page.getByText(marked ? 'the game was lost already' : 'You made no mistakes to learn from.').waitFor();
    const points = await page.locator('.graph-line').getAttribute('points');
    assert.equal(new Set(points.split(' ').map((point) => point.split(',')[1])).size, 1, points);
  },
  async 'a mark comes with its reason, in the language of the page'({ page, base }) {
    // A random game against an engine that takes what it is given has faults that the rules can name.
    const id = await randomGame(
      page,
      { base, game: { game: 'andantino', rules: { side: '6' }, seats: [{ kind: 'engine', level: 5 }, ME] } },
      30,
    );
    await page.goto(`${base}/review/${id}`);
    await page.getByTestId('accuracy').waitFor({ timeout: 30000 });
    const told = await reviewOf(page, { game_id: id });
    const marked = told.filter(({ reason }) => reason?.text.en);
    assert.ok(marked.length > 0, 'a reason is told');
    const { ply, reason } = marked[0];
    const moves = page.locator('.tree button');
    await moves.nth(ply).click();
    await page.getByTestId('reason').getByText(reason.text.en).waitFor();
    await page
      .getByTestId('missed')
      .first()
      .getByText(/ missed: \d/)
      .waitFor();
    // Whoever picks a key moment sees its reason without scrolling.
    await page.getByRole('button', { name: /\?\?$/ }).and(page.locator('.row strong ~ button')).last().click();
    await page.waitForFunction(() => {
      const reason = document.querySelector('[data-testid="reason"]');
      const { left, right, top, bottom } = reason?.getBoundingClientRect() ?? {};
      return reason?.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
    await inEveryView(page, base, async (language) => {
      await page.goto(`${base}/review/${id}`);
      await page.getByTestId('accuracy').waitFor({ timeout: 30000 });
      await moves.nth(ply).click();
      await page.getByTestId('reason').getByText(reason.text[language]).waitFor();
    });
  },
  async 'learning is from my own mistakes, and a kept review is the same again'({ page, base }) {
    const id = await randomGame(
      page,
      { base, game: { game: 'andantino', rules: { side: '5' }, seats: [{ kind: 'engine', level: 1 }, ME] } },
      30,
    );
    const marks = async () => {
      await page.goto(`${base}/review/${id}`);
      await page.getByTestId('accuracy').waitFor({ timeout: 30000 });
      return { table: await page.getByTestId('accuracy').innerText(), tree: await page.locator('.tree').innerText() };
    };
    const first = await marks();
    const told = await reviewOf(page, { game_id: id });
    const mine = told.filter(({ seat, mark, resistance }) => seat === 1 && mark?.includes('?') && !resistance);
    const button = page.getByRole('button', { name: /Learn from your/ });
    assert.equal(await button.count(), mine.length > 0 ? 1 : 0);
    if (mine.length > 0) {
      assert.match(await button.innerText(), new RegExp(`your ${mine.length} mistake`));
      await button.click();
      for (let i = 0; i < mine.length; ++i) {
        await page.getByText(`Black played ${mine[i].move}.`).waitFor();
        if (i + 1 < mine.length) await page.getByRole('button', { name: 'Next', exact: true }).click();
      }
    }
    assert.deepEqual(await marks(), first);
  },
};
