// What people see first: boards that fill the window, moves that move, best moves on the board, a first page with something to do.
import assert from 'node:assert/strict';
import { clickCell, legalCells, sitDown, untilMyTurn } from './table.mjs';

const ME = { kind: 'human' };
const cellWidth = (page) => page.locator('svg.grid').evaluate((svg) => svg.getScreenCTM().a);

export const tests = {
  async 'Andantino’s board shows the stones, not the empty board, and grows with them'({ browser, base }) {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage();
    await sitDown(page, base, { game: 'andantino', seats: [ME, ME] });
    await untilMyTurn(page);
    assert.ok((await cellWidth(page)) > 50, `cells of ${await cellWidth(page)} px`);
    for (let ply = 0; ply < 12 && (await untilMyTurn(page)); ++ply) {
      // Always outwards, so that the stones reach far.
      const cells = await legalCells(page);
      const before = await page.locator('.moves').innerText();
      await clickCell(page, cells.sort().at(-1));
      await page.waitForFunction((text) => document.querySelector('.status.over') || document.querySelector('.moves').innerText !== text, before);
      const hidden = await page.evaluate(() => {
        const board = document.querySelector('svg.grid').getBoundingClientRect();
        return [...document.querySelectorAll('svg.grid .cell')].filter((cell) => cell.querySelector('.stone') || cell.hasAttribute('data-legal')).map((cell) => cell.getBoundingClientRect()).filter((box) => box.left < board.left - 1 || box.right > board.right + 1 || box.top < board.top - 1 || box.bottom > board.bottom + 1).length;
      });
      assert.equal(hidden, 0, 'everything that stands or may be played is in the picture');
    }
    await page.context().close();
  },
  async 'the board does not jump while the engine thinks'({ page, base }) {
    await sitDown(page, base, { game: 'andantino', seats: [ME, { kind: 'engine', engine: 'partita', limits: { movetime_ms: 700 } }] });
    await untilMyTurn(page);
    const mine = await page.locator('svg.grid').getAttribute('viewBox');
    await clickCell(page, (await legalCells(page))[0]);
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 1);
    const [, , width] = (await page.locator('svg.grid').getAttribute('viewBox')).split(' ').map(Number);
    assert.ok(width >= Number(mine.split(' ')[2]) - 0.01, 'it never shrinks at once');
  },
  async 'a reply takes a third of a second, lands with a movement and is marked'({ page, base }) {
    await sitDown(page, base, { game: 'andantino', rules: { side: '5' }, seats: [ME, { kind: 'engine', engine: 'random', limits: { movetime_ms: 50 } }] });
    await untilMyTurn(page);
    const apart = await page.evaluate((cell) => new Promise((resolve) => {
      const times = [];
      new MutationObserver((_, observer) => {
        const count = document.querySelectorAll('.moves button').length;
        while (times.length < count) times.push(performance.now());
        if (count < 2) return;
        observer.disconnect();
        resolve(times[1] - times[0]);
      }).observe(document.querySelector('.moves'), { childList: true, subtree: true });
      const ground = document.querySelector(`svg.grid [data-cell="${cell}"] .ground`);
      const box = ground.getBoundingClientRect();
      for (const type of ['pointerdown', 'mousedown', 'click']) ground.dispatchEvent(new (type === 'pointerdown' ? PointerEvent : MouseEvent)(type, { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerType: 'mouse' }));
    }), (await legalCells(page))[0]);
    assert.ok(apart >= 300, `the reply came after ${apart} ms`);
    assert.equal(await page.locator('.cell.last .stone').count(), 1);
    assert.equal(await page.locator('.cell.last .piece').evaluate((piece) => getComputedStyle(piece).animationName), 'land');
  },
  async 'pieces slide from where they were, unless less motion is wished'({ browser, base }) {
    for (const [reducedMotion, expected] of [['no-preference', 'slide'], ['reduce', 'none']]) {
      const page = await (await browser.newContext({ reducedMotion, viewport: { width: 1280, height: 900 }, locale: 'en-GB' })).newPage();
      await sitDown(page, base, { game: 'tafl', seats: [ME, ME] });
      await untilMyTurn(page);
      await clickCell(page, 'd1');
      await clickCell(page, 'd4');
      const piece = page.locator('svg.grid [data-cell="d4"] .piece');
      await piece.waitFor();
      assert.equal(await piece.evaluate((one) => getComputedStyle(one).animationName), expected);
      if (expected === 'slide') assert.notEqual(await piece.evaluate((one) => one.style.getPropertyValue('--dy')), '0px');
      await page.context().close();
    }
  },
  async 'best moves stand on the board with their chances; a switch takes them off'({ page, base }) {
    await page.goto(`${base}/analysis#game=tafl`);
    await page.locator('.arrow polygon').first().waitFor();
    assert.match(await page.locator('.arrow .number').first().textContent(), /^(\d+|✓|✗|=)$/);
    await page.goto(`${base}/analysis#game=andantino&moves=I9`);
    await page.locator('.ghost .number', { hasText: '✓' }).first().waitFor();
    await page.getByRole('switch', { name: 'Best moves' }).click();
    await page.locator('.ghost .number').first().waitFor({ state: 'detached' });
  },
  async 'the first page goes on with my game and has a puzzle of the day'({ page, base }) {
    const { game_id: id } = await sitDown(page, base, { game: 'andantino', rules: { side: '5' }, seats: [ME, ME] });
    await untilMyTurn(page);
    await clickCell(page, (await legalCells(page))[0]);
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 1);
    await page.goto(base);
    await page.locator(`.mine a[href="/game/${id}"]`).waitFor();
    const daily = page.getByTestId('daily');
    await daily.locator('.stone').first().waitFor();
    const href = await daily.getByRole('link', { name: 'Solve it' }).getAttribute('href');
    await daily.getByRole('link', { name: 'Solve it' }).click();
    await page.getByText(`Puzzle ${href.split('#')[1]},`).waitFor();
    await page.goto(base);
    await page.waitForFunction(() => [...document.querySelectorAll('.games .mini')].length === 4 && [...document.querySelectorAll('.games .mini')].every((board) => board.querySelectorAll('.stone').length >= 6), null, { timeout: 8000 });
  },
};
