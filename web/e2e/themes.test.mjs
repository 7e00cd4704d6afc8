// Boards of wood, slate and paper: each can be read and told apart, on light pages and dark ones.
import assert from 'node:assert/strict';
import { choose, clickCell, sitDown, untilMyTurn } from './table.mjs';

const ME = { kind: 'human' };
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const light = (colour) =>
  colour
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map((part) => linear(part / 255))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

/** Colours as the browser paints them. */
const painted = (page) =>
  page.evaluate(() => {
    const of = (selector, name) => {
      const element = document.querySelector(selector);
      return element ? getComputedStyle(element)[name] : '';
    };
    const paper = of('body', 'backgroundColor');
    const ground = of('svg.grid', 'backgroundColor');
    return {
      ground: /, 0\)$|transparent/.test(ground) ? paper : ground,
      cell: of('.cell:not(.last):not(.rim):not(.throne):not(.camp):not(.corner) .ground', 'fill'),
      last: of('.cell.last .ground', 'fill'),
      coordinate: of('.coordinate', 'fill'),
      name: of('[data-legal] .cell-name', 'fill'),
      dot: of('.dot', 'fill'),
      stones: [...document.querySelectorAll('svg.grid [data-cell] .stone')].map((stone) => ({
        kind: stone.getAttribute('class').split('-').at(-1),
        fill: getComputedStyle(stone.firstElementChild).fill,
        edge: getComputedStyle(stone.firstElementChild).stroke,
      })),
      marks: [...document.querySelectorAll('.last-mark')].map((mark) => ({
        mark: getComputedStyle(mark).stroke,
        stone: getComputedStyle(mark.closest('.piece').querySelector('.stone').firstElementChild).fill,
      })),
    };
  });

export const tests = {
  ...Object.fromEntries(
    ['wood', 'slate', 'paper', 'plain'].map((board) => [
      `a board of ${board} has contrast`,
      async ({ browser, base }) => {
        for (const colorScheme of ['light', 'dark']) {
          const page = await (
            await browser.newContext({ colorScheme, locale: 'en-GB', viewport: { width: 1280, height: 900 } })
          ).newPage();
          await choose(page, base, { board, cellNames: true });
          await sitDown(page, base, { game: 'omega', rules: { side: '4', players: '4' }, seats: [ME, ME, ME, ME] });
          for (const cell of ['A1', 'B3', 'D4', 'C2']) {
            await untilMyTurn(page);
            await clickCell(page, cell);
            await page.waitForFunction((name) => document.querySelector(`[data-cell="${name}"] .stone`), cell);
          }
          await untilMyTurn(page);
          const seen = await painted(page);
          const faults = [];
          const hold = (what, a, b, least) =>
            contrast(a, b) >= least ||
            faults.push(`${colorScheme}, ${what}: ${contrast(a, b).toFixed(2)} < ${least} (${a} on ${b})`);
          hold('coordinates on the board', seen.coordinate, seen.ground, 4.5);
          hold('coordinates on cells', seen.coordinate, seen.cell, 3);
          hold('names of cells', seen.name, seen.cell, 4.5);
          hold('dots of legal cells', seen.dot, seen.cell, 2);
          assert.equal(new Set(seen.stones.map(({ kind }) => kind)).size, 4);
          for (const { kind, fill, edge } of seen.stones)
            if (contrast(fill, seen.cell) < 3) hold(`edge of ${kind}`, edge, seen.cell, 3);
          const [white, black] = ['white', 'black'].map(
            (kind) => seen.stones.find((stone) => stone.kind === kind).fill,
          );
          hold('white and black', white, black, 7);
          assert.ok(seen.marks.length > 0, 'the last move is marked');
          for (const { mark, stone } of seen.marks) hold('mark of the last move', mark, stone, 3);
          assert.notEqual(seen.last, seen.cell);
          assert.deepEqual(faults, []);
          await page.context().close();
        }
      },
    ]),
  ),
  async 'a piece is painted by what the game says of it, whatever its letter'({ page, base }) {
    const fills = () =>
      page
        .locator('.diagram svg.grid .stone')
        .evaluateAll((all) =>
          [...new Set(all.map((stone) => getComputedStyle(stone.querySelector('circle')).fill))].sort(),
        );
    const look = async () => {
      await page.goto('about:blank');
      await page.goto(`${base}/rules/hex`);
      await page.locator('.diagram').nth(1).locator('svg.grid .stone').first().waitFor();
      return fills();
    };
    const usual = await look();
    assert.equal(usual.length, 2);
    const letters = { R: 'x', U: 'o' };
    await page.route('**/api/v1/position', async (route) => {
      const answer = await (await route.fetch()).json();
      for (const piece of answer.layout.pieces) piece.letter = letters[piece.letter];
      answer.position.stones = answer.position.stones.replace(/[RU]/g, (letter) => letters[letter]);
      await route.fulfill({ json: answer });
    });
    assert.deepEqual(await look(), usual);
  },
};
