// picture.mjs FILE: the README's picture, an analysis of a game of Andantino at the moment its win is proven.
import { launch } from './browser.mjs';
import { Server } from './server.mjs';

const MOVES = 'J11 I10 I9 K11 K10 J9 I8 J8 K9 H9 H8 G8 H7 H10 I11 G7 I7 J7 G6 F7 F8'.split(' ');
const [file] = process.argv.slice(2);
const server = new Server();
await server.start();
const browser = await launch();
const context = await browser.newContext({
  viewport: { width: 1180, height: 672 },
  colorScheme: 'light',
  locale: 'en-GB',
});
const page = await context.newPage();
await page.goto(`${server.base}/analysis#game=andantino&moves=${MOVES.join('+')}`);
await page.getByTitle('proven win').first().waitFor();
await page.waitForTimeout(2000);
await page.screenshot({ path: file });
await browser.close();
await server.end();
