// The whole page without a mouse. After every key it is seen where the next one goes.
import assert from 'node:assert/strict';
import { untilMyTurn, walkTo } from './table.mjs';

/** What is wrong with the place of the focus, if something is: nowhere, out of sight, or not to be told from the rest. */
const fault = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'the focus is nowhere';
    const name = `${at.tagName} ${at.className?.baseVal ?? at.className} ${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}`;
    // Small inputs are drawn by their labels.
    const shown = at.matches('.segment input') ? at.nextElementSibling : at;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight || right - left < 4 || bottom - top < 4)
      return `${name}: out of sight`;
    const ground = at.matches('.cell') ? at.querySelector('.ground') : null;
    const style = getComputedStyle(ground ?? shown);
    const probe = document.createElement('i');
    probe.style.color = 'var(--focus)';
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const isMarked = ground
      ? style.stroke === colour
      : style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && style.outlineColor === colour;
    return isMarked
      ? ''
      : `${name}: no mark, ${ground ? style.stroke : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`}`;
  });

async function assertSeen(page, when) {
  let found = '';
  // What is pressed may be fetching what comes after it, on a machine that has other things to do.
  const end = Date.now() + 10_000;
  do {
    found = await fault(page);
    if (found === '') return;
    await page.waitForTimeout(50);
  } while (Date.now() < end);
  assert.fail(`after ${when}: ${found} (at ${page.url()})`);
}

async function press(page, key, when = key) {
  await page.keyboard.press(key);
  await assertSeen(page, when);
}

/** Tab, or Shift and Tab, until this has the focus. */
async function tabTo(page, locator, key = 'Tab') {
  await locator.waitFor();
  for (let count = 0; count < 150; ++count) {
    if (await locator.evaluate((one) => one === document.activeElement)) return;
    await press(page, key, `${key} on the way to ${locator}`);
  }
  assert.fail(`${locator} is not reached by ${key}`);
}

async function pressOn(page, locator, key = 'Tab') {
  await tabTo(page, locator, key);
  await press(page, 'Enter', `Enter on ${locator}`);
}

const onBoard = (page) => page.evaluate(() => document.activeElement?.matches?.('svg.grid .cell') ?? false);
const moves = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.moves button').length === wanted, count);
const button = (page, name) => page.getByRole('button', { name, exact: true });

async function playOne(page) {
  await untilMyTurn(page);
  const cell = await page.locator('svg.grid [data-legal]').first().getAttribute('data-cell');
  await walkTo(page, cell);
  await assertSeen(page, `the way to ${cell}`);
  await press(page, 'Enter', `Enter on ${cell}`);
  return cell;
}

async function begin(page, base, path = '/') {
  await page.goto(base + path);
  await page.locator('main h1').first().waitFor();
}

export const tests = {
  async 'by keyboard alone: a button that dies while nothing is drawn leaves the focus somewhere'({ page, base }) {
    await begin(page, base, '/games');
    await tabTo(page, button(page, 'Settings'));
    // Until the next picture is drawn a browser names the dead button as the place of the focus; a slow machine draws late.
    await page.evaluate(() => {
      const dying = document.activeElement;
      Object.defineProperty(document, 'activeElement', { configurable: true, get: () => dying });
      dying.disabled = true;
      setTimeout(() => {
        delete document.activeElement;
      }, 400);
    });
    await page.waitForTimeout(450);
    await assertSeen(page, 'a button died');
  },
  async 'by keyboard alone: a game is begun, played, taken back, resigned and reviewed'({ page, base }) {
    await begin(page, base);
    await pressOn(page, page.locator('.games').getByRole('link', { name: 'Play Andantino' }));
    await tabTo(page, page.getByRole('slider').first());
    await press(page, 'Home');
    await pressOn(page, button(page, 'Start the game'));
    await page.waitForURL(/\/game\/[a-z0-9]{12}$/);
    await untilMyTurn(page);
    assert.ok(await onBoard(page), 'a new game begins on its board');
    await playOne(page);
    await moves(page, 2);
    await pressOn(page, button(page, 'Take back'));
    await moves(page, 0);
    await assertSeen(page, 'the move was taken back');
    await tabTo(page, page.locator('svg.grid [tabindex="0"]'), 'Shift+Tab');
    await playOne(page);
    await moves(page, 2);
    await pressOn(page, button(page, 'Resign'));
    await assertSeen(page, 'Resign');
    assert.ok(
      await button(page, 'Really resign').evaluate((one) => one === document.activeElement),
      'what is asked has the focus',
    );
    await press(page, 'Enter', 'resigning');
    await page.locator('.status.over').waitFor();
    await assertSeen(page, 'the end of the game');
    await pressOn(page, page.locator('.choices').getByRole('link', { name: 'Review' }));
    await page.getByTestId('accuracy').waitFor({ timeout: 60000 });
    await assertSeen(page, 'the review');
    for (const [name, key] of [
      ['First position', 'Tab'],
      ['One move forward', 'Tab'],
      ['One move forward', 'Tab'],
      ['One move back', 'Shift+Tab'],
      ['Latest position', 'Tab'],
    ])
      await pressOn(page, button(page, name), key);
  },
  async 'by keyboard alone: an exercise, a lesson, a position set up'({ page, base }) {
    await begin(page, base, '/learn');
    await pressOn(page, page.getByRole('link', { name: 'Exercises Andantino' }));
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await assertSeen(page, 'the exercise has come');
    assert.ok(await onBoard(page), 'an exercise begins on its board');
    const { puzzles } = await (await fetch(`${base}/api/v1/puzzles?game=andantino`)).json();
    await walkTo(page, puzzles.find(({ lesson }) => lesson === 1).solution[0]);
    await press(page, 'Enter');
    await page.getByTestId('puzzle-task').getByText('Won!').waitFor();
    await press(page, 'n', 'the next exercise');
    await page.locator('.dots [aria-current]', { hasText: '2' }).waitFor();
    await pressOn(page, page.getByRole('link', { name: 'All lessons and puzzles' }), 'Shift+Tab');
    await pressOn(page, page.getByRole('link', { name: 'Begin Hex' }));
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await tabTo(page, page.locator('svg.grid [tabindex="0"]'));
    await playOne(page);
    await page.getByTestId('done').waitFor();
    await pressOn(page, button(page, 'Next step'), 'Shift+Tab');
    await page.locator('.dots [aria-current]', { hasText: '2' }).waitFor();
    await pressOn(page, page.getByRole('navigation').getByRole('link', { name: 'Analysis' }), 'Shift+Tab');
    await page.locator('svg.grid [data-legal]').first().waitFor();
    await tabTo(page, page.locator('[role=tab][aria-selected=true]'));
    while (
      !(await page.getByRole('tab', { name: 'Board', exact: true }).evaluate((one) => one === document.activeElement))
    )
      await press(page, 'ArrowRight');
    await pressOn(page, button(page, 'Set up a position'));
    await page.getByRole('radio', { name: 'white' }).waitFor();
    await assertSeen(page, 'the editor has come');
    const stones = () => page.locator('svg.grid .cell .stone').count();
    const before = await stones();
    await pressOn(page, page.getByRole('radio', { name: 'white' }), 'Shift+Tab');
    await tabTo(page, page.locator('svg.grid [tabindex="0"]'), 'Shift+Tab');
    await press(page, 'ArrowRight');
    await press(page, 'Enter');
    await page.waitForFunction(
      (count) => document.querySelectorAll('svg.grid .cell .stone').length === count,
      before + 1,
    );
    await tabTo(page, page.getByRole('combobox', { name: 'To move' }));
    await press(page, 'ArrowDown');
    await pressOn(page, button(page, 'Analyse this'));
    await button(page, 'Set up a position').waitFor();
    await assertSeen(page, 'the position stands');
  },
};
