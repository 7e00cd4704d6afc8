// The window as the authors of the reports had it: what the engine thought, typed moves, marked cells, their engines.
import assert from 'node:assert/strict';
import { choose, clickCell, legalCells, sitDown, untilMyTurn } from './table.mjs';

const ME = { kind: 'human' };
const engine = (name, ms = 150) => ({ kind: 'engine', engine: name, limits: { movetime_ms: ms } });
const ANDANTINO = { game: 'andantino', rules: { side: '6' } };

const facts = (page) =>
  page
    .getByTestId('thought')
    .locator('dl > div')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent])),
    );
const type = async (page, text) => {
  await page.getByLabel('Type a move').fill(text);
  await page.keyboard.press('Enter');
};
const why = (page) => page.locator('.typed [role=alert]').innerText();

export const tests = {
  async 'what a report’s engine thought stands beside the board, and a switch hides it'({ page, base }) {
    const { game_id: id } = await sitDown(page, base, { ...ANDANTINO, seats: [ME, engine('sweere-groups')] });
    await untilMyTurn(page);
    await clickCell(page, (await legalCells(page))[0]);
    const thought = page.getByTestId('thought');
    await thought.getByText('Turn 1, Black').waitFor();
    const seen = await facts(page);
    assert.deepEqual(Object.keys(seen), ['Value', 'Depth', 'Nodes', 'Nodes a second', 'Time']);
    assert.match(seen.Value, /^[+-]?\d+$|proven/);
    for (const name of ['Depth', 'Nodes', 'Nodes a second', 'Time'])
      assert.ok(parseFloat(seen[name]) > 0, `${name}: ${seen[name]}`);
    await page.reload();
    await thought.getByText('Turn 1, Black').waitFor();
    assert.deepEqual(await facts(page), seen, 'the same after reloading');
    await page.getByRole('switch', { name: 'Engine’s thinking' }).click();
    await thought.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('svg.grid').waitFor();
    assert.equal(await thought.count(), 0, 'the choice is kept');
    assert.ok(id);
  },
  async 'an engine of the house thinks in silence until it is asked'({ page, base }) {
    await sitDown(page, base, { ...ANDANTINO, seats: [ME, { kind: 'engine', level: 2 }] });
    await untilMyTurn(page);
    await clickCell(page, (await legalCells(page))[0]);
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
    assert.equal(await page.getByTestId('thought').count(), 0);
    await page.getByRole('switch', { name: 'Engine’s thinking' }).click();
    await page.getByTestId('thought').getByText('Turn 1, Black').waitFor();
  },
  async 'the turn report of Omega: turns left, possible moves, time for the turn, and every depth'({ page, base }) {
    await sitDown(page, base, {
      game: 'omega',
      rules: { side: '4', players: '2' },
      seats: [engine('trebing-full,own_book=off', 1500), ME],
    });
    const thought = page.getByTestId('thought');
    await thought.getByText('Turn 1, White').waitFor({ timeout: 25000 });
    await page.waitForFunction(() => document.querySelectorAll('[data-testid=thought] table').length === 2, null, {
      timeout: 25000,
    });
    const words = await thought.innerText();
    assert.match(words, /Turns left: \d+ · Possible moves: \d+ · Time for this turn: [\d.]+ s/);
    assert.deepEqual(await thought.locator('thead').first().locator('th').allInnerTexts(), [
      'Depth',
      'Took',
      'Best value',
      'Moves investigated',
    ]);
    const rows = await thought
      .locator('tbody')
      .first()
      .locator('tr')
      .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(
      rows.map(([depth]) => Number(depth)),
      rows.map((_, i) => i + 1),
      'every depth once',
    );
    assert.ok(
      rows.length >= 2 &&
        rows.every(([, took, value, nodes]) => /^[\d.]+ s$/.test(took) && value !== '' && /^[\d,]+$/.test(nodes)),
      JSON.stringify(rows),
    );
  },
  async 'typed moves: played as the board names them, refused in words'({ page, base }) {
    await sitDown(page, base, { ...ANDANTINO, seats: [ME, ME] });
    await untilMyTurn(page);
    for (const [text, words] of [
      ['Z99', /no cell Z99/],
      ['hello', /names no cell/],
      ['A1', /A1 is not possible now.*must touch/],
      ['F6', /F6 is taken/],
    ]) {
      await type(page, text);
      assert.match(await why(page), words);
    }
    assert.equal(await page.locator('.moves button').count(), 0);
    const [first] = await legalCells(page);
    await type(page, ` ${first.toLowerCase()} `);
    await page.waitForFunction((cell) => document.querySelector(`svg.grid [data-cell="${cell}"] .stone`), first);
    assert.equal(await why(page), '');
    await sitDown(page, base, { game: 'tafl', seats: [ME, ME] });
    await untilMyTurn(page);
    await type(page, 'e5 e6');
    assert.match(await why(page), /not yours or cannot move/);
    await type(page, 'd1');
    assert.match(await why(page), /where d1 goes/);
    await type(page, 'd1 e9');
    assert.match(await why(page), /no way to e9/);
    await type(page, 'd1-d4');
    await page.waitForFunction(() => document.querySelector('svg.grid [data-cell="d4"] .stone'));
    await sitDown(page, base, { game: 'omega', rules: { side: '3', players: '2' }, seats: [ME, ME] });
    await untilMyTurn(page);
    await type(page, 'c3');
    await page.waitForFunction(() => document.querySelector('svg.grid [data-cell="C3"] .stone-white'));
    await type(page, 'b:a1');
    await page.waitForFunction(() => document.querySelector('svg.grid [data-cell="A1"] .stone-black'));
  },
  async 'typed moves in analysis, and when it is not my turn'({ page, base }) {
    await page.goto(`${base}/analysis#game=andantino&rule=side%3D5`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await type(page, 'F5');
    await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'F5');
    await sitDown(page, base, { ...ANDANTINO, seats: [engine('sweere-none', 3000), ME] });
    await type(page, 'F5');
    assert.match(await why(page), /not your turn/);
  },
  async 'the map of coordinates: a name on every cell'({ page, base }) {
    await sitDown(page, base, { ...ANDANTINO, seats: [ME, ME] });
    await page.getByRole('switch', { name: 'Names on every cell' }).click();
    await page.locator('.cell-name').first().waitFor();
    const wrong = await page
      .locator('svg.grid [data-cell]')
      .evaluateAll(
        (cells) => cells.filter((cell) => cell.querySelector('.cell-name')?.textContent !== cell.dataset.cell).length,
      );
    assert.equal(wrong, 0);
    await page.getByRole('switch', { name: 'Names on every cell' }).click();
    await page.locator('.cell-name').first().waitFor({ state: 'detached' });
  },
  async 'cells where a player loses at once are marked against Sweere’s engines'({ page, base }) {
    // Black's ring around an empty cell: White may not enter it.
    const start = '6 6/7/8/4WWW2/4WBBW2/5B1B3/5BB3/9/8/7/6 w';
    await sitDown(page, base, { ...ANDANTINO, start, seats: [ME, engine('sweere-none')] });
    const marks = page.locator('.overlay-losing.seat-white');
    await marks.first().waitFor();
    assert.equal(await marks.count(), 1);
    assert.match(
      await page
        .locator('svg.grid [data-cell]', { has: page.locator('xpath=self::*[contains(@aria-label, "loses at once")]') })
        .first()
        .getAttribute('aria-label'),
      /empty/,
    );
    await page.getByRole('switch', { name: 'Cells where a player loses at once' }).click();
    await marks.first().waitFor({ state: 'detached' });
    await sitDown(page, base, { ...ANDANTINO, start, seats: [ME, { kind: 'engine', level: 1 }] });
    assert.equal(await marks.count(), 0);
  },
  async 'a new game offers the reports’ engines with a sentence and a page, in both languages'({ page, base }) {
    const expected = { andantino: { sweere: 3, aboukhadra: 8, rao: 3 }, tafl: { rudin: 1 }, omega: { trebing: 7 } };
    for (const language of ['en', 'it']) {
      await choose(page, base, { language });
      for (const [game, reports] of Object.entries(expected)) {
        await page.goto(`${base}/new/${game}`);
        const offered = page.getByTestId('reports').locator('[data-report]');
        await offered.first().waitFor();
        assert.deepEqual(
          await offered.evaluateAll((all) => all.map((one) => one.dataset.report)),
          Object.keys(reports),
        );
        for (const [report, least] of Object.entries(reports)) {
          const group = page.locator(`[data-report="${report}"]`);
          assert.equal(await group.locator(`a[href="/reports/${report}"]`).count(), 1);
          const engines = await group
            .locator('li')
            .evaluateAll((all) =>
              all.map((one) => [one.querySelector('button').textContent, one.querySelector('span').textContent]),
            );
          assert.ok(
            engines.length >= least &&
              engines.every(([name, sentence]) => name.startsWith(report) && sentence.length > 10),
            JSON.stringify(engines),
          );
        }
      }
    }
    await page.evaluate(() => localStorage.setItem('partita.settings', JSON.stringify({ language: 'en' })));
    await page.goto(`${base}/new/andantino`);
    await page.getByRole('button', { name: 'sweere-neighbours', exact: true }).click();
    assert.equal(await page.getByLabel('Engine for Black').inputValue(), 'sweere-neighbours');
    // The author's engine at the time that he gave it: ten minutes for a game, three seconds a move.
    await page.locator('[data-report="sweere"]').getByTestId('challenge').click();
    assert.equal(await page.getByLabel('Minutes').inputValue(), '10');
    assert.ok(
      (await page.locator('[data-report="sweere"]').getByTestId('author').textContent()).split('. ').length >= 2,
    );
    await page.locator('[data-report="aboukhadra"]').getByTestId('challenge').click();
    assert.equal(await page.getByLabel('Engine for Black').inputValue(), 'aboukhadra-tt-killers-id');
    await page.locator('[data-report="sweere"] a').click();
    await page.waitForURL(/\/reports\/sweere$/);
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: /Sweere/ })
      .waitFor();
    await page.goto(`${base}/new/hex`);
    await page.getByRole('button', { name: 'Start the game' }).waitFor();
    assert.equal(await page.getByTestId('reports').count(), 0);
  },
};
