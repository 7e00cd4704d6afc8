// What the tests do at a table, in words.
import assert from 'node:assert/strict';

/** Somewhere on the server where local storage can be written and no page runs. */
const bare = (page, base) => page.goto(`${base}/healthz`);

/** Settings of this browser, before a page reads them. */
export async function choose(page, base, settings) {
  await bare(page, base);
  await page.evaluate((chosen) => localStorage.setItem('partita.settings', JSON.stringify(chosen)), settings);
}

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** In which language and at which size a page is looked at. */
export const VIEWS = [
  ['en', DESK],
  ['en', PHONE],
  ['it', DESK],
  ['it', PHONE],
];

/** Looks at a page in every language and at every size, and leaves the window as it was. */
export async function inEveryView(page, base, look) {
  for (const [language, size] of VIEWS) {
    await choose(page, base, { language });
    await page.setViewportSize(size);
    await look(language);
    const { wide, width } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
    }));
    assert.ok(wide <= width, `${language}: ${wide} pixels wide on ${width}`);
  }
  await page.setViewportSize(DESK);
}

/** Makes a game by the API and sits this browser down with its secrets, as the form does. */
export async function sitDown(page, base, request) {
  if (!page.url().startsWith(base)) await bare(page, base);
  const created = await page.evaluate(async (body) => {
    const answer = await fetch('/api/v1/games', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const game = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(game));
    const tokens = game.seats.flatMap((seat) => (seat.token ? [seat.token] : []));
    const invites = Object.fromEntries(game.seats.flatMap((seat) => (seat.invite ? [[seat.seat, seat.invite]] : [])));
    localStorage.setItem(`partita.seats.${game.game_id}`, JSON.stringify({ tokens, invites }));
    return game;
  }, request);
  await page.goto(`${base}/game/${created.game_id}`);
  await page.locator('svg.grid').waitFor();
  return created;
}

