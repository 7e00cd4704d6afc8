import assert from 'node:assert/strict';
import {
  clickCell,
  isOver,
  joinByLink,
  legalCells,
  moveByMouse,
  pick,
  playOut,
  plies,
  sitDown,
  untilMyTurn,
  walkTo,
} from './table.mjs';

const ENGINE = { kind: 'engine', level: 2 };
const ME = { kind: 'human' };
export const KINDS = {
  andantino: { game: 'andantino', rules: { side: '5' } },
  omega: { game: 'omega', rules: { side: '3', players: '2' } },
  tafl: { game: 'tafl', rules: { rules: 'mcgill' } },
};

async function moveByKeyboard(page) {
  for (let touches = 0; touches < 3; ++touches) {
    const cells = await legalCells(page);
    if (cells.length === 0) return;
    if (!(await page.evaluate(() => document.activeElement?.hasAttribute?.('data-cell'))))
      await page.locator('svg.grid [tabindex="0"]').focus();
    await walkTo(page, pick(cells));
    await page.keyboard.press('Enter');
    if ((await page.locator('svg.grid .picked').count()) === 0) return;
  }
}

export const tests = {
  async 'the form starts a game'({ page, base }) {
    await page.goto(base);
    await page.locator('.games .card').first().getByRole('link', { name: /^Play/ }).click();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForURL(/\/game\/[a-z0-9]{12}$/);
    assert.ok(await untilMyTurn(page));
  },
  ...Object.fromEntries(
    Object.entries(KINDS).map(([name, kind]) => [
      `a whole game of ${name} by mouse`,
      async ({ page, base }) => {
        await sitDown(page, base, { ...kind, seats: [ME, ENGINE] });
        await playOut(page, moveByMouse);
        assert.ok(await isOver(page), 'the game has an end');
        assert.ok(await page.getByRole('button', { name: 'Rematch' }).isVisible());
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(KINDS).map(([name, kind]) => [
      `a game of ${name} by keyboard alone`,
      async ({ page, base }) => {
        await sitDown(page, base, { ...kind, seats: [ME, ENGINE] });
        await playOut(page, moveByKeyboard);
        assert.ok(await isOver(page), 'the game has an end');
        assert.ok((await plies(page)) > 3);
      },
    ]),
  ),
  async 'undo takes back the whole turn and the engine’s answer'({ page, base }) {
    await sitDown(page, base, { ...KINDS.andantino, seats: [ME, ENGINE] });
    await untilMyTurn(page);
    await moveByMouse(page);
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 0);
    assert.ok(await untilMyTurn(page));
  },
  async 'a hint is shown on the board, resigning ends the game, a rematch swaps seats'({ page, base }) {
    await sitDown(page, base, { ...KINDS.andantino, seats: [ME, ENGINE] });
    await untilMyTurn(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.ghost .number').waitFor({ timeout: 20000 });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign' }).click();
    await page.locator('.status.over').waitFor();
    const before = page.url();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.waitForURL((url) => url.href !== before);
    await untilMyTurn(page);
    assert.match(await page.locator('.bars.below').innerText(), /Black/);
  },
  async 'two browsers by link, one reloads in the middle'({ browser, page, base }) {
    const created = await sitDown(page, base, { ...KINDS.andantino, seats: [ME, { kind: 'friend' }] });
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    assert.ok(link.includes(`/join/${created.game_id}#`));
    const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await other.goto(link);
    await other.getByRole('button', { name: 'Sit down and play' }).click();
    await other.locator('svg.grid').waitFor();
    for (let turn = 0; turn < 6; ++turn) {
      const mover = turn % 2 === 0 ? page : other;
      if (!(await untilMyTurn(mover))) break;
      await clickCell(mover, pick(await legalCells(mover)));
      if (turn === 3) await other.reload();
    }
    await other.locator('svg.grid').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 6);
    await other.waitForFunction(() => document.querySelectorAll('.moves button').length === 6);
    const thief = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await thief.goto(link);
    await thief.getByRole('heading', { name: 'This table is full' }).waitFor();
    assert.equal(await thief.getByRole('button', { name: 'Sit down and play' }).count(), 0);
    // Nor does whoever asks the server himself, with the invitation that was used.
    const [, invite] = link.split('#');
    const refused = await thief.request.post(`${base}/api/v1/games/${created.game_id}/join`, { data: { invite } });
    assert.equal(refused.status(), 403, await refused.text());
    await other.context().close();
    await thief.context().close();
  },
  async 'the server dies in mid-game and comes back: nothing is lost, both browsers go on'({
    browser,
    page,
    base,
    server,
  }) {
    await sitDown(page, base, { ...KINDS.andantino, seats: [ME, { kind: 'friend' }] });
    const other = await joinByLink(browser, page);
    const both = [page, other];
    const turn = async (ply) => {
      const mover = both[ply % 2];
      await untilMyTurn(mover);
      await clickCell(mover, pick(await legalCells(mover)));
      for (const one of both)
        await one.waitForFunction((count) => document.querySelectorAll('.moves button').length === count, ply + 1);
    };
    for (let ply = 0; ply < 4; ++ply) await turn(ply);
    const before = await page.locator('.moves button').allTextContents();
    await server.kill();
    for (const one of both) await one.getByText('Connection lost').waitFor();
    await server.start();
    for (const one of both) {
      await one.getByText('Connection lost').waitFor({ state: 'hidden', timeout: 30000 });
      assert.deepEqual(await one.locator('.moves button').allTextContents(), before);
    }
    for (let ply = 4; ply < 6; ++ply) await turn(ply);
    await other.context().close();
  },
  async 'three players at Omega'({ page, base }) {
    await sitDown(page, base, { game: 'omega', rules: { side: '4', players: '3' }, seats: [ME, ENGINE, ENGINE] });
    assert.equal(await page.locator('.player').count(), 3);
    assert.equal(await page.locator('.hand .chip').count(), 3);
    await playOut(page, moveByMouse);
    assert.ok(await isOver(page));
  },
  async 'the swap rule: the second player may take the first stones'({ browser, page, base }) {
    await sitDown(page, base, { ...KINDS.andantino, swap_after: 1, seats: [ME, { kind: 'friend' }] });
    const other = await joinByLink(browser, page);
    await untilMyTurn(page);
    await clickCell(page, 'F5');
    await other.getByRole('button', { name: 'Swap seats' }).click();
    // The swapper now has the stone on the board, so it is the first player's turn again, with the other colour.
    await other.waitForFunction(() => /White/.test(document.querySelector('.bars.below')?.textContent ?? ''));
    await page.waitForFunction(() => /Black/.test(document.querySelector('.bars.below')?.textContent ?? ''));
    assert.ok(await untilMyTurn(page));
    assert.equal(await other.getByRole('button', { name: 'Swap seats' }).count(), 0);
    await other.context().close();
  },
  async 'an engine with a switch changed'({ page, base }) {
    await page.goto(`${base}/new/andantino`);
    await page.getByText('Expert', { exact: true }).first().click();
    await page.getByLabel('Engine for Black').selectOption('partita');
    await page.getByText('Switches (0 changed)').click();
    await page.getByRole('checkbox', { name: 'killers' }).click();
    await page.getByText('Switches (1 changed)').waitFor();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForURL(/\/game\/[a-z0-9]{12}$/);
    await page.getByText('partita,killers=off').waitFor();
  },
  async 'premature clicks are refused kindly'({ page, base }) {
    await sitDown(page, base, { ...KINDS.andantino, seats: [ME, ENGINE] });
    await untilMyTurn(page);
    await clickCell(page, 'A1');
    await page.locator('.toast').waitFor();
    assert.equal(await page.locator('.moves button').count(), 0);
  },
  async 'a phone: touch, confirm, nothing wider than the screen'({ browser, base }) {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      locale: 'en-GB',
    });
    const page = await context.newPage();
    for (const kind of Object.values(KINDS)) {
      await sitDown(page, base, { ...kind, seats: [ME, ENGINE] });
      await untilMyTurn(page);
      for (let touches = 0; touches < 3 && !(await page.locator('.confirm').isVisible()); ++touches) {
        await page.locator(`svg.grid [data-cell="${pick(await legalCells(page))}"] .ground`).tap({ force: true });
      }
      await page.locator('.confirm .primary').tap();
      await page.waitForFunction(() => document.querySelectorAll('.moves button').length >= 1);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${kind.game} is too wide`,
      );
    }
    await context.close();
  },
};
