// What people see first: boards that fill the window, moves that move, best moves on the board, a first page with something to do.
import assert from 'node:assert/strict';
import { clickCell, joinByLink, legalCells, sitDown, untilMyTurn } from './table.mjs';

const ME = { kind: 'human' };
const cellWidth = (page) => page.locator('svg.grid').evaluate((svg) => svg.getScreenCTM().a);

export const tests = {
  async 'Andantino’s board shows the stones, not the empty board, and grows with them'({ browser, base }) {
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    ).newPage();
    await sitDown(page, base, { game: 'andantino', seats: [ME, ME] });
    await untilMyTurn(page);
    assert.ok((await cellWidth(page)) > 50, `cells of ${await cellWidth(page)} px`);
    for (let ply = 0; ply < 12 && (await untilMyTurn(page)); ++ply) {
      // Always outwards, so that the stones reach far.
      const cells = await legalCells(page);
      const before = await page.locator('.moves').innerText();
      await clickCell(page, cells.sort().at(-1));
      await page.waitForFunction(
        (text) => document.querySelector('.status.over') || document.querySelector('.moves').innerText !== text,
        before,
      );
      const hidden = await page.evaluate(() => {
        const board = document.querySelector('svg.grid').getBoundingClientRect();
        return [...document.querySelectorAll('svg.grid .cell')]
          .filter((cell) => cell.querySelector('.stone') || cell.hasAttribute('data-legal'))
          .map((cell) => cell.getBoundingClientRect())
          .filter(
            (box) =>
              box.left < board.left - 1 ||
              box.right > board.right + 1 ||
              box.top < board.top - 1 ||
              box.bottom > board.bottom + 1,
          ).length;
      });
      assert.equal(hidden, 0, 'everything that stands or may be played is in the picture');
    }
    await page.context().close();
  },
  async 'the board does not jump while the other thinks'({ browser, page, base }) {
    await sitDown(page, base, { game: 'andantino', seats: [ME, { kind: 'friend' }] });
    const other = await joinByLink(browser, page);
    await untilMyTurn(page);
    const mine = await page.locator('svg.grid').getAttribute('viewBox');
    await clickCell(page, (await legalCells(page))[0]);
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 1);
    const [, , width] = (await page.locator('svg.grid').getAttribute('viewBox')).split(' ').map(Number);
    assert.ok(width >= Number(mine.split(' ')[2]) - 0.01, 'it never shrinks at once');
    await other.context().close();
  },
  async 'a reply takes a third of a second, lands with a movement and is marked'({ page, base }) {
    await sitDown(page, base, {
      game: 'andantino',
      rules: { side: '5' },
      seats: [ME, { kind: 'engine', engine: 'random', limits: { movetime_ms: 50 } }],
    });
    await untilMyTurn(page);
    const apart = await page.evaluate(
      (cell) =>
        new Promise((resolve) => {
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
          for (const type of ['pointerdown', 'mousedown', 'click'])
            ground.dispatchEvent(
              new (type === 'pointerdown' ? PointerEvent : MouseEvent)(type, {
                bubbles: true,
                clientX: box.x + box.width / 2,
                clientY: box.y + box.height / 2,
                pointerType: 'mouse',
              }),
            );
        }),
      (await legalCells(page))[0],
    );
    assert.ok(apart >= 300, `the reply came after ${apart} ms`);
    assert.equal(await page.locator('.cell.last .stone').count(), 1);
    assert.equal(
      await page.locator('.cell.last .piece').evaluate((piece) => getComputedStyle(piece).animationName),
      'land',
    );
  },
  async 'pieces slide from where they were, unless less motion is wished'({ browser, base }) {
    for (const [reducedMotion, expected] of [
      ['no-preference', 'slide'],
      ['reduce', 'none'],
    ]) {
      const page = await (
        await browser.newContext({ reducedMotion, viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
      ).newPage();
      await sitDown(page, base, { game: 'tafl', seats: [ME, ME] });
      await untilMyTurn(page);
      await clickCell(page, 'd1');
      await clickCell(page, 'd4');
      const piece = page.locator('svg.grid [data-cell="d4"] .piece');
      await piece.waitFor();
      assert.equal(await piece.evaluate((one) => getComputedStyle(one).animationName), expected);
      if (expected === 'slide')
        assert.notEqual(await piece.evaluate((one) => one.style.getPropertyValue('--dy')), '0px');
      await page.context().close();
    }
  },
  async 'best moves stand on the board with their chances; a switch takes them off'({ page, base }) {
    await page.goto(`${base}/analysis#game=tafl`);
    await page.locator('.arrow polygon').first().waitFor();
    assert.match(await page.locator('.arrow .number').first().textContent(), /^(\d+|✓|✗|=)$/);
    // A line that goes away under the mouse is not told that the mouse has left.
    await page.mouse.move(0, 0);
    await page.locator('.lines li').nth(2).dispatchEvent('pointerenter');
    await page.goto(`${base}/analysis#game=andantino&moves=I9`);
    await page.locator('.ghost .number', { hasText: '✓' }).first().waitFor();
    await page.getByRole('tab', { name: 'Board' }).click();
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
    // The page comes in one piece.
    await page.locator('.news').waitFor();
    assert.ok((await page.locator('.news li').count()) >= 3, 'what is new stands on the first page');
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll('.games .mini')].length === 4 &&
        [...document.querySelectorAll('.games .mini')].every((board) => board.querySelectorAll('.stone').length >= 6),
      null,
      { timeout: 8000 },
    );
  },
  async 'a captured piece fades, and at once where less motion is wished'({ browser, base }) {
    for (const [reducedMotion, expected] of [
      ['no-preference', 'vanish'],
      ['reduce', 'none'],
    ]) {
      const page = await (
        await browser.newContext({ reducedMotion, viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
      ).newPage();
      await sitDown(page, base, {
        game: 'tafl',
        rules: { rules: 'mcgill' },
        start: '/4t4/9/2tT5/9/4K4/9/9/9/4t4/ a 0',
        seats: [ME, ME],
      });
      await untilMyTurn(page);
      await clickCell(page, 'e1');
      const seen = page.evaluate(
        () =>
          new Promise((resolve) => {
            const look = () => {
              const gone = document.querySelector('.gone');
              if (!gone) return requestAnimationFrame(look);
              const { animationName, opacity } = getComputedStyle(gone);
              resolve({
                animationName,
                opacity: Number(opacity),
                letter: gone.querySelector('.stone').getAttribute('class'),
              });
            };
            look();
          }),
      );
      await clickCell(page, 'e3');
      const gone = await seen;
      assert.equal(gone.animationName, expected);
      assert.match(gone.letter, /stone-white/);
      if (expected === 'none') assert.equal(gone.opacity, 0);
      await page.locator('.gone').waitFor({ state: 'detached' });
      await page.context().close();
    }
  },
  async 'a piece follows the pointer and lands where it is let go; elsewhere it goes back, with the reason'({
    page,
    base,
  }) {
    await sitDown(page, base, { game: 'tafl', rules: { rules: 'mcgill' }, seats: [ME, ME] });
    await untilMyTurn(page);
    const middle = async (cell) => {
      const box = await page.locator(`svg.grid [data-cell="${cell}"] .ground`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const drag = async (from, to) => {
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down();
      await page.mouse.move(...(await middle(to)), { steps: 6 });
      await page.getByTestId('dragged').waitFor();
      const [box, [x, y]] = [await page.getByTestId('dragged').boundingBox(), await middle(to)];
      assert.ok(
        Math.abs(box.x + box.width / 2 - x) < 8 && Math.abs(box.y + box.height / 2 - y) < 8,
        'the piece is under the pointer',
      );
      await page.mouse.up();
      await page.getByTestId('dragged').waitFor({ state: 'detached' });
    };
    await drag('d1', 'e4');
    await page.locator('.toast', { hasText: /straight line|is taken/ }).waitFor();
    assert.equal(await page.locator('.moves button').count(), 0);
    await page.keyboard.press('Escape');
    await drag('d1', 'd3');
    await page.locator('svg.grid [data-cell="d3"] .stone-black').waitFor();
    assert.equal(await page.locator('.moves button').count(), 1);
  },
  async 'why a move is impossible is said on the board'({ page, base }) {
    const says = async (cell, words) => {
      await clickCell(page, cell);
      await page.locator('.toast', { hasText: words }).waitFor({ timeout: 5000 });
    };
    await sitDown(page, base, { game: 'andantino', rules: { side: '5' }, seats: [ME, ME] });
    await untilMyTurn(page);
    await says('E5', /is taken/);
    await says('A1', /touches 0 stones\. A stone must touch at least two/);
    await sitDown(page, base, { game: 'tafl', rules: { rules: 'mcgill' }, seats: [ME, ME] });
    await untilMyTurn(page);
    await clickCell(page, 'd1');
    await says('c2', /not in a straight line/);
    await sitDown(page, base, {
      game: 'tafl',
      rules: { rules: 'mcgill' },
      start: '/4t4/9/2tT5/9/4K4/9/9/9/4t4/ a 0',
      seats: [ME, ME],
    });
    await untilMyTurn(page);
    await clickCell(page, 'e1');
    await says('e7', /on e5 is in the way/);
    await sitDown(page, base, {
      game: 'tafl',
      rules: { rules: 'mcgill' },
      start: '/4t4/9/2tT5/9/K8/9/9/9/4t4/ a 0',
      seats: [ME, ME],
    });
    await untilMyTurn(page);
    await clickCell(page, 'e1');
    await says('a1', /may not be entered/);
  },
  async 'moves planned ahead are played at once, given up, or taken back'({ browser, page, base }) {
    // Against a person who moves when the test says so: however slow the machine, there is time to plan.
    await sitDown(page, base, { game: 'hex', rules: { side: '5', swap: 'off' }, seats: [ME, { kind: 'friend' }] });
    const other = await joinByLink(browser, page);
    const planned = page.getByTestId('premove');
    await untilMyTurn(page);
    await clickCell(page, 'a1');
    await untilMyTurn(other);
    await clickCell(page, 'e5');
    await planned.waitFor();
    await clickCell(page, 'e5');
    await planned.waitFor({ state: 'detached' });
    await clickCell(page, 'e5');
    await planned.waitFor();
    await clickCell(page, 'a2');
    await page.waitForFunction(() => /a2/.test(document.querySelector('[data-testid=premove]')?.dataset.at ?? ''));
    assert.equal(await planned.count(), 1);
    // The other answers, and what was planned follows without a touch.
    await clickCell(other, 'c3');
    await page.locator('svg.grid [data-cell="a2"] .stone-red').waitFor();
    assert.equal(await page.locator('.moves button').count(), 3);
    assert.equal(await planned.count(), 0);
    await other.context().close();
    // What has become impossible is said.
    await sitDown(page, base, {
      game: 'tafl',
      rules: { rules: 'mcgill' },
      start: '/1t7/9/4K4/9/9/9/9/9/7t1/ d 1',
      seats: [{ kind: 'friend' }, ME],
    });
    const attacker = await joinByLink(browser, page);
    await untilMyTurn(page);
    await clickCell(page, 'e3');
    await clickCell(page, 'e5');
    await untilMyTurn(attacker);
    await clickCell(page, 'e5');
    await clickCell(page, 'd4');
    await planned.nth(1).waitFor();
    await clickCell(attacker, 'b1');
    await clickCell(attacker, 'b2');
    await page.locator('.toast', { hasText: 'not possible now' }).waitFor();
    assert.equal(await planned.count(), 0);
    await attacker.context().close();
  },
  async 'the last move is marked, also on stones that ended the game'({ page, base }) {
    await sitDown(page, base, {
      game: 'andantino',
      rules: { side: '5' },
      start: '5 5/6/2B1B2/1WWWW3/2B1BB3/8/7/6/5 w',
      seats: [ME, ME],
    });
    await untilMyTurn(page);
    await clickCell(page, 'F4');
    await page.locator('.status.over').waitFor();
    assert.ok(await page.locator('[data-cell="F4"].ending .last-mark').isVisible());
    assert.equal(await page.locator('.last-mark').count(), 1);
  },
  async 'moves are heard, softly, in games, lessons and puzzles, until the sound is switched off'({ browser, base }) {
    const page = await (
      await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    ).newPage();
    await page.addInitScript(() => {
      const heard = (globalThis.heard = { knocks: 0, loudest: 0 });
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) {
        heard.knocks += 1;
        return start.apply(this, when);
      };
      const set = AudioParam.prototype.setValueAtTime;
      AudioParam.prototype.setValueAtTime = function (value, time) {
        if (value < 1) heard.loudest = Math.max(heard.loudest, value);
        return set.call(this, value, time);
      };
    });
    const knocks = () => page.evaluate(() => globalThis.heard.knocks);
    const playOne = async () => {
      await page.locator('svg.grid [data-legal]').first().waitFor();
      const before = await knocks();
      await clickCell(page, (await legalCells(page))[0]);
      return before;
    };
    const places = [
      () => sitDown(page, base, { game: 'andantino', rules: { side: '5' }, seats: [ME, ME] }),
      () => page.goto(`${base}/learn/hex`),
      () => page.goto(`${base}/puzzles/andantino`),
    ];
    for (const open of places) {
      await open();
      const before = await playOne();
      await page.waitForFunction((count) => globalThis.heard.knocks > count, before);
    }
    assert.ok(await page.evaluate(() => globalThis.heard.loudest > 0 && globalThis.heard.loudest <= 0.1));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('checkbox', { name: 'Sound' }).click();
    await page.keyboard.press('Escape');
    await places[0]();
    await playOne();
    await page.locator('.moves button').first().waitFor();
    await page.waitForTimeout(100);
    assert.equal(await knocks(), 0);
    await page.context().close();
  },
};