/** Plays for all the seats of a game of this browser, on a socket of its own: the moves of the line, then any, up to so many. */
export const playByWire = (page, { game_id: id, seats }, line = [], most = Infinity) =>
  page.evaluate(
    ({ game, tokens, moves, last }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/api/v1/socket`);
        let seed = 11;
        let request = 0;
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === 'hello')
            socket.send(JSON.stringify({ type: 'watch', game_id: game, tokens, request: 1 }));
          if (message.type === 'error') reject(new Error(message.message));
          if (message.type !== 'state') return;
          const { ply, ending, legal } = message.position;
          if (ending || (last !== null && ply >= last)) {
            socket.close();
            return resolve();
          }
          seed = (seed * 1103515245 + 12345) % 2147483648;
          const move = moves[ply] ?? legal[Math.floor((seed / 2147483648) * legal.length)].move;
          socket.send(JSON.stringify({ type: 'play', game_id: game, ply, move, request: (request += 1) + 1 }));
        };
      }),
    { game: id, tokens: seats.map(({ token }) => token), moves: line, last: Number.isFinite(most) ? most : null },
  );

/** Another browser that takes the free seat of the game on this page. */
export async function joinByLink(browser, page) {
  const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  const other = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })).newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Sit down and play' }).click();
  await other.locator('svg.grid').waitFor();
  return other;
}

export const legalCells = (page) =>
  page.locator('svg.grid [data-legal]').evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));
export const isOver = (page) => page.locator('.status.over').isVisible();
export const plies = async (page) =>
  (await page.locator('.moves button').allTextContents()).join(' ').split(/\s+/).filter(Boolean).length;

/** Waits until this page may touch something, or the game is over. */
export async function untilMyTurn(page) {
  await page.waitForFunction(
    () => document.querySelector('.status.over') || document.querySelector('svg.grid [data-legal]'),
    null,
    { timeout: 60000 },
  );
  return !(await isOver(page));
}

let seed = 20;
export function pick(list) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return list[Math.floor((seed / 2147483648) * list.length)];
}

export const clickCell = (page, name) => page.locator(`svg.grid [data-cell="${name}"] .ground`).click({ force: true });

/** Touches until one move has been sent: one cell, or a piece and where it goes. */
export async function moveByMouse(page) {
  const before = await plies(page);
  for (let touches = 0; touches < 3; ++touches) {
    const cells = await legalCells(page);
    if (cells.length === 0) break;
    await clickCell(page, pick(cells));
    if ((await page.locator('svg.grid .picked').count()) === 0) break;
  }
  await page
    .waitForFunction(
      (count) =>
        document.querySelector('.status.over') || (document.querySelector('.moves')?.textContent ?? '') !== count,
      null,
      { timeout: 10 },
    )
    .catch(() => {});
  return before;
}

/** Walks the keyboard's cursor to a cell by arrows alone. */
export async function walkTo(page, name) {
  for (let steps = 0; steps < 60; ++steps) {
    const where = await page.evaluate((target) => {
      const centre = (cell) => {
        const box = cell.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2, box.width];
      };
      const here = document.activeElement;
      const there = document.querySelector(`svg.grid [data-cell="${target}"]`);
      if (!here?.dataset?.cell) return 'lost';
      if (here === there) return null;
      const [x, y, width] = centre(here);
      const [toX, toY] = centre(there);
      if (Math.abs(toY - y) > width * 0.3) return toY < y ? 'ArrowUp' : 'ArrowDown';
      return toX < x ? 'ArrowLeft' : 'ArrowRight';
    }, name);
    if (where === null) return;
    assert.notEqual(where, 'lost', 'the focus left the board');
    await page.keyboard.press(where);
  }
  assert.fail(`the arrows do not lead to ${name}`);
}

export async function playOut(page, move, most = 400) {
  for (let count = 0; count < most; ++count) {
    if (!(await untilMyTurn(page))) return count;
    await move(page);
  }
  return most;
}

/** Touches the cells of a move; a stone in hand is chosen first. */
export async function playMove(page, move) {
  const [letter, cells] = move.includes(':') ? move.split(':') : ['', move];
  if (letter) await page.locator('.hand .chip', { hasText: letter === 'W' ? 'white' : 'black' }).click();
  for (const cell of cells.split(/[-x]/).slice(0, 2)) await clickCell(page, cell);
}

const judge = (page, game, number, moves) =>
  page.evaluate(
    async (body) =>
      (
        await fetch('/api/v1/puzzle', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json(),
    { game, number, moves },
  );

const PUZZLE_WORDS = {
  en: { won: 'Won!', defence: 'is the longest defence' },
  it: { won: 'Vinto!', defence: 'è la difesa più lunga' },
};

/** Plays a puzzle to its end on the board: its solution, then whatever the server calls right. Says how many turns that took. */
export async function solvePuzzle(page, game, puzzle, language = 'en') {
  const words = PUZZLE_WORDS[language];
  const task = page.getByTestId('puzzle-task');
  let moves = [];
  for (let turn = 1; ; ++turn) {
    const own = turn === 1 ? puzzle.solution : await winningTurn(page, game, puzzle, moves);
    const verdict = await judge(page, game, puzzle.number, [...moves, ...own]);
    for (const [i, move] of own.entries()) {
      await playMove(page, move);
      if (i + 1 < own.length)
        await page.waitForFunction(
          (cell) => document.querySelector(`svg.grid [data-cell="${cell}"] .stone`),
          move.split(':').at(-1),
        );
    }
    if (verdict.state === 'won') {
      await task.getByText(words.won).waitFor();
      return turn;
    }
    assert.equal(verdict.state, 'right', own.join(' '));
    await task.getByText(words.defence).waitFor();
    // The words may be those of the turn before: the reply stands on the board, and it is my turn.
    const [from, to = from] = verdict.reply.at(-1).split(':').at(-1).split(/[-x]/);
    await page.locator(`svg.grid [data-cell="${to}"] .stone`).waitFor();
    await page.locator('svg.grid [data-legal]').first().waitFor();
    moves = [...moves, ...own, ...verdict.reply];
    await page.waitForFunction(() => document.querySelector('svg.grid [data-legal]'));
  }
}

async function winningTurn(page, game, { number, rules, start }, moves) {
  const look = (played) =>
    page.evaluate(
      async (body) =>
        (
          await fetch('/api/v1/position', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json(),
      { game, rules, start, moves: played },
    );
  const turns = async (begun) => {
    const { position } = await look([...moves, ...begun]);
    if (begun.length > 0 && (position.starts_turn || position.ending)) return [begun];
    const all = [];
    for (const { move } of position.legal) all.push(...(await turns([...begun, move])));
    return all;
  };
  // Whatever wins is accepted; whoever wants to come to the end plays the quickest.
  let best = null;
  for (const turn of await turns([])) {
    const { state, plies } = await judge(page, game, number, [...moves, ...turn]);
    if (state === 'won') return turn;
    if (state === 'right' && (!best || (plies > 0 && plies < best.plies))) best = { turn, plies: plies || Infinity };
  }
  assert.ok(best, 'no move wins');
  return best.turn;
}
