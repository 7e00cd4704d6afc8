import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose, clickCell, sitDown, solvePuzzle } from './table.mjs';

const OPENING = ['F5', 'E4', 'F4'];

export const tests = {
  async 'analysis: lines soon, variations, promote and delete'({ page, base }) {
    await page.goto(`${base}/analysis#game=andantino&rule=side%3D5&moves=${OPENING.join('+')}`);
    await page.locator('.lines li').first().waitFor();
    // Lines within 300 ms of a step on the board; a busy machine gets some tries.
    const delays = [];
    for (let tries = 0; tries < 8 && !delays.some((delay) => delay < 300); ++tries) {
      delays.push(
        await page.evaluate(
          (label) =>
            new Promise((resolve) => {
              const begin = performance.now();
              const lines = document.querySelector('.lines');
              new MutationObserver((_, observer) => {
                if (!lines.querySelector('li')) return;
                observer.disconnect();
                resolve(performance.now() - begin);
              }).observe(lines, { childList: true, subtree: true });
              document.querySelector(`button[aria-label="${label}"]`).click();
            }),
          tries % 2 === 0 ? 'One move back' : 'One move forward',
        ),
      );
      await page.waitForTimeout(200);
    }
    console.log(`      lines after ${delays.map(Math.round).join(', ')} ms`);
    assert.ok(
      delays.some((delay) => delay < 300),
      'lines within 300 ms',
    );
    await page.getByRole('button', { name: 'Latest position' }).click();
    assert.equal(await page.locator('.tree button').count(), 3);
    await page.locator('body').click({ position: { x: 5, y: 400 } });
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('.tree [aria-current]')?.textContent === 'E4');
    const other = await page
      .locator('svg.grid [data-legal]')
      .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).find((name) => name !== 'F4'));
    await clickCell(page, other);
    await page.locator('.variation').waitFor();
    await page.getByRole('tab', { name: 'Notes' }).click();
    await page.getByRole('button', { name: 'Promote' }).click();
    await page.waitForFunction(
      (move) => document.querySelectorAll('.tree > .move button')[2]?.textContent === move,
      other,
    );
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.locator('.variation').waitFor({ state: 'detached' });
  },
  async 'a pasted record is shown, an impossible one is refused in words'({ page, base }) {
    await page.goto(`${base}/analysis`);
    await page.locator('svg.grid').waitFor();
    await page.getByRole('tab', { name: 'Share' }).click();
    const paste = async (text) => {
      // By key: lines that arrive may push the button from under the mouse between press and release.
      await page.getByRole('button', { name: 'Paste a record' }).press('Enter');
      await page.getByRole('textbox', { name: 'Game record' }).fill(text);
      await page.getByRole('button', { name: 'Show it' }).click();
    };
    await paste('[Game "omega"]\n[Rules "side=3"]\n\n1. C3/A1 *');
    await page.waitForFunction(() => document.querySelectorAll('.tree button').length === 2);
    await paste('[Game "andantino"]\n\n1. K10 A1 *');
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator('.tree button').count(), 2, 'the board stands as it was');
  },
  async 'rubbish that is pasted is refused in the reader’s words, and a used invitation too'({ page, base }) {
    const RUBBISH = {
      rubbish: [/^Move 1, “rubbish”, cannot be played there/, /^La mossa 1, «rubbish», lì non si può giocare$/],
      'K10 K10': [/^Move 2, “K10”/, /^La mossa 2, «K10»/],
      '{"a":1}': [/^That is no record I can read$/, /^Non /],
      '[Game "andantino"]\n1. Z99': [/line 2$/, /riga 2$/],
    };
    for (const [i, language] of ['en', 'it'].entries()) {
      await choose(page, base, { language });
      await page.goto(`${base}/analysis#game=andantino`);
      await page.locator('svg.grid').waitFor();
      await page.getByRole('tab', { name: ['Share', 'Condividi'][i] }).click();
      for (const [text, words] of Object.entries(RUBBISH)) {
        await page.getByRole('button', { name: ['Paste a record', 'Incolla una partita'][i] }).press('Enter');
        await page.getByRole('dialog').locator('textarea').fill(text);
        await page.getByRole('dialog').locator('button.primary').click();
        const said = await page.getByRole('alert').innerText();
        assert.match(said, words[i]);
        assert.doesNotMatch(said, /moves\[|game\.format|body\./);
        await page.keyboard.press('Escape');
      }
      const { game_id: id } = await sitDown(page, base, {
        game: 'hex',
        seats: [{ kind: 'human' }, { kind: 'friend' }],
      });
      await page.evaluate(() => localStorage.clear());
      await choose(page, base, { language });
      await page.goto(`${base}/join/${id}#abcdef`);
      await page.locator('form button.primary').click();
      assert.match(await page.getByRole('alert').innerText(), [/used already/, /già stato usato/][i]);
    }
  },
  async 'threats: what the other side does after a pass'({ page, base }) {
    await page.goto(
      `${base}/analysis#${new URLSearchParams({ game: 'andantino', rule: 'side=5', start: '5 5/6/7/2WB1W2/2BBBB3/2W1W3/7/6/5 w' })}`,
    );
    await page.locator('.lines li').first().waitFor();
    await page.locator('body').click({ position: { x: 5, y: 400 } });
    await page.keyboard.press('t');
    await page.getByText('If White passed, Black would play:').waitFor();
    await page.locator('.lines .proven', { hasText: 'wins in 1' }).first().waitFor();
    await page.locator('.ghost .number').waitFor();
    assert.match(await page.getByTestId('status').innerText(), /White/, 'the position itself stays on the board');
    await page.getByRole('tab', { name: 'Board' }).click();
    await page.getByLabel('What if I pass?').click();
    await page.getByText('If White passed').waitFor({ state: 'detached' });
  },
  async 'puzzles: right by mouse, wrong and shown by keyboard'({ page, base }) {
    for (const game of ['andantino', 'omega']) {
      await page.goto(`${base}/puzzles/${game}`);
      const task = page.getByTestId('puzzle-task');
      const number = async () =>
        Number(/Puzzle (\d+)/.exec(await page.locator('.lesson .faint').first().innerText())[1]);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      const { puzzles } = await page.evaluate(
        async (name) => (await fetch(`/api/v1/puzzles?game=${name}`)).json(),
        game,
      );
      const first = await number();
      await solvePuzzle(
        page,
        game,
        puzzles.find((puzzle) => puzzle.number === first),
      );
      await page.keyboard.press('n');
      await task.getByText('to move and win').waitFor();
      const second = await number();
      assert.notEqual(second, first);
      const best = puzzles.find((puzzle) => puzzle.number === second).solution.map((move) => move.split(':').at(-1));
      while (!(await task.getByText(/does not win/).isVisible())) {
        await page.waitForFunction(
          () =>
            document.querySelector('svg.grid [data-legal]') ||
            /does not win/.test(document.querySelector('[data-testid=puzzle-task]').textContent),
        );
        if (await task.getByText(/does not win/).isVisible()) break;
        const cells = await page
          .locator('svg.grid [data-legal]')
          .evaluateAll((found) => found.map((cell) => cell.dataset.cell));
        await clickCell(
          page,
          cells.find((cell) => !best.includes(cell)),
        );
        await page.waitForTimeout(150);
      }
      await task.getByText('does not win').waitFor();
      await page.keyboard.press('r');
      await page.getByRole('button', { name: 'Show the solution' }).click();
      await task.getByText('The solution').waitFor();
      assert.match(await page.locator('.lesson').innerText(), /1 of \d+ solved/);
    }
  },
  async 'lines that come in move nothing below them'({ page, base }) {
    await page.goto(`${base}/analysis#game=tafl`);
    await page.locator('svg.grid').waitFor();
    const below = async () => (await page.getByRole('tab', { name: 'Share' }).boundingBox()).y;
    const places = [await below()];
    await page.locator('.lines li').nth(2).waitFor();
    for (let i = 0; i < 5; ++i) {
      await page.waitForTimeout(150);
      places.push(await below());
    }
    assert.equal(new Set(places).size, 1, places.join(' '));
  },
  async 'pictures: SVG and PNG'({ page, base }) {
    await page.goto(`${base}/analysis#game=tafl`);
    await page.locator('svg.grid').waitFor();
    await page.getByRole('tab', { name: 'Share' }).click();
    for (const form of ['SVG', 'PNG']) {
      const [picture] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: form }).press('Enter'),
      ]);
      assert.equal(picture.suggestedFilename(), `tafl.${form.toLowerCase()}`);
    }
  },
  async 'review finds a planted blunder and lets the player do better'({ page, base }) {
    // White's last move walks into a forced loss; J13 holds.
    const moves = 'J11 K11 K12 J12 K13 I10 L12 K10 L13 I9 J9';
    await page.goto(`${base}/analysis#${new URLSearchParams({ game: 'andantino', moves })}`);
    await page.locator('.tree button').last().waitFor();
    await page.getByRole('button', { name: 'Review this game' }).click();
    await page.getByTestId('accuracy').waitFor({ timeout: 60000 });
    assert.equal(await page.locator('.tree button').last().textContent(), 'J9??');
    // Both the button and the question are seen without scrolling.
    const isSeen = (locator) =>
      locator.evaluate((one) => {
        const [box, panel] = [
          one.getBoundingClientRect(),
          document.querySelector('.tab-panel').getBoundingClientRect(),
        ];
        return box.top >= panel.top - 1 && box.bottom <= Math.min(innerHeight, panel.bottom + 1);
      });
    assert.ok(await isSeen(page.getByRole('button', { name: /Learn from/ })));
    await page.getByRole('button', { name: /Learn from/ }).click();
    await page.getByText(/Find a better/).waitFor();
    assert.ok(await isSeen(page.getByText(/Find a better/)));
    while (!(await page.getByText('White played J9').isVisible()))
      await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForFunction(() => document.querySelector('svg.grid [data-cell="J9"][data-legal]'));
    await clickCell(page, 'J9');
    await page.getByText('Try again').waitFor();
    await clickCell(page, 'J13');
    await page.getByText(/the best move!|is good/).waitFor();
  },
  async 'every lesson can be solved'({ page, base }) {
    for (const game of ['andantino', 'omega', 'tafl', 'hex']) {
      await page.goto(`${base}/learn/${game}`);
      const steps = page.locator('.dots button');
      await steps.first().waitFor();
      const count = await steps.count();
      for (let step = 0; step < count; ++step) {
        await steps.nth(step).click();
        await page.locator('svg.grid [data-legal]').first().waitFor();
        await page.getByRole('button', { name: 'Show me' }).click();
        await page.getByTestId('done').waitFor({ timeout: 5000 });
      }
    }
  },
  async 'the arena shows games and lets engines play'({ page, base }) {
    await page.goto(`${base}/arena`);
    await page.getByRole('button', { name: 'Watch them play' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length >= 2, null, { timeout: 30000 });
    await page.goto(`${base}/arena`);
    await page.locator('.list a').first().waitFor();
  },
  async 'a match of two levels is played game by game, with changed seats'({ page, base }) {
    await page.goto(`${base}/arena`);
    await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('andantino');
    await page.getByRole('combobox', { name: 'Player 1', exact: true }).selectOption('1');
    await page.getByRole('combobox', { name: 'Player 2', exact: true }).selectOption('1');
    await page.getByRole('combobox', { name: 'Games', exact: true }).selectOption('2');
    await page.getByRole('button', { name: 'Watch them play' }).click();
    await page.getByText('Game 1 of 2').waitFor();
    await page.getByText('Game 2 of 2').waitFor({ timeout: 60000 });
    assert.equal(await page.locator('.plain li').count(), 1);
    assert.match(await page.locator('.side').innerText(), /% ± \d+ of the points/);
  },
  async 'the arena shows the reports of tournaments as they come'({ page, base, server }) {
    await page.goto(`${base}/arena`);
    await page.getByText('No reports yet').waitFor();
    const player = (name, rating, error) => ({
      player: name,
      control: '100ms',
      games: 40,
      faults: 0,
      score: { value: 0.5 + rating / 800, error: 0.08 },
      rating: { value: rating, error },
    });
    mkdirSync(join(server.data, 'results'), { recursive: true });
    writeFileSync(
      join(server.data, 'results', 'spring.json'),
      JSON.stringify({
        game: 'tafl',
        scheduled: 80,
        finished: 60,
        players: [player('old', -60, 40), player('new', 60, 40)],
        endings: { 'king-escaped': 33 },
      }),
    );
    await page.getByTestId('result').waitFor({ timeout: 15000 });
    assert.match(await page.getByTestId('result').innerText(), /60 of 80 games/);
    assert.deepEqual(
      await page
        .getByTestId('result')
        .locator('tbody th')
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.split(' ')[0])),
      ['new', 'old'],
    );
    assert.equal(await page.locator('.bar-error').count(), 2);
  },
  async 'Italian and the dark theme are kept'({ page, base }) {
    await page.goto(base);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Language').selectOption('it');
    await page.locator('dialog').getByLabel('Colori').selectOption('dark');
    await page.reload();
    await page.getByRole('link', { name: 'Gioca', exact: true }).first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'it');
  },
  async 'help opens by its key, moves are announced'({ page, base }) {
    await sitDown(page, base, {
      game: 'andantino',
      rules: { side: '5' },
      seats: [{ kind: 'human' }, { kind: 'human' }],
    });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await clickCell(page, 'F5');
    await page.waitForFunction(() => document.querySelector('[aria-live]')?.textContent?.includes('White: F5'));
  },
};
