// What the page says is so: each of these once said or did something else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { choose, clickCell, joinByLink, legalCells, sitDown, untilMyTurn } from './table.mjs';

const ME = { kind: 'human' };
const small = { game: 'andantino', rules: { side: '5' } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' };

const stones = (page) => page.locator('svg.grid [data-cell] .stone').count();

/** Plays these moves for both sides on one page. */
async function playAll(page, moves) {
  for (const move of moves) {
    await untilMyTurn(page);
    const [letter, cell] = move.includes(':') ? move.split(':') : ['', move];
    if (letter)
      await page.locator('.hand .chip', { hasText: { W: 'white', B: 'black', R: 'red', U: 'blue' }[letter] }).click();
    const before = await stones(page);
    await clickCell(page, cell);
    await page.waitForFunction(
      (count) => document.querySelectorAll('svg.grid [data-cell] .stone').length > count,
      before,
    );
  }
}

export const tests = {
  async 'the left arrow goes back after a move by mouse'({ page, base }) {
    await sitDown(page, base, { ...small, seats: [ME, ME] });
    await playAll(page, ['F5', 'E4']);
    const before = await stones(page);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      (count) => document.querySelectorAll('svg.grid [data-cell] .stone').length === count - 1,
      before,
      { timeout: 5000 },
    );
    await page.goto(`${base}/analysis#game=andantino&rule=side%3D5`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await clickCell(page, 'F5');
    await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'F5');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => !document.querySelector('.tree [aria-current]'), null, { timeout: 5000 });
  },
  async 'the address of a match starts nothing until somebody asks'({ page, base }) {
    const made = [];
    page.on(
      'request',
      (request) => request.method() === 'POST' && /\/games$/.test(request.url()) && made.push(request.url()),
    );
    await page.goto(`${base}/match#x`);
    await page.getByText('This address names no match').waitFor({ timeout: 5000 });
    for (const bad of ['game=zzz&a=1&b=1&games=2', 'game=andantino&a=99&b=1', 'game=andantino&a=x&b=y&games=z']) {
      await page.goto('about:blank');
      await page.goto(`${base}/match#${bad}`);
      await page.getByText('This address names no match').waitFor();
    }
    await page.goto('about:blank');
    await page.goto(`${base}/match#game=andantino&a=1&b=1&games=2`);
    await page.getByRole('button', { name: 'Begin the match' }).waitFor();
    assert.deepEqual(made, []);
    await page.getByRole('button', { name: 'Begin the match' }).click();
    await page.getByText('Game 1 of 2').waitFor();
    assert.equal(made.length, 1);
  },
  async 'a review of no game says so'({ page, base }) {
    for (const path of ['/review/zzz', '/analysis/zzz', '/review/aaaaaaaaaaaa']) {
      await page.goto(base + path);
      await page.getByRole('heading', { name: 'No such game' }).waitFor({ timeout: 5000 });
      await page.getByRole('alert').waitFor();
      assert.equal(await page.locator('svg.grid').count(), 0);
    }
  },
  async 'without a server Learn says so, and comes when the server does'({ page, base, server }) {
    await page.goto(base);
    await page.locator('.games .card').first().waitFor();
    await server.kill();
    try {
      await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
      await page.getByText('The server does not answer').waitFor({ timeout: 5000 });
    } finally {
      await server.start();
    }
    await page.getByRole('heading', { name: 'Learn the rules' }).waitFor();
    await page.locator('.mini .stone').first().waitFor();
    await page.getByText('No connection to the server').waitFor({ state: 'detached' });
    // And with its code already here: a lesson whose board cannot be asked for.
    await server.kill();
    try {
      await page.getByRole('link', { name: 'Begin Omega' }).click();
      await page.getByText('No connection to the server').waitFor({ timeout: 5000 });
    } finally {
      await server.start();
    }
    await page.locator('svg.grid').waitFor();
  },
  async 'strangers are not You, and games without a move are in no list'({ browser, page, base }) {
    const { game_id: played } = await sitDown(page, base, { ...small, seats: [ME, ME] });
    await playAll(page, ['F5']);
    const { game_id: empty } = await sitDown(page, base, { ...small, seats: [ME, ME] });
    const stranger = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const row = (one) => one.locator('tr', { has: one.locator(`a[href="/game/${played}"]`) });
    await stranger.goto(`${base}/arena`);
    assert.match(await row(stranger).innerText(), /Guest – Guest/);
    assert.equal(await stranger.locator(`a[href="/game/${empty}"]`).count(), 0);
    await stranger.goto(`${base}/game/${played}`);
    await stranger.locator('.player').first().waitFor();
    assert.doesNotMatch((await stranger.locator('.player').allInnerTexts()).join(), /You/);
    await page.goto(`${base}/arena`);
    assert.match(await row(page).innerText(), /You – You/);
    await stranger.context().close();
  },
  async 'equal products are not called the higher one'({ page, base }) {
    // Any game that ends with equal products will do; on the smallest board they are frequent.
    await page.goto(base);
    const outcome = await page.evaluate(async () => {
      const ask = async (moves) =>
        (
          await (
            await fetch('/api/v1/position', {
              method: 'POST',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ game: 'omega', rules: { side: '3', players: '2' }, moves }),
            })
          ).json()
        ).position;
      let seed = 7;
      for (let tries = 0; tries < 200; ++tries) {
        const moves = [];
        let position = await ask(moves);
        while (!position.ending) {
          seed = (seed * 1103515245 + 12345) % 2147483648;
          moves.push(position.legal[Math.floor((seed / 2147483648) * position.legal.length)].move);
          position = await ask(moves);
        }
        if (position.scores[0] === position.scores[1]) return { moves, scores: position.scores };
      }
      return null;
    });
    assert.ok(outcome, 'a game with equal products was found');
    await page.goto(
      `${base}/analysis#${new URLSearchParams({ game: 'omega', rule: 'side=3', moves: outcome.moves.join(' ') })}`,
    );
    await page.getByTestId('status').getByText('won').waitFor();
    assert.match(await page.getByTestId('status').innerText(), /equal products, and the last in turn order wins/);
  },
  async 'no hints against another person'({ browser, page, base }) {
    await sitDown(page, base, { ...small, seats: [ME, { kind: 'friend' }] });
    const other = await joinByLink(browser, page);
    await untilMyTurn(page);
    assert.ok(await page.getByRole('button', { name: 'Hint' }).isDisabled());
    await page.keyboard.press(' ');
    await page.waitForTimeout(1500);
    assert.equal(await page.locator('.ghost').count(), 0);
    await other.context().close();
    await sitDown(page, base, { ...small, seats: [ME, { kind: 'engine', level: 1 }] });
    await untilMyTurn(page);
    assert.ok(await page.getByRole('button', { name: 'Hint' }).isEnabled());
  },
  async 'the one who asked hears of a declined take-back'({ browser, page, base }) {
    await sitDown(page, base, { ...small, seats: [ME, { kind: 'friend' }] });
    const other = await joinByLink(browser, page);
    await untilMyTurn(page);
    await clickCell(page, 'F5');
    await untilMyTurn(other);
    await page.getByRole('button', { name: 'Take back' }).click();
    await other.getByRole('button', { name: 'Decline' }).click();
    await page.locator('.toast', { hasText: 'Taking back was declined' }).waitFor({ timeout: 5000 });
    // Playing on withdraws an offer; nobody has declined it.
    await page.locator('.toast').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Take back' }).click();
    await other.getByRole('button', { name: 'Decline' }).waitFor();
    await clickCell(other, (await legalCells(other))[0]);
    await untilMyTurn(page);
    await page.waitForTimeout(300);
    assert.equal(await page.locator('.toast', { hasText: 'declined' }).count(), 0);
    await other.context().close();
  },
  async 'pictures have a ground and no marks of legal cells'({ page, base }) {
    await page.goto(`${base}/analysis#game=andantino&rule=side%3D5&moves=F5`);
    await page.locator('svg.grid [data-legal] .dot').first().waitFor();
    await page.getByRole('tab', { name: 'Share' }).click();
    const [drawn] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'SVG' }).press('Enter'),
    ]);
    assert.equal(readFileSync(await drawn.path(), 'utf8').match(/<circle[^>]* r="0\.1"/), null);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PNG' }).press('Enter'),
    ]);
    const bytes = readFileSync(await picture.path()).toString('base64');
    const alphas = await page.evaluate(async (data) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return [
        [0, 0],
        [image.width - 1, 0],
        [0, image.height - 1],
        [image.width - 1, image.height - 1],
      ].map(([x, y]) => context.getImageData(x, y, 1, 1).data[3]);
    }, bytes);
    assert.deepEqual(alphas, [255, 255, 255, 255]);
  },
  async 'help knows every game, and one move is one move'({ page, base }) {
    await page.goto(base);
    const { games, processor } = await page.evaluate(async () => (await fetch('/api/v1/catalog')).json());
    await page.keyboard.press('?');
    await page.getByText('Everything stays on this machine').waitFor();
    const about = await page.getByText('Everything stays on this machine').innerText();
    for (const { name, title } of games)
      assert.ok(about.includes({ tafl: 'Tablut' }[name] ?? title), `${name} in: ${about}`);
    assert.match(processor, /^(x86-64|aarch64)/);
    await page.getByText(`built for ${processor}`).waitFor();
    await page.goto(`${base}/new/andantino`);
    await page.getByLabel('Swap rule').waitFor();
    const choices = await page.getByLabel('Swap rule').locator('option').allInnerTexts();
    assert.deepEqual(choices.slice(1, 3), ['after 1 move', 'after 2 moves']);
  },
  async 'the tree of an analysis survives reloading, leaving and rubbish, and links carry it'({ context, page, base }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${base}/analysis#game=andantino&rule=side%3D5&moves=F5+E4+F4`);
    await page.locator('.tree button').nth(2).waitFor();
    await page.locator('.tree button', { hasText: 'E4' }).click();
    await page.waitForFunction(
      () =>
        document.querySelector('.tree [aria-current]')?.textContent === 'E4' &&
        document.querySelectorAll('svg.grid [data-cell] .stone').length === 3 &&
        document.querySelector('svg.grid [data-legal]'),
    );
    const other = (await legalCells(page)).find((cell) => cell !== 'F4');
    await clickCell(page, other);
    await page.locator('.variation').waitFor();
    const told = async (one = page) => (await one.locator('.tree').innerText()).replace(/\s+/g, ' ');
    const before = await told();
    const same = (one) =>
      one.waitForFunction(
        (text) =>
          document.querySelector('.tree')?.innerText.replace(/\s+/g, ' ') === text &&
          document.querySelector('.tree .variation [aria-current]'),
        before,
        { timeout: 5000 },
      );
    await page.waitForTimeout(400);
    await page.reload();
    await same(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('heading', { name: 'Learn the rules' }).waitFor();
    await page.goBack();
    await same(page);
    await page.getByRole('tab', { name: 'Share' }).click();
    for (const rubbish of [
      'hello world',
      'F5 F5',
      'https://example.org/#nothing',
      '{"a":',
      '[Game "chess"]\n\n1. e4 *',
    ]) {
      await page.getByRole('button', { name: 'Paste a record' }).press('Enter');
      await page.getByRole('textbox', { name: 'Game record' }).fill(rubbish);
      await page.getByRole('button', { name: 'Show it' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      // While the dialog is still there a key pressed for the page would go to it.
      await page.getByRole('textbox', { name: 'Game record' }).waitFor({ state: 'detached' });
      await same(page);
    }
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    await page.locator('.toast', { hasText: 'Copied' }).waitFor();
    const friend = await context.newPage();
    await friend.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await same(friend);
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.locator('.variation').waitFor({ state: 'detached' });
    await page.goBack();
    await same(page);
  },
  async 'group numbers can be read on every colour of stone'({ browser, base }) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({
        colorScheme,
        locale: 'en-GB',
        viewport: { width: 1280, height: 900 },
      });
      const page = await context.newPage();
      await choose(page, base, { overlays: { groups: true } });
      await sitDown(page, base, { game: 'omega', rules: { side: '4', players: '4' }, seats: [ME, ME, ME, ME] });
      await playAll(page, ['W:A1', 'B:B3', 'R:D4', 'U:C2']);
      await page.locator('.overlay-groups text').nth(3).waitFor();
      // What is painted just below the number's own glyphs: the disc, in a colour the number stands out from.
      const contrasts = await page.evaluate(() => {
        const light = (colour) =>
          colour
            .match(/[\d.]+/g)
            .slice(0, 3)
            .map((part) => part / 255)
            .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
            .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
        return [...document.querySelectorAll('.overlay-groups')].map((group) => {
          const disc = group.querySelector('circle');
          if (!disc) return 0;
          const [a, b] = [getComputedStyle(disc).fill, getComputedStyle(group.querySelector('text')).fill]
            .map(light)
            .sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05);
        });
      });
      assert.ok(contrasts.length >= 4 && contrasts.every((contrast) => contrast >= 4.5), contrasts.join(' '));
      await context.close();
    }
  },
  async 'on a phone coordinates can be read and cells of Hex be touched'({ browser, base }) {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    for (const game of ['hex', 'tafl', 'omega', 'andantino']) {
      await sitDown(page, base, { game, seats: [ME, ME] });
      const { label, cell } = await page.evaluate(() => {
        const scale = document.querySelector('svg.grid').getScreenCTM().a;
        return {
          label: parseFloat(getComputedStyle(document.querySelector('.coordinate')).fontSize) * scale,
          cell: scale,
        };
      });
      assert.ok(label >= 10, `${game}: coordinates of ${label} px`);
      if (game === 'hex') assert.ok(cell >= 30, `cells of ${cell} px`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game} is too wide`);
      const outside = await page.evaluate(() => {
        const board = document.querySelector('svg.grid').getBoundingClientRect();
        return [...document.querySelectorAll('.coordinate')]
          .map((text) => text.getBoundingClientRect())
          .filter(
            (box) =>
              box.left < board.left - 1 ||
              box.right > board.right + 1 ||
              box.top < board.top - 2 ||
              box.bottom > board.bottom + 2,
          ).length;
      });
      assert.equal(outside, 0, `${game}: coordinates are cut off`);
    }
    await context.close();
  },
  async 'Hex: sides have colours, the winning chain and the swap are shown'({ page, base }) {
    await sitDown(page, base, { game: 'hex', rules: { side: '3' }, seats: [ME, ME] });
    assert.equal(await page.locator('.border-red').count(), 2);
    assert.equal(await page.locator('.border-blue').count(), 2);
    const inside = await page.evaluate(() => {
      const board = document.querySelector('svg.grid').getBoundingClientRect();
      return [...document.querySelectorAll('.border')].every((line) => {
        const box = line.getBoundingClientRect();
        return box.left >= board.left && box.right <= board.right && box.top >= board.top && box.bottom <= board.bottom;
      });
    });
    assert.ok(inside, 'the sides are drawn within the picture');
    await playAll(page, ['a2']);
    await page.getByRole('button', { name: 'Take the stone over' }).click();
    await page.getByTestId('swapped').waitFor();
    assert.equal(await page.locator('svg.grid [data-cell] .stone-blue').count(), 1);
    assert.equal(await page.locator('.cell.last .stone-blue').count(), 1);
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
    await playAll(page, ['b2']);
    assert.equal(await page.getByTestId('swapped').count(), 0);
    for (const cell of ['c3', 'b1', 'c1', 'b3', 'a3', 'c2']) {
      if (!(await untilMyTurn(page))) break;
      if ((await legalCells(page)).includes(cell)) await playAll(page, [cell]);
    }
    await page.locator('.status.over').waitFor();
    assert.match(await page.locator('.status.over').innerText(), /both sides are joined/);
    const chain = await page
      .locator('.cell.ending')
      .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).sort());
    assert.ok(chain.length >= 3 && chain.length <= 4, chain.join(' '));
  },
  async 'Hex: the strongest level answers in a few seconds'({ page, base }) {
    await sitDown(page, base, { game: 'hex', seats: [ME, { kind: 'engine', level: 10 }] });
    await playAll(page, ['a2']);
    const begin = Date.now();
    await untilMyTurn(page);
    assert.ok(Date.now() - begin < 6000, `${Date.now() - begin} ms`);
  },
  async 'Hex: one swap in the form, and no English in Italian'({ page, base }) {
    await choose(page, base, { language: 'it', overlays: { threats: true } });
    await page.goto(`${base}/new/hex`);
    await page.getByText('Regole').first().waitFor();
    assert.equal((await page.locator('fieldset.options').first().innerText()).match(/scambio|swap/gi)?.length, 1);
    await sitDown(page, base, { game: 'hex', rules: { side: '3' }, seats: [ME, ME] });
    await playAll(page, ['a2']);
    await page.getByRole('button', { name: /scambio/ }).click();
    await page.locator('.moves button', { hasText: 'scambio' }).waitFor();
    const words = await page.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')),
      ].join(' '),
    );
    assert.doesNotMatch(words, /\b(swap|joins|edges|joined|stone)\b/i);
  },
};
