// What people do who try whether it breaks: two clicks for one, a server that goes in the middle, texts that are too long or run
// the other way.
import assert from 'node:assert/strict';
import { choose, clickCell, joinByLink, legalCells, moveByMouse, playByWire, sitDown } from './table.mjs';

const ME = { kind: 'human', name: 'Ada' };
const BOB = { kind: 'human', name: 'Bob' };
const DESK = { width: 1280, height: 900 };
const bottomOf = async (locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom);

export const tests = {
  async 'in one column the last move is seen above the buttons that step through the game'({ page, base }) {
    const hidden = [];
    for (const size of [
      { width: 820, height: 1180 },
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      for (const game of ['andantino', 'omega', 'tafl', 'hex']) {
        // A phone is filled by Hex, whose cells must be large enough for a finger.
        if (game === 'hex' && size.width < 500) continue;
        const created = await sitDown(page, base, { game, seats: [ME, BOB] });
        await playByWire(page, created, [], 44);
        const last = page.locator('.moves [aria-current]');
        await page.waitForFunction(() => document.querySelectorAll('.moves button').length >= 22);
        await page.evaluate(() => scrollTo(0, 0));
        const [end, { top }] = [
          await bottomOf(last),
          await page.locator('.steps').evaluate((steps) => steps.getBoundingClientRect()),
        ];
        const sideways = await last.evaluate(
          (move) => move.getBoundingClientRect().right - move.closest('.moves').getBoundingClientRect().right,
        );
        if (end > top || sideways > 0)
          hidden.push(
            `${game} at ${size.width}: ends at ${Math.round(end)}, the buttons begin at ${Math.round(top)}; ${Math.round(sideways)} to the side`,
          );
      }
    }
    await page.setViewportSize(DESK);
    assert.deepEqual(hidden, []);
  },

  async 'on a phone an invitation is not covered by what steps through a game'({ page, base }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await sitDown(page, base, { game: 'omega', rules: { players: '4' }, seats: [ME, BOB, { kind: 'friend' }, BOB] });
    const code = page.getByRole('button', { name: 'Show as a QR code' });
    await code.waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    const [end, top] = [
      await bottomOf(code),
      await page.locator('.steps').evaluate((steps) => steps.getBoundingClientRect().top),
    ];
    await page.setViewportSize(DESK);
    assert.ok(end <= top, `the button ends at ${end}, the steps begin at ${top}`);
  },

  async 'a review that the server’s end interrupts is made when it is back'({ page, base, server }) {
    const created = await sitDown(page, base, { game: 'hex', rules: { side: '9' }, seats: [ME, BOB] });
    await playByWire(page, created, [], 40);
    await page.goto(`${base}/review/${created.game_id}`);
    await page.getByText(/Reviewing: [1-9]/).waitFor();
    await server.kill();
    await page
      .getByText('No connection to the server')
      .waitFor()
      .finally(() => server.start());
    // Forty positions are searched: beside other tests that takes its time.
    await page.getByTestId('accuracy').waitFor({ timeout: 180000 });
  },

  async 'marks that come in do not push the move shown out of sight'({ page, base }) {
    const created = await sitDown(page, base, { game: 'andantino', seats: [ME, BOB] });
    await playByWire(page, created);
    await page.goto(`${base}/review/${created.game_id}`);
    await page.getByTestId('accuracy').waitFor({ timeout: 60000 });
    const seen = await page.locator('.tree [aria-current]').evaluate((move) => {
      const [here, list] = [move.getBoundingClientRect(), move.closest('.tree').getBoundingClientRect()];
      return here.top >= list.top && here.bottom <= list.bottom;
    });
    assert.ok(seen);
  },

  async 'a puzzle tried while the server is away can be tried again when it is back'({ page, base, server }) {
    await page.goto(`${base}/puzzles/andantino`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await server.kill();
    await moveByMouse(page);
    const failed = page.getByText('That did not work');
    await failed.waitFor().finally(() => server.start());
    await failed.waitFor({ state: 'detached' });
    await moveByMouse(page);
    await page.locator('svg.grid .stone.last, .task button').first().waitFor();
  },

  async 'in analysis two clicks on a cell are one move, and none is played on a board that is out of date'({
    page,
    base,
    server,
  }) {
    await page.goto(`${base}/analysis#game=hex`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await page.locator('svg.grid [data-cell="f6"] .ground').dblclick({ force: true });
    await page.locator('.tree button', { hasText: 'f6' }).waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.locator('.tree button').count(), 1);
    assert.equal(await page.locator('.side > .error').count(), 0);
    await server.kill();
    const [first, second] = (await legalCells(page)).filter((cell) => cell !== 'f6');
    try {
      await page.getByText('No connection to the server').waitFor();
      await clickCell(page, first);
      await clickCell(page, second);
      assert.equal(await page.locator('.tree button').count(), 2);
    } finally {
      await server.start();
    }
    await page.locator(`svg.grid [data-cell="${first}"] .stone`).waitFor();
    assert.equal(await page.locator('.side > .error').count(), 0);
  },

  async 'moves that cannot be played are named in the reader’s language'({ page, base }) {
    await choose(page, base, { language: 'it' });
    await page.goto(`${base}/analysis#game=hex&moves=f6+f6`);
    await page.locator('.side > .error').getByText('La mossa 2, «f6», lì non si può giocare').waitFor();
  },

  async 'a megabyte that is pasted is refused in the reader’s language'({ page, base }) {
    await choose(page, base, { language: 'it' });
    await page.goto(`${base}/analysis#game=andantino`);
    await page.locator('svg.grid').waitFor();
    await page.getByRole('tab', { name: 'Condividi' }).click();
    await page.getByRole('button', { name: 'Incolla' }).click();
    await page
      .getByRole('dialog')
      .locator('textarea')
      .evaluate((area) => {
        area.value = 'I9 J9 '.repeat(200000);
        area.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await page.getByRole('dialog').locator('button.primary').click();
    await page.getByRole('dialog').getByRole('alert').getByText('È troppo lungo').waitFor();
  },

  async 'names and comments that are long, or run from right to left, stay in their place'({ page, base, browser }) {
    const names = ['W'.repeat(40), '\u202Eevil', '😀'.repeat(9)];
    for (const name of names) {
      await choose(page, base, { name });
      await sitDown(page, base, { game: 'tafl', seats: [{ kind: 'human', name }, { kind: 'friend' }] });
      const other = await joinByLink(browser, page);
      await moveByMouse(page);
      for (const size of [{ width: 390, height: 844 }, DESK]) {
        await page.setViewportSize(size);
        const { wide, width } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          width: document.documentElement.clientWidth,
        }));
        assert.ok(wide <= width, `${name}: ${wide} pixels wide on ${width}`);
      }
      const leaks = await page
        .locator('.who > span')
        .evaluateAll((spans) => spans.filter((span) => getComputedStyle(span).unicodeBidi !== 'isolate').length);
      assert.equal(leaks, 0, 'a name turns what stands beside it');
      await other.context().close();
    }
    await page.goto(`${base}/games`);
    await page.locator('tr[data-game]', { hasText: '\u2068\u202Eevil\u2069' }).waitFor();
    await page.goto(`${base}/analysis#game=andantino&moves=I9+J9`);
    await page.locator('.tree button').nth(1).waitFor();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.locator('.tab-panel textarea').fill('\u202Eturned');
    assert.equal(
      await page.locator('.tree .comment').evaluate((comment) => getComputedStyle(comment).unicodeBidi),
      'isolate',
    );
  },
};
