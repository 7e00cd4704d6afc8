// The coach: openings with what is proven and what was played, reasons, puzzles to the end.
import assert from 'node:assert/strict';
import { clickCell, inEveryView, playMove, sitDown, solvePuzzle } from './table.mjs';

const row = (page, move) => page.locator(`[data-testid=explorer] tr[data-move="${move}"]`);
const tab = (page, name) => page.getByRole('tab', { name, exact: true });
/** Everything of the page fits its width. */
async function assertFits(page) {
  const { wide, width } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  assert.ok(wide <= width, `${wide} pixels wide on ${width}`);
}

async function assertOneRow(page) {
  const tops = await page
    .locator('.tabs [role=tab]')
    .evaluateAll((tabs) => tabs.map((one) => one.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1, 'the tabs stand in one row');
}

export const tests = {
  async 'the explorer says of an open position for how long nobody can win, in two languages and on a phone'({
    page,
    base,
  }) {
    const open = page.locator('[data-testid=explorer] tbody tr');
    const words = {
      en: ['Explorer', /open: no win within 6 moves, no proof in/],
      it: ['Aperture', /aperta: nessuna vittoria entro 6 mosse, nessuna dimostrazione/],
    };
    await inEveryView(page, base, async (language) => {
      await page.goto(`${base}/analysis#game=tafl&rule=rules%3Dbrandubh`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      await tab(page, words[language][0]).click();
      await open.first().getByText(words[language][1]).waitFor();
    });
  },
  async 'the explorer knows what is proven and what was played at Andantino’s start, in two languages and widths'({
    page,
    base,
  }) {
    // Other tests may have finished games on this server before.
    const asJson = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ game: 'andantino' }),
    };
    const before = await (await fetch(`${base}/api/v1/explore`, asJson)).json();
    const { games, drawn, won } = before.moves[0];
    // A finished game of this server whose first move is an image of the first row's.
    const posted = await fetch(`${base}/api/v1/import`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: '[Game "andantino"]\n[Result "0-1"]\n[Reason "resigns"]\n\n1. K10 J9 0-1\n',
    });
    assert.equal(posted.status, 200, await posted.text());
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/api/v1/explore') ? 1 : 0));
    await page.goto(`${base}/analysis#game=andantino`);
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await assertOneRow(page);
    await tab(page, 'Explorer').click();
    const first = page.locator('[data-testid=explorer] tbody tr');
    await first.first().waitFor();
    assert.equal(await first.count(), 1, 'the six first moves are images of each other');
    assert.match(await first.innerText(), new RegExp(`×6\\s+Black wins in 51 at most\\s+${games + 1}$`));
    await page.getByRole('img', { name: `White ${won[0]}, Black ${won[1] + 1}; drawn: ${drawn}` }).waitFor();
    await page.getByText(new RegExp(`^${before.games + 1} finished games? of this server looked through`)).waitFor();
    assert.equal(asked, 1, 'one request for a position');
    await first.getByRole('button').click();
    await row(page, 'J9').getByRole('button').click();
    await page.waitForFunction(() => document.querySelectorAll('[data-testid=explorer] tbody tr').length > 1);
    assert.match(await first.first().innerText(), /Black wins in \d+ at most/);
    await page.setViewportSize({ width: 390, height: 844 });
    await assertFits(page);
    await page.evaluate(() =>
      localStorage.setItem(
        'partita.settings',
        JSON.stringify({ ...JSON.parse(localStorage.getItem('partita.settings') ?? '{}'), language: 'it' }),
      ),
    );
    await page.reload();
    await tab(page, 'Aperture').click();
    await first
      .first()
      .getByText(/Vince (il )?Nero in \d+ al più/)
      .waitFor();
    await assertFits(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await assertOneRow(page);
    const words = { en: ['Explorer', /Black wins in 51 at most/], it: ['Aperture', /Vince (il )?Nero in 51 al più/] };
    await inEveryView(page, base, async (language) => {
      await page.goto(`${base}/analysis#game=andantino`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      await tab(page, words[language][0]).click();
      await first.first().getByText(words[language][1]).waitFor();
    });
  },
  async 'why? on a line of the analysis says what it does, and marks the cells on the board'({ page, base }) {
    const start = '5 5/6/4WW1/3BW1W1/3BBWW2/2BBB3/7/6/5 b';
    await page.goto(`${base}/analysis#${new URLSearchParams({ game: 'andantino', rule: 'side=5', start })}`);
    await page.locator('.lines li').first().waitFor();
    await page.locator('.lines .verdict.proven').first().waitFor();
    await page.locator('.lines li').first().getByRole('button', { name: /^Why / }).click();
    const told = page.getByTestId('reason');
    await told.waitFor();
    assert.match(await told.innerText(), /^[A-I]\d .*(five|ring|threat|wins by force)/);
    await page.locator('svg.grid [data-pointed]').first().waitFor();
    // Another position has other reasons.
    await page.keyboard.press('Escape');
    await page.locator('.lines li').first().locator('.pv button').first().click();
    await told.waitFor({ state: 'detached' });
    await page.locator('svg.grid [data-pointed]').first().waitFor({ state: 'detached' });
  },
  async 'a puzzle of three moves: a wrong try is refuted on the board with its reason, then it is won against the best defence'({
    page,
    base,
  }) {
    const { puzzles } = await (await fetch(`${base}/api/v1/puzzles?game=andantino`)).json();
    const long = puzzles.find(({ plies }) => plies === 5);
    const ask = async (moves) =>
      (
        await fetch(`${base}/api/v1/puzzle`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ game: 'andantino', number: long.number, moves }),
        })
      ).json();
    const legal = (
      await (
        await fetch(`${base}/api/v1/position`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ game: 'andantino', rules: long.rules, start: long.start }),
        })
      ).json()
    ).position.legal;
    let wrong;
    for (const { move } of legal) {
      if (move === long.solution[0]) continue;
      const judged = await ask([move]);
      if (judged.state === 'wrong' && judged.reason?.claims.length > 0) wrong = { move, ...judged };
      if (wrong) break;
    }
    assert.ok(wrong, 'some wrong try has a reason');
    await inEveryView(page, base, async (language) => {
      await page.goto(`${base}/puzzles/andantino#${long.number}`);
      await page.locator('svg.grid [data-legal]').first().waitFor();
      const task = page.getByTestId('puzzle-task');
      await playMove(page, wrong.move);
      await task
        .getByText(language === 'en' ? `${wrong.move} does not win by force.` : `${wrong.move} non vince per forza.`)
        .waitFor();
      await page.waitForFunction(
        (cell) => document.querySelector(`svg.grid [data-cell="${cell}"] .stone`),
        wrong.reply[0],
      );
      assert.ok(
        (await page.getByTestId('reason').innerText()).includes(wrong.reason.first[language]),
        await page.getByTestId('reason').innerText(),
      );
      await page.locator(`svg.grid [data-pointed]`).first().waitFor();
      await assertFits(page);
      await page.getByRole('button', { name: language === 'en' ? 'Try again' : 'Riprova' }).click();
      await page.locator('svg.grid [data-legal]').first().waitFor();
      assert.equal(await solvePuzzle(page, 'andantino', long, language), 3, 'three moves of one’s own');
    });
  },
  async 'a lesson is read, tried wrongly and done, in two languages and widths'({ page, base }) {
    const words = {
      en: ['complete the row', 'not what we are looking for', 'Well done!', 'Next step'],
      it: ['completa la fila', 'non è quel che cerchiamo', 'Ben fatto!', 'Passo seguente'],
    };
    await inEveryView(page, base, async (language) => {
      const [task, wrong, done, next] = words[language];
      await page.goto(`${base}/learn/andantino`);
      await page.locator('.dots button').nth(2).click();
      await page.locator('.lesson p', { hasText: new RegExp(task, 'i') }).waitFor();
      await page.locator('svg.grid [data-cell="F4"][data-legal]').waitFor();
      const other = await page
        .locator('svg.grid [data-legal]')
        .evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).find((name) => name !== 'F4'));
      await clickCell(page, other);
      await page.locator('.toast', { hasText: wrong }).waitFor();
      await page.locator(`svg.grid [data-cell="${other}"] .stone`).waitFor({ state: 'detached' });
      await page.locator('svg.grid [data-cell="F4"][data-legal]').waitFor();
      await clickCell(page, 'F4');
      await page.getByTestId('done').getByText(done).waitFor();
      await page.getByRole('button', { name: next }).click();
      await page.locator('.dots [aria-current]', { hasText: '4' }).waitFor();
    });
  },
  async 'what I missed is counted by kind over my games, with puzzles for it'({ page, base }) {
    // Black could win by force and enters a closed area instead, twice.
    for (let game = 0; game < 2; ++game) {
      const { game_id: id, seats } = await sitDown(page, base, {
        game: 'andantino',
        rules: { side: '5' },
        start: '5 5/6/4WW1/3BW1W1/3BBWW2/2BBB3/7/6/5 b',
        seats: [{ kind: 'human' }, { kind: 'human' }],
      });
      await page.locator('svg.grid [data-legal]').first().waitFor();
      await clickCell(page, 'F4');
      await page.locator('.status.over').waitFor();
      await page.evaluate(({ name, tokens }) => localStorage.setItem(name, JSON.stringify({ tokens, invites: {} })), {
        name: `partita.seats.${id}`,
        tokens: [seats[1].token],
      });
      await page.goto(`${base}/review/${id}`);
      await page.getByTestId('missed').waitFor({ timeout: 20000 });
    }
    const once = await page.getByTestId('missed').innerText();
    const [, noun] = /missed:\s*1 ([a-z ]+)\./.exec(once);
    await page.goto(`${base}/games`);
    const sum = page.getByTestId('missed-andantino');
    assert.match(await sum.innerText(), new RegExp(`Andantino\\s+2 ${noun.split(' ')[0]}`));
    assert.match(await sum.innerText(), /From 2 reviewed games/);
    await sum.getByRole('link').click();
    await page.locator('svg.grid [data-legal]').first().waitFor();
    assert.notEqual(await page.getByLabel('Kind').inputValue(), '', 'puzzles of that kind alone');
  },
  async 'what I missed is kept also when my seat is told after the review has ended'({ browser, base }) {
    const page = await (
      await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    ).newPage();
    const { game_id: id, seats } = await sitDown(page, base, {
      game: 'andantino',
      rules: { side: '5' },
      start: '5 5/6/4WW1/3BW1W1/3BBWW2/2BBB3/7/6/5 b',
      seats: [{ kind: 'human' }, { kind: 'human' }],
    });
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await clickCell(page, 'F4');
    await page.locator('.status.over').waitFor();
    await page.evaluate(({ name, tokens }) => localStorage.setItem(name, JSON.stringify({ tokens, invites: {} })), {
      name: `partita.seats.${id}`,
      tokens: [seats[1].token],
    });
    let held = [];
    let heldFirst = 0;
    await page.routeWebSocket(/api\/v1\/socket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const { type } = JSON.parse(text);
        if (type === 'state' && held) return void held.push(text);
        socket.send(text);
        if (type !== 'review_done' || !held) return;
        heldFirst = held.length;
        for (const state of held) socket.send(state);
        held = null;
      });
    });
    await page.goto(`${base}/review/${id}`);
    await page.getByTestId('missed').waitFor({ timeout: 20000 });
    assert.equal(heldFirst, 1, 'the seats came behind the end of the review');
    await page.goto(`${base}/games`);
    await page
      .getByTestId('missed-andantino')
      .getByText(/From 1 reviewed game/)
      .waitFor();
    await page.context().close();
  },
  async 'exercises come in order, are won with a reason, and count as progress'({ page, base }) {
    await page.goto(`${base}/learn`);
    await page.getByRole('link', { name: 'Exercises Andantino' }).click();
    const { puzzles } = await (await fetch(`${base}/api/v1/puzzles?game=andantino`)).json();
    const course = puzzles.filter(({ lesson }) => lesson).sort((a, b) => a.lesson - b.lesson);
    assert.ok(course.length >= 10, `${course.length} exercises`);
    await page.getByRole('button', { name: `Exercise 1 of ${course.length}` }).waitFor();
    await page.locator('svg.grid [data-legal]').first().waitFor();
    assert.equal(await solvePuzzle(page, 'andantino', course[0]), 1, 'the first is a win in one');
    assert.ok((await page.getByTestId('reason').innerText()).length > 10);
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await page.locator(`.dots [aria-current]`, { hasText: '2' }).waitFor();
    await page.goto(`${base}/learn`);
    await page.getByText(`1 of ${course.length} exercises done`).waitFor();
  },
};
