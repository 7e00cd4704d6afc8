// A tour of the whole page: nothing in the console, at a desk and on a phone.
import assert from 'node:assert/strict';
import { clickCell, legalCells, pick, sitDown, untilMyTurn } from './table.mjs';

const ME = { kind: 'human' };
const ENGINE = { kind: 'engine', level: 1 };
const GAMES = ['andantino', 'omega', 'tafl', 'hex'];
const SIZES = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

/** Everything a page complains of: words in the console, errors that nobody caught, answers that were none. */
function complaintsOf(page) {
  const found = [];
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) &&
      found.push(`${page.url()}: ${message.type()}: ${message.text()} ${message.location().url}`),
  );
  page.on('pageerror', (error) => found.push(`${page.url()}: ${error}`));
  page.on(
    'response',
    (answer) => answer.status() >= 400 && found.push(`${page.url()}: ${answer.status()} ${answer.url()}`),
  );
  return found;
}

async function open(page, base, path) {
  await page.goto(base + path);
  await page.locator('h1').first().waitFor();
}

/** A turn against an engine, taken back, then resigned and reviewed, step by step. */
async function playAndReview(page, base) {
  const { game_id: id } = await sitDown(page, base, { game: 'andantino', rules: { side: '5' }, seats: [ME, ENGINE] });
  await untilMyTurn(page);
  await clickCell(page, pick(await legalCells(page)));
  await page.waitForFunction(() => document.querySelectorAll('.moves button').length === 2);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByTestId('hint').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign' }).click();
  await page.getByRole('link', { name: 'Review' }).first().click();
  await page.getByTestId('accuracy').waitFor({ timeout: 60000 });
  await page.keyboard.press('ArrowLeft');
  await open(page, base, `/game/${id}`);
  await open(page, base, '/games');
}

async function analyse(page, base, game) {
  await open(page, base, `/analysis#game=${game}`);
  await page.locator('.lines li').first().waitFor();
  for (const name of ['Explorer', 'Notes', 'Studies', 'Share', 'Board'])
    await page.getByRole('tab', { name, exact: true }).click();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.getByRole('button', { name: 'Empty the board' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
}

async function learn(page, base, game) {
  await open(page, base, `/learn/${game}`);
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.getByTestId('done').waitFor();
  await open(page, base, `/puzzles/${game}`);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByTestId('puzzle-task').getByText('The solution').waitFor();
}

/** Help is about keys: phones have no button for it. */
async function everyPage(page, base, dialogs) {
  // An answer that is no page names no icon, so browsers ask for one.
  await Promise.all([page.waitForTimeout(500), page.goto(`${base}/healthz`)]);
  await open(page, base, '/');
  for (const name of dialogs) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }
  for (const game of GAMES) {
    await open(page, base, `/new/${game}`);
    await page.locator('svg.grid').first().waitFor();
    await open(page, base, `/rules/${game}`);
    await page.locator('svg.grid').first().waitFor();
    await learn(page, base, game);
    await analyse(page, base, game);
  }
  for (const path of ['/learn', '/arena', '/match', '/reports/sweere']) await open(page, base, path);
  await playAndReview(page, base);
}

/** Addresses that lead nowhere, and what the page says there. */
const NOWHERE = {
  '/nowhere': 'There is nothing here',
  '/new/zzz': 'There is nothing here',
  '/rules/zzz': 'There is nothing here',
  '/puzzles/zzz': 'There is nothing here',
  '/game/zzz': 'No such game',
  '/review': 'No such game',
  '/review/zzz': 'No such game',
  '/join': 'No such game',
  '/join/zzz#x': 'No such game',
};

export const tests = {
  ...Object.fromEntries(
    Object.entries(SIZES).map(([where, viewport]) => [
      `a tour of every page says nothing in the console, ${where}`,
      async ({ browser, base }) => {
        const context = await browser.newContext({
          viewport,
          locale: 'en-GB',
          ...(where === 'phone' && { hasTouch: true, isMobile: true }),
        });
        const page = await context.newPage();
        const complaints = complaintsOf(page);
        await everyPage(page, base, where === 'phone' ? ['Settings'] : ['Settings', 'Help']);
        await context.close();
        assert.deepEqual(complaints, []);
      },
    ]),
  ),
  async 'addresses that lead nowhere say so, and a fragment written wrongly is left alone'({ page, base }) {
    const seen = {};
    for (const path of Object.keys(NOWHERE)) {
      await page.goto('about:blank');
      await page.goto(base + path);
      // The form of an invitation stands before it is known that there is no such game.
      await page
        .locator('h1', { hasText: /nothing here|No such game/ })
        .waitFor({ timeout: 5000 })
        .catch(() => {});
      seen[path] = await page.locator('h1').first().innerText();
    }
    assert.deepEqual(seen, NOWHERE);
    await page.goto(`${base}/puzzles/hex#%E0%A4`);
    await page.getByTestId('puzzle-task').waitFor();
  },
};
