// screenshots.mjs FOLDER [WORD...]: pictures of every kind of page, and of a game of each kind in its opening, its middle and at
// its end, at three sizes in both themes, to be looked at. WORDs choose scenes; SHEETS=1 puts a scene's six pictures on one sheet.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { Server } from './server.mjs';
import { playByWire, sitDown } from './table.mjs';

const [folder, ...wanted] = process.argv.slice(2);
const SIZES = [
  [1440, 900],
  [820, 1180],
  [390, 844],
];
const THEMES = ['light', 'dark'];
const ME = { kind: 'human', name: 'Ada' };
const ENGINE = { kind: 'engine', level: 3 };

/** Whole games; at `stops` there is an opening, something that happens in this game alone, and the end. */
const GAMES = {
  andantino: {
    stops: { opening: 6, middle: 31, end: 52 },
    moves:
      'I9 J9 K10 I10 J11 K11 I8 I11 J12 I12 K12 J13 L12 I13 H11 H12 L11 H13 I14 G11 H10 H9 G9 J14 K13 G10 F10 G12 G13 H14 I15 K14 K15 F12 G14 F13 E12 H15 F14 I16 H16 J16 J15 L15 K16 L16 M16 L17 K17 L14 G8 L13',
  },
  omega: {
    stops: { opening: 4, middle: 26, end: 400 },
    moves:
      'W:I5 B:F6 B:F2 W:D5 W:H9 B:E4 B:A5 W:F7 W:E1 B:E6 B:I6 W:D6 W:D1 B:E7 B:H4 W:D7 W:I8 B:F5 B:A1 W:D3 W:A2 B:D4 B:B6 W:C4 W:C6 B:C3',
  },
  tafl: {
    stops: { opening: 4, capture: 5, end: 400 },
    moves:
      'i6-h6 f5-f6 e2-g2 e4-b4 f1-f5xg5 b4-f4xf5 f9-f7 e3-b3 h5-h3 d5-d7 h3-f3 f4-g4 h6-g6 b3-b2 a4-c4 e5-f5 a6-c6xc5 g4-f4 e1-e2 f5-d5',
  },
  hex: {
    stops: { opening: 2, middle: 12, end: 400 },
    moves: 'f6 d8 e7 e6 f5 d7 d6 c7 c6 g4 f4 g3 f3 b8 b7 h2 g2 a8 a7 h1',
  },
};

const server = new Server();
await server.start();
const browser = await launch();
mkdirSync(folder, { recursive: true });

/** Makes a game and plays it: the moves that are written, then any, up to so many. */
async function played(page, game, count) {
  const { moves } = GAMES[game];
  const created = await sitDown(page, server.base, {
    game,
    seats: count > 100 && game !== 'hex' ? [ME, ME] : [ME, { ...ME, name: 'Bob' }],
  });
  await playByWire(page, created, moves.split(' '), count);
  return created.game_id;
}

const settled = (page) => page.waitForTimeout(1200);
const at = (path) => async (page) => {
  await page.goto(server.base + path);
  await page.locator('h1').first().waitFor();
};

const scenes = {
  home: at('/'),
  new: at('/new/andantino'),
  rules: at('/rules/tafl'),
  lessons: at('/learn'),
  learn: at('/learn/hex'),
  puzzle: at('/puzzles/tafl'),
  arena: at('/arena'),
  async games(page) {
    await played(page, 'hex', 20);
    await at('/games')(page);
  },
  async editor(page) {
    await at('/analysis#game=tafl')(page);
    await page.getByRole('tab', { name: 'Board' }).click();
    await page.getByRole('button', { name: 'Set up a position' }).click();
  },
  async analysis(page) {
    await at('/analysis#game=andantino&moves=I9+J9+K10+I10')(page);
    await page.getByTestId('proven').getByText('proven').waitFor();
  },
  async explorer(page) {
    await at('/analysis#game=andantino')(page);
    await page.getByRole('tab', { name: 'Explorer' }).click();
    await page.locator('.tab-panel table').waitFor();
  },
  async review(page) {
    const id = await played(page, 'andantino', 52);
    await page.goto(`${server.base}/review/${id}`);
    await page.getByTestId('accuracy').waitFor({ timeout: 60000 });
  },
  async four(page) {
    await sitDown(page, server.base, {
      game: 'omega',
      rules: { players: '4' },
      clock: { initial_ms: 300000, increment_ms: 2000 },
      seats: [ME, ENGINE, { kind: 'friend' }, ENGINE],
    });
  },
  ...Object.fromEntries(
    Object.entries(GAMES).flatMap(([game, { stops }]) =>
      Object.entries(stops).map(([stage, count]) => [
        `${game}-${stage}`,
        async (page) => {
          await played(page, game, count);
          if (stage === 'end') await page.locator('.status.over').waitFor();
          await page.evaluate(() => scrollTo(0, 0));
        },
      ]),
    ),
  ),
};

async function sheet(name, files) {
  const page = await (await browser.newContext({ viewport: { width: 1900, height: 1200 } })).newPage();
  const pictures = files
    .map((file) => `<img src="data:image/png;base64,${readFileSync(file).toString('base64')}">`)
    .join('');
  await page.setContent(
    `<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;align-items:start;background:#888} img{height:580px}</style>${pictures}`,
  );
  await page.screenshot({ path: join(folder, `sheet_${name}.png`) });
  await page.context().close();
}

for (const [name, scene] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const files = [];
  for (const colorScheme of THEMES) {
    for (const [width, height] of SIZES) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale: 'en-GB',
        ...(width < 500 && { hasTouch: true, isMobile: true }),
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.error(`${name}: ${error}`));
      await scene(page);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.error(`${name}, ${width}: ${wide} px too wide`);
      files.push(join(folder, `${name}_${width}_${colorScheme}.png`));
      await page.screenshot({ path: files.at(-1), fullPage: process.env.FULL === '1' });
      await context.close();
    }
  }
  if (process.env.SHEETS === '1') await sheet(name, files);
}
await browser.close();
await server.end();
