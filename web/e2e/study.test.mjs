// The analysis table: nothing on it is lost, everything can be undone, kept by name and set up by hand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { choose, clickCell, legalCells, sitDown, untilMyTurn } from './table.mjs';

const SMALL = 'game=andantino&rule=side%3D5';
const told = (page) => page.locator('.tree').innerText().then((text) => text.replace(/\s+/g, ' ').trim());
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const steady = (page) => page.waitForTimeout(250);

/** F5 E4 F4 with a variation, a mark and a comment. */
async function annotated(page, base) {
  await page.goto(`${base}/analysis#${SMALL}&moves=F5+E4+F4`);
  await page.locator('.tree button').nth(2).waitFor();
  await page.locator('.tree button', { hasText: 'E4' }).click();
  await page.waitForFunction(() => document.querySelectorAll('svg.grid [data-cell] .stone').length === 3 && document.querySelector('svg.grid [data-legal]'));
  await tab(page, 'Notes');
  await page.getByRole('button', { name: 'doubtful move' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('why (not) here? \\ "so"');
  await clickCell(page, (await legalCells(page)).find((cell) => cell !== 'F4'));
  await page.locator('.variation').waitFor();
  await steady(page);
}

export const tests = {
  async 'comments and marks survive reloading, leaving and links'({ context, page, base }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await annotated(page, base);
    const before = await told(page);
    assert.match(before, /E4 ?\?! why \(not\) here\? \\ "so"/);
    const same = (one) => one.waitForFunction((text) => document.querySelector('.tree')?.innerText.replace(/\s+/g, ' ').trim() === text, before, { timeout: 5000 });
    await page.reload();
    await same(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('heading', { name: 'Learn the rules' }).waitFor();
    // Not by Back: somebody who comes to the analysis again finds it as he left it.
    await page.getByRole('navigation').getByRole('link', { name: 'Analysis' }).click();
    await same(page);
    await tab(page, 'Share');
    await page.getByRole('button', { name: 'Copy link' }).press('Enter');
    await page.locator('.toast', { hasText: 'Copied' }).waitFor();
    const friend = await context.newPage();
    await friend.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await same(friend);
    // As a file, and from it.
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).press('Enter')]);
    const path = await file.path();
    assert.match(readFileSync(path, 'utf8'), /\[Game "andantino"\]/);
    await friend.goto(`${base}/analysis#game=tafl`);
    await friend.locator('svg.grid').waitFor();
    await tab(friend, 'Share');
    await friend.getByLabel('Open a file').last().setInputFiles(path);
    await same(friend);
  },
  async 'everything can be undone and done again, also after reloading'({ page, base }) {
    await annotated(page, base);
    const states = [await told(page)];
    const note = async () => {
      await steady(page);
      states.push(await told(page));
      assert.notEqual(states.at(-1), states.at(-2));
    };
    await page.getByRole('button', { name: 'Promote' }).click();
    await note();
    await page.getByRole('button', { name: 'Delete' }).click();
    await note();
    await tab(page, 'Share');
    await page.getByRole('button', { name: 'Paste a record' }).press('Enter');
    await page.getByRole('textbox', { name: 'Game record' }).fill('F5 F6 G6');
    await page.getByRole('button', { name: 'Show it' }).click();
    await note();
    await tab(page, 'Board');
    await page.getByRole('tabpanel').locator('select').first().selectOption('hex');
    await page.waitForFunction(() => document.querySelectorAll('svg.grid .cell').length === 121);
    await note();
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('svg.grid .cell').length === 121);
    const reach = (state) => page.waitForFunction((text) => document.querySelector('.tree')?.innerText.replace(/\s+/g, ' ').trim() === text, state, { timeout: 5000 });
    for (const state of states.slice(0, -1).reverse()) {
      await page.getByRole('button', { name: 'Undo' }).click();
      await reach(state);
    }
    assert.equal(await page.locator('svg.grid .cell').count(), 61);
    // The variation, the comment as a whole, the mark: by key.
    await page.locator('.status').click();
    for (const gone of [/\(\s*2\./, /why/, /\?!/]) {
      assert.match(await told(page), gone);
      await page.keyboard.press('Control+z');
      await page.waitForFunction((text) => !new RegExp(text).test(document.querySelector('.tree').innerText), gone.source);
    }
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
    for (let i = 0; i < 3; ++i) await page.keyboard.press('Control+Shift+z');
    await reach(states[0]);
    for (const state of states.slice(1, -1)) {
      await page.getByRole('button', { name: 'Redo' }).click();
      await reach(state);
    }
  },
  async 'studies are kept by name, as they change, and can be brought back'({ context, page, base }) {
    await annotated(page, base);
    await tab(page, 'Studies');
    await page.getByRole('textbox', { name: 'Name of this study' }).fill('Ring & <five>');
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.getByText('is kept as it changes').waitFor();
    await clickCell(page, (await legalCells(page))[0]);
    await page.waitForFunction(() => document.querySelectorAll('.tree button').length === 5);
    await steady(page);
    const kept = await told(page);
    const other = await context.newPage();
    await other.goto(`${base}/analysis#game=tafl`);
    await other.locator('svg.grid').waitFor();
    await tab(other, 'Studies');
    await other.locator('.studies button', { hasText: 'Ring & <five>' }).click();
    await other.waitForFunction((text) => document.querySelector('.tree')?.innerText.replace(/\s+/g, ' ').trim() === text, kept);
    await other.getByRole('button', { name: 'Forget Ring' }).click();
    await other.getByText('No studies kept yet').waitFor();
    await other.getByRole('tabpanel').getByRole('button', { name: 'Undo' }).click();
    await other.locator('.studies button', { hasText: 'Ring & <five>' }).waitFor();
  },
  async 'a position is set up by clicking, in every game, and refused in words where it is none'({ page, base }) {
    for (const [game, pieces] of Object.entries({ andantino: ['white stone', 'black stone'], omega: ['white stone', 'black stone'], tafl: ['attacker', 'defender'], hex: ['red stone', 'blue stone'] })) {
      await page.goto('about:blank');
      await page.goto(`${base}/analysis#game=${game}${game === 'tafl' ? '' : '&rule=side%3D5'}`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      const before = await page.locator('svg.grid [data-cell]').evaluateAll((cells) => Object.fromEntries(cells.map((cell) => [cell.dataset.cell, cell.querySelector('.stone')?.getAttribute('class') ?? ''])));
      const free = Object.keys(before).filter((name) => !before[name]);
      await tab(page, 'Board');
      await page.getByRole('button', { name: 'Set up a position' }).click();
      const put = [free[Math.floor(free.length / 3)], free[Math.floor(free.length / 2)]];
      for (const [i, name] of pieces.entries()) {
        await page.getByRole('radio', { name }).click();
        await clickCell(page, put[i]);
      }
      await page.getByLabel('To move').selectOption(game === 'andantino' ? '0' : '1');
      await page.getByRole('button', { name: 'Analyse this' }).click();
      await page.getByRole('tablist').waitFor();
      await page.waitForFunction(() => document.querySelector('svg.grid [data-legal]'));
      const after = await page.locator('svg.grid [data-cell]').evaluateAll((cells) => Object.fromEntries(cells.map((cell) => [cell.dataset.cell, cell.querySelector('.stone')?.getAttribute('class') ?? ''])));
      const changed = Object.keys(after).filter((name) => after[name] !== before[name]).sort();
      assert.deepEqual(changed, [...put].sort(), game);
      assert.match(await page.getByTestId('status').innerText(), { andantino: /White/, omega: /Black/, tafl: /Defenders/, hex: /Blue/ }[game]);
      await page.reload();
      await page.locator('svg.grid [data-legal]').first().waitFor();
      assert.equal(await page.locator('svg.grid [data-cell] .stone').count(), Object.values(after).filter(Boolean).length);
    }
    await page.goto('about:blank');
    await page.goto(`${base}/analysis#game=andantino`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await tab(page, 'Board');
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Empty the board' }).click();
    await clickCell(page, 'J10');
    await page.getByRole('button', { name: 'Analyse this' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForFunction(() => document.querySelectorAll('svg.grid [data-cell] .stone').length === 1);
  },
  async 'the analysis fits into 900 pixels, lines and all'({ browser, base }) {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage();
    const moves = 'J11 K11 K12 J12 K13 I10 L12 K10 L13 I9 J9 (J13 {a comment of some length that goes on for a while})';
    for (const study of [{ game: 'andantino', moves }, { game: 'tafl' }, { game: 'omega' }, { game: 'hex' }]) {
      await page.goto('about:blank');
      await page.goto(`${base}/analysis#${new URLSearchParams(study)}`);
      await page.locator('.lines li').first().waitFor();
      for (const name of ['Review', 'Notes', 'Studies', 'Share', 'Board']) {
        await tab(page, name);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(height <= 900, `${study.game}, ${name}: ${height} px`);
        const [typed, board] = await Promise.all([page.locator('.typed').boundingBox(), page.locator('svg.grid').boundingBox()]);
        assert.ok(typed.y + typed.height <= 900 && board.y + board.height <= 900, `${study.game}, ${name}: something is below the edge`);
      }
    }
    await page.context().close();
  },
  async 'two things have two names'({ page, base }) {
    for (const language of ['en', 'it']) {
      await choose(page, base, { language });
      await page.goto('about:blank');
      await page.goto(`${base}/analysis#game=andantino`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      await page.getByRole('tab').last().click();
      const names = await page.getByRole('switch').evaluateAll((all) => all.map((one) => one.closest('label').innerText.trim()));
      assert.ok(names.length >= 5, names.join());
      assert.equal(new Set(names).size, names.length);
      assert.ok(names.filter((name) => /threat|minacc/i.test(name)).length <= 1, names.join());
    }
  },
  async 'moves are numbered in one way, at the table and in analysis'({ page, base }) {
    for (const [request, count] of [[{ game: 'andantino', rules: { side: '5' }, seats: [{ kind: 'human' }, { kind: 'human' }] }, 5], [{ game: 'omega', rules: { side: '4', players: '3' }, seats: [{ kind: 'human' }, { kind: 'human' }, { kind: 'human' }] }, 12]]) {
      const { game_id: id } = await sitDown(page, base, request);
      for (let ply = 0; ply < count; ++ply) {
        await untilMyTurn(page);
        const before = await page.locator('svg.grid [data-cell] .stone').count();
        await clickCell(page, (await legalCells(page))[0]);
        await page.waitForFunction((stones) => document.querySelectorAll('svg.grid [data-cell] .stone').length > stones, before);
      }
      const numbered = (selector) => page.locator(selector).evaluateAll((all) => all.map((number) => `${number.textContent} ${number.nextElementSibling.textContent.split(' ')[0]}`));
      const atTable = await numbered('.moves .number');
      assert.ok(atTable.length >= 2, atTable.join());
      await page.goto(`${base}/analysis/${id}`);
      await page.waitForFunction((plies) => document.querySelectorAll('.tree button').length === plies, count);
      await page.waitForFunction(() => document.querySelector('svg.grid [data-cell] .stone'));
      assert.deepEqual(await numbered('.tree .ply'), atTable);
    }
  },
};
