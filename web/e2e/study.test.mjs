// The analysis table: nothing on it is lost, everything can be undone, kept by name and set up by hand.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { choose, clickCell, legalCells, sitDown, untilMyTurn } from './table.mjs';

const SMALL = 'game=andantino&rule=side%3D5';
const told = (page) =>
  page
    .locator('.tree')
    .innerText()
    .then((text) => text.replace(/\s+/g, ' ').trim());
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const steady = (page) => page.waitForTimeout(250);

/** F5 E4 F4 with a variation, a mark and a comment. */
async function annotated(page, base) {
  await page.goto(`${base}/analysis#${SMALL}&moves=F5+E4+F4`);
  await page.locator('.tree button').nth(2).waitFor();
  await page.locator('.tree button', { hasText: 'E4' }).click();
  await page.waitForFunction(
    () =>
      document.querySelectorAll('svg.grid [data-cell] .stone').length === 3 &&
      document.querySelector('svg.grid [data-legal]'),
  );
  await tab(page, 'Notes');
  await page.getByRole('button', { name: 'doubtful move' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('why (not) here? \\ "so"');
  await clickCell(
    page,
    (await legalCells(page)).find((cell) => cell !== 'F4'),
  );
  await page.locator('.variation').waitFor();
  await steady(page);
}

export const tests = {
  async 'comments and marks survive reloading, leaving and links'({ context, page, base }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await annotated(page, base);
    const before = await told(page);
    assert.match(before, /E4 ?\?! why \(not\) here\? \\ "so"/);
    const same = (one) =>
      one.waitForFunction(
        (text) => document.querySelector('.tree')?.innerText.replace(/\s+/g, ' ').trim() === text,
        before,
        { timeout: 5000 },
      );
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
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).press('Enter'),
    ]);
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
    const reach = (state) =>
      page.waitForFunction(
        (text) => document.querySelector('.tree')?.innerText.replace(/\s+/g, ' ').trim() === text,
        state,
        { timeout: 5000 },
      );
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
      await page.waitForFunction(
        (text) => !new RegExp(text).test(document.querySelector('.tree').innerText),
        gone.source,
      );
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
    await other.waitForFunction(
      (text) => document.querySelector('.tree')?.innerText.replace(/\s+/g, ' ').trim() === text,
      kept,
    );
    await other.getByRole('button', { name: 'Forget Ring' }).click();
    await other.getByText('No studies kept yet').waitFor();
    await other.getByRole('tabpanel').getByRole('button', { name: 'Undo' }).click();
    await other.locator('.studies button', { hasText: 'Ring & <five>' }).waitFor();
  },
  async 'a position is set up by clicking, in every game, and refused in words where it is none'({ page, base }) {
    for (const [game, pieces] of Object.entries({
      andantino: ['white stone', 'black stone'],
      omega: ['white stone', 'black stone'],
      tafl: ['attacker', 'defender'],
      hex: ['red stone', 'blue stone'],
    })) {
      await page.goto('about:blank');
      await page.goto(`${base}/analysis#game=${game}${game === 'tafl' ? '' : '&rule=side%3D5'}`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      const before = await page
        .locator('svg.grid [data-cell]')
        .evaluateAll((cells) =>
          Object.fromEntries(
            cells.map((cell) => [cell.dataset.cell, cell.querySelector('.stone')?.getAttribute('class') ?? '']),
          ),
        );
      const free = Object.keys(before).filter((name) => !before[name]);
      await tab(page, 'Board');
      await page.getByRole('button', { name: 'Set up a position' }).click();
      const put = [free[Math.floor(free.length / 3)], free[Math.floor(free.length / 2)]];
      // Pieces are only ever moved or taken: one of each goes elsewhere.
      const taken = game === 'tafl' ? ['d1', 'e3'] : [];
      await page.getByRole('radio', { name: 'eraser' }).click();
      for (const name of taken) await clickCell(page, name);
      for (const [i, name] of pieces.entries()) {
        await page.getByRole('radio', { name }).click();
        await clickCell(page, put[i]);
      }
      await page.getByLabel('To move').selectOption(game === 'andantino' ? '0' : '1');
      await page.getByRole('button', { name: 'Analyse this' }).click();
      await page.getByRole('tablist').waitFor();
      await page.waitForFunction(() => document.querySelector('svg.grid [data-legal]'));
      const after = await page
        .locator('svg.grid [data-cell]')
        .evaluateAll((cells) =>
          Object.fromEntries(
            cells.map((cell) => [cell.dataset.cell, cell.querySelector('.stone')?.getAttribute('class') ?? '']),
          ),
        );
      const changed = Object.keys(after)
        .filter((name) => after[name] !== before[name])
        .sort();
      assert.deepEqual(changed, [...put, ...taken].sort(), game);
      assert.match(
        await page.getByTestId('status').innerText(),
        { andantino: /White/, omega: /Black/, tafl: /Defenders/, hex: /Blue/ }[game],
      );
      await page.reload();
      await page.locator('svg.grid [data-legal]').first().waitFor();
      assert.equal(
        await page.locator('svg.grid [data-cell] .stone').count(),
        Object.values(after).filter(Boolean).length,
      );
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
  async 'the editor goes with its game when the address names another'({ page, base }) {
    await page.goto(`${base}/analysis#game=tafl`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await tab(page, 'Board');
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('radio', { name: 'king' }).waitFor();
    await page.evaluate(() => (location.hash = '#game=hex'));
    await page.waitForFunction(
      () =>
        document.querySelector('svg.grid.hex, svg.grid [data-cell=k11]') &&
        document.querySelector('svg.grid [data-legal]'),
    );
    assert.equal(
      await page.locator('svg.grid [data-cell] .stone').count(),
      0,
      'no piece of tafl stands on the board of Hex',
    );
    assert.equal(await page.getByRole('radio', { name: 'king' }).count(), 0, 'nor is one offered');
  },
  async 'what is no position of the game is refused with its reason, in both languages'({ page, base }) {
    const EN = {
      clear: 'Empty the board',
      done: 'Analyse this',
      begin: 'Set up a position',
      board: 'Board',
      mover: 'To move',
    };
    const IT = {
      clear: 'Svuota il tavoliere',
      done: 'Analizza questa',
      begin: 'Componi una posizione',
      board: 'Tavoliere',
      mover: 'Tocca a',
    };
    // Cleared or not, then what is put where, who is to move, and what is said of it.
    const TRIES = [
      ['tafl', true, [], 0, /missing: king/, /Manca: re/],
      ['tafl', true, [[2, 'e5']], 0, /missing: attacker/, /Manca: attaccante/],
      ['tafl', false, [[2, 'b2']], 0, /Too many of one kind \(king\): 2/, /Troppi pezzi di un tipo \(re\): 2/],
      [
        'tafl',
        false,
        [[0, 'b2']],
        0,
        /\(attacker\): 17\. The game begins with 16/,
        /\(attaccante\): 17\. La partita comincia con 16/,
      ],
      [
        'andantino&rule=side%3D5',
        false,
        [[0, 'E5']],
        0,
        /E5 always has the stone .*black stone/,
        /In E5 sta sempre .*pedina nera/,
      ],
      [
        'andantino&rule=side%3D5',
        true,
        [[0, 'E4']],
        0,
        /the turn of Black: white stone: 1, black stone: 1/,
        /tocca a Nero: pedina bianca: 1, pedina nera: 1/,
      ],
      [
        'andantino&rule=side%3D5',
        true,
        [
          [0, 'E4'],
          [0, 'F5'],
        ],
        1,
        /cannot give these numbers: white stone: 2, black stone: 1/,
        /non possono venirne: pedina bianca: 2, pedina nera: 1/,
      ],
      [
        'andantino&rule=side%3D5',
        true,
        [[0, 'A1']],
        1,
        /No free cell touches two stones/,
        /Nessuna casella libera tocca due pedine/,
      ],
      [
        'andantino&rule=side%3D5',
        true,
        [
          [1, 'E4'],
          [1, 'E6'],
          [1, 'E7'],
          [1, 'E8'],
          [0, 'A1'],
          [0, 'A3'],
          [0, 'B1'],
          [0, 'I9'],
          [0, 'C1'],
        ],
        1,
        /Black has won already/,
        /Nero ha già vinto/,
      ],
      [
        'omega&rule=side%3D3',
        true,
        [[0, 'A1']],
        0,
        /as many of each\. Here: white stone: 1, black stone: 0/,
        /altrettante di ciascuno\. Qui: pedina bianca: 1, pedina nera: 0/,
      ],
      [
        'omega&rule=side%3D3',
        true,
        [
          [0, 'A1'],
          [1, 'A2'],
        ],
        0,
        /the turn of Black/,
        /tocca a Nero/,
      ],
      ['hex&rule=side%3D3', true, [], 1, /the turn of Red/, /tocca a Rosso/],
      [
        'hex&rule=side%3D3',
        true,
        [
          [0, 'a1'],
          [0, 'a2'],
        ],
        0,
        /cannot give these numbers: red stone: 2, blue stone: 0/,
        /non possono venirne: pedina rossa: 2, pedina blu: 0/,
      ],
      [
        'hex&rule=side%3D3',
        true,
        [
          [0, 'a1'],
          [0, 'a2'],
          [0, 'a3'],
          [1, 'b1'],
          [1, 'b2'],
          [1, 'b3'],
        ],
        0,
        /has won already/,
        /ha già vinto/,
      ],
    ];
    for (const [language, words] of [
      ['en', EN],
      ['it', IT],
    ]) {
      await choose(page, base, { language });
      for (const [game, cleared, put, mover, english, italian] of TRIES) {
        await page.goto('about:blank');
        await page.goto(`${base}/analysis#game=${game}`);
        await page.locator('svg.grid [data-legal]').first().waitFor();
        await tab(page, words.board);
        await page.getByRole('button', { name: words.begin }).click();
        if (cleared) await page.getByRole('button', { name: words.clear }).click();
        for (const [piece, cell] of put) {
          await page.getByRole('radio').nth(piece).click();
          await clickCell(page, cell);
        }
        await page.getByLabel(words.mover).selectOption(String(mover));
        await page.getByRole('button', { name: words.done }).click();
        const alert = page.getByRole('alert');
        await alert.waitFor({ timeout: 5000 }).catch(() => assert.fail(`${game} ${JSON.stringify(put)} is accepted`));
        assert.match(await alert.innerText(), language === 'en' ? english : italian, game);
      }
    }
  },
  async 'the analysis fits into 900 pixels, lines and all'({ browser, base }) {
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    ).newPage();
    const moves = 'J11 K11 K12 J12 K13 I10 L12 K10 L13 I9 J9 (J13 {a comment of some length that goes on for a while})';
    for (const study of [{ game: 'andantino', moves }, { game: 'tafl' }, { game: 'omega' }, { game: 'hex' }]) {
      await page.goto('about:blank');
      await page.goto(`${base}/analysis#${new URLSearchParams(study)}`);
      await page.locator('.lines li').first().waitFor();
      for (const name of ['Review', 'Notes', 'Studies', 'Share', 'Board']) {
        await tab(page, name);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(height <= 900, `${study.game}, ${name}: ${height} px`);
        const [typed, board] = await Promise.all([
          page.locator('.typed').boundingBox(),
          page.locator('svg.grid').boundingBox(),
        ]);
        assert.ok(
          typed.y + typed.height <= 900 && board.y + board.height <= 900,
          `${study.game}, ${name}: something is below the edge`,
        );
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
      const names = await page
        .getByRole('switch')
        .evaluateAll((all) => all.map((one) => one.closest('label').innerText.trim()));
      assert.ok(names.length >= 5, names.join());
      assert.equal(new Set(names).size, names.length);
      assert.ok(names.filter((name) => /threat|minacc/i.test(name)).length <= 1, names.join());
    }
  },
  async 'moves are numbered in one way, at the table and in analysis'({ page, base }) {
    for (const [request, count] of [
      [{ game: 'andantino', rules: { side: '5' }, seats: [{ kind: 'human' }, { kind: 'human' }] }, 5],
      [
        {
          game: 'omega',
          rules: { side: '4', players: '3' },
          seats: [{ kind: 'human' }, { kind: 'human' }, { kind: 'human' }],
        },
        12,
      ],
    ]) {
      const { game_id: id } = await sitDown(page, base, request);
      for (let ply = 0; ply < count; ++ply) {
        await untilMyTurn(page);
        const before = await page.locator('svg.grid [data-cell] .stone').count();
        await clickCell(page, (await legalCells(page))[0]);
        await page.waitForFunction(
          (stones) => document.querySelectorAll('svg.grid [data-cell] .stone').length > stones,
          before,
        );
      }
      const numbered = (selector) =>
        page
          .locator(selector)
          .evaluateAll((all) =>
            all.map((number) => `${number.textContent} ${number.nextElementSibling.textContent.split(' ')[0]}`),
          );
      const atTable = await numbered('.moves .number');
      assert.ok(atTable.length >= 2, atTable.join());
      await page.goto(`${base}/analysis/${id}`);
      await page.waitForFunction((plies) => document.querySelectorAll('.tree button').length === plies, count);
      await page.waitForFunction(() => document.querySelector('svg.grid [data-cell] .stone'));
      assert.deepEqual(await numbered('.tree .ply'), atTable);
    }
  },
};
