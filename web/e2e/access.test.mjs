import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sitDown } from './table.mjs';

const axe = readFileSync(fileURLToPath(new URL('../node_modules/axe-core/axe.min.js', import.meta.url)), 'utf8');

// A theme changes colours and nothing else: the dark one is looked at for contrast alone.
const rules = { light: undefined, dark: ['color-contrast'] };

async function findings(page, runOnly) {
  // The page's own policy forbids foreign scripts; the debugger's evaluation is not held by it.
  await page.evaluate(axe);
  const result = await page.evaluate(
    (only) => globalThis.axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) }),
    runOnly,
  );
  return result.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
        .join(' | ')}`,
  );
}

export const tests = Object.fromEntries(
  ['light', 'dark'].map((colorScheme) => [
    `no findings of axe-core, ${colorScheme}`,
    async ({ browser, base }) => {
      const context = await browser.newContext({
        colorScheme,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 900 },
      });
      const page = await context.newPage();
      const found = [];
      const look = async (name) => {
        await page.waitForTimeout(250);
        for (const finding of await findings(page, rules[colorScheme])) found.push(`${name}: ${finding}`);
      };
      for (const path of [
        '/',
        '/new/andantino',
        '/new/omega',
        '/learn',
        '/learn/omega',
        '/puzzles/andantino',
        '/puzzles/hex',
        '/arena',
        '/games',
        '/rules/tafl',
        '/rules/omega',
        '/match',
        '/reports/trebing',
        '/nowhere',
        '/game/aaaaaaaaaaaa',
        '/analysis#game=tafl',
      ]) {
        await page.goto(base + path);
        await page.locator('h1').first().waitFor();
        if (path === '/') await page.getByTestId('daily').waitFor();
        await look(path);
      }
      for (const name of ['Notes', 'Studies', 'Share', 'Board']) {
        await page.getByRole('tab', { name }).click();
        await look(`analysis, ${name}`);
      }
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await look('editor');
      await sitDown(page, base, {
        game: 'omega',
        rules: { side: '4', players: '4' },
        seats: [{ kind: 'human' }, { kind: 'friend' }, { kind: 'engine', level: 1 }, { kind: 'engine', level: 1 }],
      });
      await page.getByRole('button', { name: 'Show as a QR code' }).click();
      await page.getByTestId('qr').waitFor();
      await look('game');
      const finished = await sitDown(page, base, {
        game: 'andantino',
        rules: { side: '5' },
        seats: [{ kind: 'human' }, { kind: 'engine', level: 1 }],
      });
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Really resign' }).click();
      await page.locator('.status.over').waitFor();
      await look('ending');
      await page.goto(`${base}/review/${finished.game_id}`);
      await look('review');
      await page.getByRole('button', { name: 'Settings' }).click();
      await look('settings');
      await context.close();
      assert.deepEqual(found, []);
    },
  ]),
);
