// screenshots.mjs BASE FOLDER [PATH...]: pictures of pages at three widths in both themes, to be looked at.
import { mkdirSync } from 'node:fs';
import { launch } from './browser.mjs';

const [base, folder, ...paths] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
const sizes = (process.env.SIZES ?? '360x740,1280x800,2560x1400').split(',').map((size) => size.split('x').map(Number));
for (const colorScheme of (process.env.THEMES ?? 'light,dark').split(',')) {
  for (const [width, height] of sizes) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: 'en-GB', hasTouch: width < 500 });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && console.log(message.text()));
    page.on('pageerror', (error) => console.log(String(error)));
    for (const path of paths) {
      await page.goto(base + path);
      await page.waitForTimeout(Number(process.env.PAUSE ?? 1500));
      const name = path.replace(/[^a-z0-9]+/gi, '_') || '_';
      await page.screenshot({ path: `${folder}/${name}_${width}_${colorScheme}.png`, fullPage: process.env.FULL === '1' });
    }
    await context.close();
  }
}
await browser.close();
