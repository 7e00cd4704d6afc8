// How pages are laid out: what stands above the fold, what is cut off, what covers what.
import assert from 'node:assert/strict';
import { choose, playByWire, sitDown } from './table.mjs';

const PHONE = { width: 390, height: 844 };
const ME = { kind: 'human' };

const box = async (locator) => {
  const found = await locator.boundingBox();
  assert.ok(found, `${locator} is not on the page`);
  return found;
};

/** Rows that buttons of a group stand in, by how many are in each. */
const rowsOf = (locator) =>
  locator.evaluate((group) => {
    const rows = new Map();
    for (const child of group.children) rows.set(child.offsetTop, (rows.get(child.offsetTop) ?? 0) + 1);
    return [...rows.values()];
  });

/** What has moved under the reader's eyes since the page was opened, as browsers measure it. */
const shiftOf = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) =>
          list.getEntries().forEach(({ value, hadRecentInput }) => (sum += hadRecentInput ? 0 : value)),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );

const luminance = (colour) => {
  const [r, g, b] = colour
    .match(/[\d.]+/g)
    .map(Number)
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) =>
  (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);

export const tests = {
  async 'the first page does not jump while its parts come, however they come'({ browser, base }) {
    for (const viewport of [{ width: 1440, height: 900 }, PHONE]) {
      const context = await browser.newContext({ viewport, locale: 'en-GB' });
      const page = await context.newPage();
      let asked = 0;
      // One after the other, as on a slow line.
      await page.route(/api\/v1\/(?!socket)/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, (++asked % 6) * 150));
        await route.continue().catch(() => {});
      });
      await page.goto(`${base}/`);
      await page.getByTestId('daily').waitFor();
      await page.locator('.games .mini .cell').first().waitFor();
      await page.waitForTimeout(1500);
      const shift = await shiftOf(page);
      await context.close();
      assert.ok(shift < 0.05, `layout shift ${shift.toFixed(3)} at ${viewport.width}`);
    }
  },
  async 'a glyph that is pressed can be read under the pointer, in both themes'({ browser, base }) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({
        colorScheme,
        locale: 'en-GB',
        viewport: { width: 1280, height: 900 },
      });
      const page = await context.newPage();
      await page.goto(`${base}/analysis#game=hex&rule=side%3D5&moves=a1+b2`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      await page.getByRole('tab', { name: 'Notes', exact: true }).click();
      const glyph = page.getByRole('button', { name: 'good move', exact: true });
      await glyph.click();
      await glyph.hover();
      await page.waitForTimeout(400);
      const { color, backgroundColor } = await glyph.evaluate((one) => ({
        color: getComputedStyle(one).color,
        backgroundColor: getComputedStyle(one).backgroundColor,
      }));
      await context.close();
      assert.ok(contrast(color, backgroundColor) >= 4.5, `${colorScheme}: ${color} on ${backgroundColor}`);
    }
  },
  async 'all columns of a review of tafl are seen on a screen of 1440 × 900'({ browser, base }) {
    for (const locale of ['en-GB', 'it-IT']) {
      const context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      // A side that was lost has a column more.
      await page.routeWebSocket(/socket$/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((text) => {
          const message = JSON.parse(text);
          if (message.type === 'review_done') message.resistance = [88, null];
          socket.send(JSON.stringify(message));
        });
      });
      await page.goto(`${base}/analysis#game=tafl&moves=d1-c1+e3-d3`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      await page
        .getByRole('button', { name: /^(Review this game|Rivedi questa partita|Analizza questa partita)/ })
        .click();
      const table = page.getByTestId('accuracy');
      await table.waitFor({ timeout: 60000 });
      const cut = await table.evaluate((one) => {
        const edge = one.closest('.side, aside, .card')?.getBoundingClientRect() ?? { right: innerWidth };
        return [...one.querySelectorAll('th, td')]
          .filter(
            (cell) =>
              cell.getBoundingClientRect().right > Math.min(edge.right, innerWidth) + 0.5 ||
              cell.scrollWidth > cell.clientWidth + 1,
          )
          .map((cell) => cell.textContent);
      });
      await context.close();
      assert.deepEqual(cut, [], locale);
    }
  },
  async 'on a phone the puzzle’s task and its whole board are seen without scrolling'({ page, base }) {
    await page.setViewportSize(PHONE);
    await page.goto(`${base}/puzzles/tafl`);
    const board = page.locator('svg.grid');
    await board.waitFor();
    const task = await box(page.getByTestId('puzzle-task'));
    const { y, height } = await box(board);
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.ok(task.y + task.height <= y, 'the task stands before the board');
    assert.ok(y + height <= PHONE.height, `the board ends at ${y + height}`);
  },
  async 'on a phone a lesson’s words and its whole board are seen without scrolling, and its rules are a click away'({
    page,
    base,
  }) {
    await page.setViewportSize(PHONE);
    const cut = [];
    for (const game of ['andantino', 'omega', 'tafl', 'hex']) {
      await page.goto(`${base}/learn/${game}`);
      const { y, height } = await page
        .locator('svg.grid')
        .waitFor()
        .then(() => box(page.locator('svg.grid')));
      if (y + height > PHONE.height) cut.push(`${game} ends at ${Math.round(y + height)}`);
      await page.getByRole('link', { name: /^The rules of/ }).waitFor();
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(cut, []);
  },
  async 'on a phone no column of my games is cut off'({ page, base }) {
    await sitDown(page, base, {
      game: 'hex',
      seats: [
        { ...ME, name: 'Wilhelmina' },
        { ...ME, name: 'Bartholomew' },
      ],
    });
    await page.locator('svg.grid [data-legal] .ground').first().click({ force: true });
    await page.locator('.moves button').first().waitFor();
    await page.setViewportSize(PHONE);
    await page.goto(`${base}/games`);
    const row = page.locator('tr[data-game]').first();
    await row.waitFor();
    const list = await box(page.locator('.scroll').first());
    const { x, width, height } = await box(row);
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.ok(
      x + width <= list.x + list.width + 1,
      `the row is ${x + width - list.x - list.width} px wider than what is seen of it`,
    );
    assert.ok(height < 110, `a game takes ${height} px`);
  },
  async 'a position is set up without a bar that says nothing'({ page, base }) {
    await page.goto(`${base}/analysis#game=tafl`);
    await page.locator('.evalbar').waitFor();
    await page.getByRole('tab', { name: 'Board' }).click();
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Empty the board' }).waitFor();
    assert.equal(await page.locator('.evalbar').count(), 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.evalbar').waitFor();
  },
  async 'the editor’s buttons fill their rows'({ page, base }) {
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('about:blank');
      await page.goto(`${base}/analysis#game=tafl`);
      await page.locator('svg.grid').waitFor();
      await page.getByRole('tab', { name: 'Board' }).click();
      await page.getByRole('button', { name: 'Set up a position' }).click();
      const box = (name) => page.getByRole('button', { name, exact: true }).boundingBox();
      const [done, clear, cancel] = [await box('Analyse this'), await box('Empty the board'), await box('Cancel')];
      assert.ok(Math.abs(clear.y - cancel.y) < 2, `${width}: the last button stands alone`);
      assert.ok(Math.abs(done.x + done.width - cancel.x - cancel.width) < 2, `${width}: rows end apart`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  },
  async 'letters stand beside the board and not on its coloured sides'({ page, base }) {
    // A point of a letter's box that lies on the stroke of a side.
    const covered = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('svg.grid text.coordinate')]
          .filter((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect();
            const inside = [0.3, 0.5, 0.7].flatMap((a) =>
              [0.35, 0.5, 0.65].map((b) => [left + a * (right - left), top + b * (bottom - top)]),
            );
            return [...document.querySelectorAll('svg.grid .border')].some((side) =>
              inside.some(([x, y]) =>
                side.isPointInStroke(new DOMPoint(x, y).matrixTransform(side.getScreenCTM().inverse())),
              ),
            );
          })
          .map((text) => text.textContent),
      );
    const found = [];
    for (const size of [PHONE, { width: 1280, height: 900 }]) {
      await page.setViewportSize(size);
      for (const path of ['/learn/hex', '/analysis#game=hex']) {
        await page.goto(`${base}${path}`);
        await page.locator('svg.grid .border').first().waitFor();
        found.push(...(await covered()));
      }
    }
    assert.deepEqual(found, []);
  },
  async 'lessons of Hex name sides by their colour: the board may lie or stand'({ page, base }) {
    for (const size of [PHONE, { width: 1280, height: 900 }]) {
      await page.setViewportSize(size);
      await page.goto(`${base}/learn/hex`);
      await page.getByText('joins the two red sides').waitFor();
    }
  },
  async 'a chance on a suggested stone is not written over the stone’s sign'({ page, base }) {
    await page.goto(`${base}/analysis#game=hex&rule=side%3D7`);
    await page.locator('svg.grid .ghost .number').first().waitFor();
    const signs = await page
      .locator('svg.grid .ghost:has(.number) .sign')
      .evaluateAll((all) => all.filter((sign) => getComputedStyle(sign).display !== 'none').length);
    assert.equal(signs, 0);
  },
  async 'four buttons stand two and two'({ page, base }) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await sitDown(page, base, { game: 'andantino', rules: { side: '5' }, seats: [ME, ME] });
    await page.locator('svg.grid [data-legal] .ground').first().click({ force: true });
    await page.getByRole('button', { name: 'Offer a draw' }).waitFor();
    const during = await rowsOf(page.locator('.actions'));
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign' }).click();
    await page.locator('.status.over').waitFor();
    const after = await rowsOf(page.locator('.choices'));
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual({ during, after }, { during: [2, 2], after: [2, 2] });
  },
  async 'a proven line says so in one row'({ page, base }) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${base}/analysis#game=andantino&moves=I9+J9+K10+I10`);
    await page.getByTestId('proven').getByText('proven').waitFor();
    const verdict = page.locator('.lines .verdict.proven').first();
    await verdict.waitFor();
    const { height } = await box(verdict);
    const line = await verdict.evaluate(
      (element) =>
        parseFloat(getComputedStyle(element).lineHeight) || 1.6 * parseFloat(getComputedStyle(element).fontSize),
    );
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.ok(height < 1.6 * line, `${height} px for a line of ${line}`);
    assert.match(await verdict.getAttribute('title'), /proven loss in at most \d+/);
  },
  async 'on a phone the first screen has games to begin'({ page, base }) {
    await page.setViewportSize(PHONE);
    await page.goto(base);
    const begin = page.locator('.games').getByRole('link', { name: /^Play / });
    await begin.nth(3).waitFor();
    await page.getByTestId('daily').waitFor();
    await page.getByTestId('showcase').waitFor();
    const ends = await begin.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().bottom));
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.ok(ends.filter((end) => end <= PHONE.height).length >= 3, `they end at ${ends}`);
  },
  async 'a number stands beside its move, and on a phone one steps through a game while looking at the board'({
    page,
    base,
  }) {
    const moves =
      'I9 J9 K10 I10 J11 K11 I8 I11 J12 I12 K12 J13 L12 I13 H11 H12 L11 H13 I14 G11 H10 H9 G9 J14 K13 G10 F10 G12 G13 H14';
    await page.goto(`${base}/analysis#${new URLSearchParams({ game: 'andantino', moves })}`);
    await page.locator('.tree button').nth(29).waitFor();
    const apart = [];
    for (const size of [{ width: 1440, height: 900 }, { width: 820, height: 1180 }, PHONE]) {
      await page.setViewportSize(size);
      apart.push(
        ...(await page.locator('.tree .ply').evaluateAll((numbers) =>
          numbers
            .filter((number) => {
              const [a, b] = [
                number.getBoundingClientRect(),
                number.parentElement.querySelector('button')?.getBoundingClientRect() ?? { top: 0, bottom: 0 },
              ];
              return a.bottom < b.top || b.bottom < a.top || number.nextElementSibling?.tagName !== 'BUTTON';
            })
            .map((number) => number.textContent),
        )),
      );
    }
    await page.evaluate(() => scrollTo(0, 0));
    const steps = await box(page.getByRole('button', { name: 'One move back' }));
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(apart, []);
    assert.ok(steps.y + steps.height <= PHONE.height, `the buttons end at ${steps.y + steps.height}`);
  },
  async 'on a phone a finished game keeps no room for lines that do not come'({ page, base }) {
    await page.setViewportSize(PHONE);
    await page.goto(
      `${base}/analysis#${new URLSearchParams({ game: 'andantino', rule: 'side=6', moves: 'E5 F5 E4 D4 E6 G6 F7 D5 E7 F8 E8' })}`,
    );
    await page.getByTestId('status').getByText('White won').waitFor();
    const { height } = await box(page.locator('.lines'));
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.ok(height < 40, `${height} px`);
  },
  async 'on a phone a game’s result is seen without scrolling, in every game'({ page, base }) {
    await page.setViewportSize(PHONE);
    const hidden = [];
    for (const [language, resign, really] of [
      ['en', 'Resign', 'Really resign'],
      ['it', 'Abbandona', 'Abbandona davvero'],
    ]) {
      await choose(page, base, { language });
      for (const [game, rules, players] of [
        ['andantino', {}, 2],
        ['omega', {}, 2],
        ['tafl', {}, 2],
        ['tafl', { rules: 'copenhagen' }, 2],
        ['hex', {}, 2],
        ['hex', { side: '14' }, 2],
      ]) {
        const created = await sitDown(page, base, { game, rules, seats: Array(players).fill(ME) });
        // Hex to its own end, whose words are the longest; the others as soon as they can end.
        await playByWire(page, created, [], game === 'hex' ? Infinity : 2);
        const status = page.locator('.status.over');
        if (game !== 'hex') {
          await page.getByRole('button', { name: resign, exact: true }).click();
          await page.getByRole('button', { name: really }).click();
        }
        await status.waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        const { y, height } = await box(status);
        // What steps through the game stays at the lower edge and covers what is behind it.
        const { y: edge } = await box(page.locator('.steps'));
        if (y + height > edge)
          hidden.push(
            `${language} ${game} ${JSON.stringify(rules)}: “${await status.innerText()}” ends at ${Math.round(y + height)}`,
          );
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(hidden, []);
  },
};
