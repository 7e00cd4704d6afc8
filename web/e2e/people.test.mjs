// People: names, invitations, games of one's own, rules one can try, a server that goes and comes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { choose, clickCell, joinByLink, legalCells, playByWire, sitDown, untilMyTurn } from './table.mjs';

const ME = { kind: 'human' };
const small = { game: 'andantino', rules: { side: '5' } };

export const tests = {
  async 'who joins says a name, and everybody sees it'({ browser, page, base }) {
    const { game_id: id } = await sitDown(page, base, {
      ...small,
      seats: [{ kind: 'human', name: 'Ada' }, { kind: 'friend' }],
    });
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await other.goto(link);
    await other.getByRole('textbox', { name: 'Your name at the table' }).fill('Néstor <b>');
    await other.getByRole('button', { name: 'Sit down and play' }).click();
    await other.locator('svg.grid').waitFor();
    const spectator = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await spectator.goto(`${base}/game/${id}`);
    for (const one of [page, other, spectator]) {
      await one.locator('.player', { hasText: 'Néstor <b>' }).waitFor({ timeout: 5000 });
      await one.locator('.player', { hasText: 'Ada' }).waitFor({ timeout: 5000 });
    }
    await other.context().close();
    await spectator.context().close();
  },
  async 'an invitation has a code for phones and says how to be reached'({ page, base }) {
    await sitDown(page, base, { ...small, seats: [ME, { kind: 'friend' }] });
    await page.getByRole('button', { name: 'Show as a QR code' }).click();
    const code = page.getByTestId('qr');
    await code.waitFor();
    // Three corners with the pattern by which cameras find a code: seven dark in a row, then a light one.
    const dark = await code.evaluate((svg) => {
      const size = svg.viewBox.baseVal.width;
      const cells = new Set(
        [
          ...svg
            .querySelector('path')
            .getAttribute('d')
            .matchAll(/M(\d+),(\d+)h/g),
        ].map(([, x, y]) => `${x},${y}`),
      );
      const row = (x, y) => Array.from({ length: 8 }, (_, i) => (cells.has(`${x + i},${y}`) ? '#' : '.')).join('');
      return [row(2, 2), row(size - 10, 2), row(2, size - 3)];
    });
    assert.deepEqual(dark, ['#######.', '.#######', '#######.']);
    const [box] = await Promise.all([code.boundingBox()]);
    assert.ok(box.width >= 150, `${box.width} px`);
    assert.match(await page.getByTestId('reach').innerText(), /--bind 0\.0\.0\.0/);
  },
  async 'my games: found by search, counted, and everything goes into a file and comes back'({ browser, page, base }) {
    await page.goto(base);
    // One lost to an engine, one under way, one of nobody's.
    const { game_id: lost } = await sitDown(page, base, {
      ...small,
      seats: [
        { kind: 'human', name: 'Ada' },
        { kind: 'engine', level: 1 },
      ],
    });
    await untilMyTurn(page);
    await clickCell(page, (await legalCells(page))[0]);
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length >= 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign' }).click();
    await page.locator('.status.over').waitFor();
    const { game_id: open } = await sitDown(page, base, { game: 'hex', rules: { side: '4' }, seats: [ME, ME] });
    await untilMyTurn(page);
    await clickCell(page, 'b2');
    await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 1);
    await page.getByRole('navigation').getByRole('link', { name: 'Games', exact: true }).click();
    const rows = page.locator('tr[data-game]');
    await rows.nth(1).waitFor();
    assert.deepEqual((await rows.evaluateAll((all) => all.map((row) => row.dataset.game))).sort(), [lost, open].sort());
    assert.match(await page.getByTestId('total').innerText(), /1 game: 0 won, 0 drawn, 1 lost/);
    await page.getByLabel('Search', { exact: true }).fill('ada resign');
    await page.waitForFunction(() => document.querySelectorAll('tr[data-game]').length === 1);
    assert.equal(await rows.first().getAttribute('data-game'), lost);
    await page.getByLabel('Search', { exact: true }).fill('nobody');
    await page.getByText('None yet').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('b2');
    await page.waitForFunction((id) => document.querySelector('tr[data-game]')?.dataset.game === id, open);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export everything' }).click(),
    ]);
    const path = await file.path();
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).games.length, 2);
    // Another browser: nothing, then all of it, and the seats can be played on.
    const other = await (
      await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    ).newPage();
    await other.goto(`${base}/games`);
    await other.getByText('None yet').waitFor();
    await other.getByLabel('Import').last().setInputFiles(path);
    await other.locator('tr[data-game]').nth(1).waitFor();
    await other.goto(`${base}/game/${open}`);
    assert.ok(await untilMyTurn(other));
    await other.goto(`${base}/games`);
    await other
      .getByLabel('Import')
      .last()
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":') });
    await other.locator('.toast', { hasText: 'did not work' }).waitFor();
    await other.context().close();
  },
  async 'every game and rule set has its rules, on boards one can try, linked from play and from the form'({
    page,
    base,
  }) {
    const { games } = await (await fetch(`${base}/api/v1/catalog`)).json();
    for (const { name, rule_options: options } of games) {
      await page.goto(`${base}/rules/${name}`);
      await page.getByRole('heading', { level: 1, name: /The rules of/ }).waitFor();
      const diagrams = page.locator('.diagram');
      assert.ok((await diagrams.count()) >= 3, `${name}: ${await diagrams.count()} boards`);
      for (let i = 0; i < (await diagrams.count()); ++i)
        await diagrams.nth(i).locator('svg.grid .stone, svg.grid [data-legal]').first().waitFor();
      const sets = options.find((option) => option.name === 'rules')?.choices ?? [];
      const told = new Set();
      for (const set of sets) {
        await page.goto(`${base}/rules/${name}#${set}`);
        await page.getByTestId('set').waitFor();
        await page.locator('.rules a[aria-current=true]').waitFor();
        told.add(await page.getByTestId('set').innerText());
      }
      assert.equal(told.size, sets.length, `${name}: each rule set has its own words`);
    }
    await page.goto(`${base}/rules/andantino`);
    const five = page.locator('.diagram', { hasText: 'White has four' });
    await five.locator('[data-cell="F4"] .ground').click({ force: true });
    await five.getByTestId('diagram-status').getByText('White won: five in a row').waitFor();
    await five.getByRole('button', { name: 'Take back' }).click();
    await five.getByTestId('diagram-status').getByText('White to move').waitFor();
    const closed = page.locator('.diagram', { hasText: 'A closed area' });
    await closed.locator('[data-cell="E3"] .ground').click({ force: true });
    await closed.getByTestId('diagram-status').getByText('White won').waitFor();
    await sitDown(page, base, { game: 'tafl', rules: { rules: 'brandubh' }, seats: [ME, ME] });
    await page.getByRole('link', { name: 'The rules of Tablut' }).click();
    await page.getByTestId('set').getByText('brandubh: seven by seven').waitFor();
    await page.goto(`${base}/new/hex`);
    await page.getByRole('link', { name: 'what they mean' }).click();
    await page.waitForURL(/\/rules\/hex$/);
  },
  async 'every page says that the server is gone, and comes when it does'({ browser, base, server }) {
    const paths = [
      '/',
      '/new/hex',
      '/learn',
      '/learn/omega',
      '/puzzles/tafl',
      '/arena',
      '/match#game=hex&a=1&b=1',
      '/analysis#game=tafl',
      '/games',
      '/rules/hex',
      '/reports/sweere',
      '/game/aaaaaaaaaaaa',
      '/join/aaaaaaaaaaaa',
    ];
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    const pages = [];
    for (const path of paths) {
      const page = await context.newPage();
      // Everything is there but the answers: as for somebody whose server goes while he clicks.
      await page.goto(base);
      await page.locator('.games .card').first().waitFor();
      pages.push([path, page]);
    }
    await server.kill();
    try {
      for (const [path, page] of pages) {
        await page.evaluate((to) => {
          history.pushState(null, '', to);
          dispatchEvent(new PopStateEvent('popstate'));
        }, path);
      }
      for (const [path, page] of pages) {
        await page
          .locator('.banner', { hasText: 'No connection' })
          .waitFor({ timeout: 30000 })
          .catch(() => assert.fail(`${path} does not say it`));
        assert.ok((await page.locator('main').innerText()).trim() !== '', `${path} is empty`);
      }
    } finally {
      await server.start();
    }
    for (const [path, page] of pages) {
      await page
        .locator('.banner')
        .waitFor({ state: 'detached', timeout: 15000 })
        .catch(() => assert.fail(`${path} does not come back`));
      const content = {
        '/': '.games .card',
        '/new/hex': 'button[type=submit]',
        '/learn': '.games .card',
        '/learn/omega': 'svg.grid',
        '/puzzles/tafl': 'svg.grid',
        '/arena': 'form select option',
        '/match#game=hex&a=1&b=1': 'button.primary',
        '/analysis#game=tafl': 'svg.grid .stone',
        '/games': 'input[type=search]',
        '/rules/hex': 'svg.grid',
        '/reports/sweere': '.report-page table',
        '/game/aaaaaaaaaaaa': '.error',
        '/join/aaaaaaaaaaaa': '.error',
      }[path];
      await page
        .locator(content)
        .first()
        .waitFor({ state: 'attached', timeout: 15000 })
        .catch(() => assert.fail(`${path} shows nothing`));
    }
    await context.close();
  },
  async 'a server that is busy is asked again: no move is lost, no game is called missing'({ browser, base }) {
    const page = await (
      await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
    ).newPage();
    // The first answers to these are put off, as a server under load does.
    const putOff = { analyse: 2, watch: 2 };
    await page.routeWebSocket(/api\/v1\/socket/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const { type, request } = JSON.parse(text);
        if (!(putOff[type] > 0)) return server.send(text);
        putOff[type] -= 1;
        socket.send(
          JSON.stringify({
            type: 'error',
            request,
            code: putOff[type] % 2 ? 'busy' : 'too-many',
            message: 'try again in a moment',
          }),
        );
      });
    });
    await page.goto(`${base}/analysis#game=andantino&rule=side%3D5&moves=F5+E4+F4`);
    await page.waitForFunction(() => document.querySelectorAll('svg.grid [data-cell] .stone').length === 4);
    assert.equal(await page.locator('.tree button').count(), 3);
    putOff.analyse = 1;
    await clickCell(page, (await legalCells(page))[0]);
    await page.waitForFunction(() => document.querySelectorAll('svg.grid [data-cell] .stone').length === 5);
    assert.equal(await page.locator('.tree button').count(), 4);
    assert.equal(await page.getByRole('alert').count(), 0);
    await sitDown(page, base, { ...small, seats: [ME, ME] });
    assert.ok(await untilMyTurn(page));
    assert.deepEqual(putOff, { analyse: 0, watch: 0 });
    // The same for requests: boards come when the server has time for them.
    let refused = 0;
    await page.route('**/api/v1/position', (route) =>
      refused++ < 3
        ? route.fulfill({
            status: refused % 2 ? 503 : 429,
            json: { error: { code: refused % 2 ? 'busy' : 'too-many', message: 'try again' } },
          })
        : route.continue(),
    );
    await page.goto(`${base}/rules/hex`);
    await page.locator('.diagram').nth(2).locator('svg.grid').waitFor();
    assert.ok(refused > 3, `${refused} requests`);
    await page.context().close();
  },
  async 'a network that goes is told at once, and at once that it is back'({ context, page, base }) {
    await page.goto(`${base}/games`);
    await page.getByRole('heading', { name: 'My games' }).waitFor();
    await context.setOffline(true);
    // Long before the look that a page takes by itself now and then.
    await page.locator('.banner', { hasText: 'No connection' }).waitFor({ timeout: 15000 });
    await context.setOffline(false);
    await page.locator('.banner').waitFor({ state: 'detached', timeout: 15000 });
  },
  async 'one’s own invitation is for somebody else, and the page says so'({ context, page, base }) {
    await sitDown(page, base, { ...small, seats: [ME, { kind: 'friend' }] });
    const mine = await context.newPage();
    await mine.goto(await page.getByRole('textbox', { name: 'Invitation link' }).inputValue());
    await mine.getByRole('button', { name: 'Sit down and play' }).click();
    await mine.locator('.toast', { hasText: 'You sit at this table already' }).waitFor();
    await mine.locator('.player', { hasText: 'free seat' }).waitFor();
  },
  async 'a table that is full, or a game that is over, asks nobody to sit down'({ browser, page, base }) {
    await sitDown(page, base, { ...small, seats: [ME, { kind: 'friend' }] });
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    const late = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await late.goto(link);
    await late.getByRole('button', { name: 'Sit down and play' }).waitFor();
    const other = await joinByLink(browser, page);
    // Who was looking at the invitation sees it go, and so does whoever comes later.
    await late.getByRole('heading', { name: 'This table is full' }).waitFor();
    await late.reload();
    await late.getByRole('heading', { name: 'This table is full' }).waitFor();
    assert.equal(await late.getByRole('button', { name: 'Sit down and play' }).count(), 0);
    // Whoever sits there goes on there.
    await other.goto(link);
    await other.locator('svg.grid').waitFor();
    assert.match(other.url(), /\/game\//);
    await untilMyTurn(page);
    await clickCell(page, (await legalCells(page))[0]);
    await untilMyTurn(other);
    await other.getByRole('button', { name: 'Resign' }).click();
    await other.getByRole('button', { name: 'Really resign' }).click();
    await late.getByRole('heading', { name: 'This game of Andantino is over' }).waitFor();
    await late.getByRole('link', { name: 'Look at it' }).click();
    await late.locator('.status.over').waitFor();
    await other.context().close();
    await late.context().close();
  },
  async 'days and hours are written as the browser’s person writes them, in the page’s language'({
    browser,
    page,
    base,
  }) {
    const played = await sitDown(page, base, { ...small, seats: [ME, ME] });
    await playByWire(page, played);
    const { updated_ms: ms } = await (await fetch(`${base}/api/v1/games/${played.game_id}`)).json();
    const seats = await page.evaluate(
      (id) => [`partita.seats.${id}`, localStorage.getItem(`partita.seats.${id}`)],
      played.game_id,
    );
    for (const [locale, language, written] of [
      ['en-GB', 'en', 'en-GB'],
      ['en-US', 'en', 'en-US'],
      ['de-DE', 'en', 'en-GB'],
      ['it-IT', 'it', 'it-IT'],
      ['en-US', 'it', 'it-IT'],
    ]) {
      const other = await (await browser.newContext({ locale })).newPage();
      await choose(other, base, { language });
      await other.evaluate(([key, text]) => localStorage.setItem(key, text), seats);
      await other.goto(`${base}/games`);
      const cell = other.locator(`tr[data-game="${played.game_id}"] .when`);
      await cell.waitFor();
      const expected = await other.evaluate(
        ([at, tag]) => [
          new Date(at).toLocaleDateString(tag, { day: 'numeric', month: 'short' }),
          new Date(at).toLocaleTimeString(tag, { timeStyle: 'short' }),
          new Date(at).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' }),
        ],
        [ms, written],
      );
      assert.equal(
        (await cell.innerText()).replace(/\s+/g, ' ').trim(),
        `${expected[0]} ${expected[1]}`.replace(/\s+/g, ' '),
        `${locale}, ${language}: my games`,
      );
      await other.goto(`${base}/arena`);
      await other
        .locator('.list td', { hasText: expected[2] })
        .first()
        .waitFor({ timeout: 5000 })
        .catch(() => assert.fail(`${locale}, ${language}: the arena does not say ${expected[2]}`));
      await other.context().close();
    }
  },
  async 'presets and switches are folded away until somebody wants them'({ page, base }) {
    await page.goto(`${base}/new/tafl`);
    await page.getByRole('slider').waitFor();
    assert.ok(await page.getByLabel('Engine for Defenders').isHidden());
    await page.getByText('Expert', { exact: true }).first().click();
    assert.ok(await page.getByLabel('Engine for Defenders').isVisible());
    await page.goto(`${base}/analysis#game=tafl`);
    await page.getByRole('tab', { name: 'Board' }).click();
    assert.ok(await page.getByLabel('Memory in MiB').isHidden());
    await page.getByText('Expert', { exact: true }).click();
    assert.ok(await page.getByLabel('Memory in MiB').isVisible());
  },
  async 'the first page has a game worth seeing, live if there is one'({ browser, page, base }) {
    // Games of other tests may be under way.
    await page.route('**/api/v1/games?status=open*', (route) => route.fulfill({ json: { games: [], next: null } }));
    await page.goto(base);
    const card = page.getByTestId('showcase');
    await card.getByRole('heading', { name: 'The longest resistance' }).waitFor();
    assert.match(await card.innerText(), /Andantino is solved: Black wins[^]* 52 moves/);
    await card.getByRole('link', { name: 'Play it through' }).click();
    await page.locator('.tree button').nth(51).waitFor();
    await page.getByRole('button', { name: 'Latest position' }).click();
    await page.getByTestId('status').getByText('Black won').waitFor();
    const players = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const { game_id: id } = await sitDown(players, base, {
      ...small,
      seats: [
        { kind: 'human', name: 'Ada' },
        { kind: 'human', name: 'Bob' },
      ],
    });
    for (let ply = 0; ply < 4; ++ply) {
      await untilMyTurn(players);
      await clickCell(players, (await legalCells(players))[0]);
      await players.waitForFunction((count) => document.querySelectorAll('.moves button').length > count, ply);
    }
    await page.unroute('**/api/v1/games?status=open*');
    await page.goto(base);
    await card.getByRole('heading', { name: 'Being played now' }).waitFor();
    assert.match(await card.innerText(), /Ada – Bob/);
    assert.equal(await card.getByRole('link', { name: 'Watch' }).getAttribute('href'), `/game/${id}`);
    await players.context().close();
  },
  async 'whoever reads Italian is told nothing in English'({ page, base }) {
    const { games } = await (await fetch(`${base}/api/v1/catalog`)).json();
    await choose(page, base, { language: 'it' });
    const words = () =>
      page.evaluate(() =>
        [
          document.body.innerText,
          ...[...document.querySelectorAll('[title], option')].map(
            (one) => `${one.getAttribute('title') ?? ''} ${one.textContent}`,
          ),
        ].join('\n'),
      );
    for (const { name, rule_options: options, presets } of games) {
      const english = [...options, ...presets].map(({ help }) => help);
      for (const path of [`/new/${name}`, `/analysis#game=${name}`]) {
        await page.goto('about:blank');
        await page.goto(base + path);
        await page.locator('svg.grid').waitFor();
        if (path.startsWith('/analysis')) await page.getByRole('tab').last().click();
        await page.locator('details summary').first().waitFor();
        for (const fold of await page.locator('details summary').all()) await fold.click();
        await page.locator('option', { hasText: 'partita' }).first().waitFor({ state: 'attached' });
        const seen = await words();
        assert.deepEqual(
          english.filter((sentence) => seen.includes(sentence)),
          [],
          path,
        );
      }
    }
    await page.goto(`${base}/review/zzz`);
    await page.getByRole('alert').waitFor();
    assert.doesNotMatch(await page.getByRole('alert').innerText(), /no such|game/);
  },
  async 'the arena offers every level and every preset, for one game and for matches'({ page, base }) {
    const { games } = await (await fetch(`${base}/api/v1/catalog`)).json();
    await page.goto(`${base}/arena`);
    for (const { name, levels, presets } of games) {
      await page.getByLabel('Game', { exact: false }).first().selectOption(name);
      const offered = await page
        .getByLabel('Player 2')
        .locator('option')
        .evaluateAll((all) => all.map((one) => one.value));
      assert.deepEqual(offered, [
        ...levels.map(({ level }) => String(level)),
        ...presets.map((preset) => preset.name).filter((preset) => !preset.startsWith('level-')),
      ]);
    }
    await page.getByLabel('Game', { exact: false }).first().selectOption('tafl');
    await page.getByLabel('Player 1').selectOption('random');
    await page.getByLabel('Player 2').selectOption('rudin');
    await page.getByRole('button', { name: 'Watch them play' }).click();
    await page.waitForURL(/\/game\//);
    await page.locator('.player', { hasText: 'rudin' }).waitFor();
    await page.locator('.player', { hasText: 'random' }).waitFor();
    await page.goto(`${base}/match#game=tafl&a=random&b=2&games=2`);
    await page.getByText('random against Engine, level 2, 2 games').waitFor();
    await page.goto('about:blank');
    await page.goto(`${base}/match#game=tafl&a=nobody&b=2&games=2`);
    await page.getByText('This address names no match').waitFor();
  },
  async 'whoever wins is told so, and a click reviews the game'({ browser, page, base }) {
    await sitDown(page, base, { ...small, seats: [ME, { kind: 'friend' }] });
    const other = await joinByLink(browser, page);
    await untilMyTurn(page);
    await clickCell(page, (await legalCells(page))[0]);
    await untilMyTurn(other);
    await other.getByRole('button', { name: 'Resign' }).click();
    await other.getByRole('button', { name: 'Really resign' }).click();
    await page
      .getByTestId('status')
      .getByText(/^You won: /)
      .waitFor();
    assert.match(await other.getByTestId('status').innerText(), /^White won: /);
    await page.locator('.choices').getByRole('link', { name: 'Review' }).click();
    await page.getByTestId('accuracy').waitFor({ timeout: 60000 });
    // No position says that somebody resigned: the review does.
    await page.getByTestId('status').getByText('White won: resignation').waitFor({ timeout: 5000 });
    await other.context().close();
  },
  async 'the arena shows older games a page at a time'({ page, base }) {
    const record = (seat) =>
      `[Game "andantino"]\n[White "Page ${seat}"]\n[Result "0-1"]\n[Reason "resigns"]\n\n1. K10 J9 0-1\n`;
    for (let game = 0; game < 22; ++game) {
      const posted = await fetch(`${base}/api/v1/import`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: record(game),
      });
      assert.equal(posted.status, 200, await posted.text());
    }
    await page.goto(`${base}/arena`);
    const more = page.getByRole('button', { name: 'More' });
    await more.waitFor();
    const before = await page.locator('.list a').count();
    await more.click();
    await page.waitForFunction((count) => document.querySelectorAll('.list a').length > count, before);
  },
};
