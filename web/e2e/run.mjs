// Runs the browser tests in lanes, each with a server and a browser of its own, the longest first. `run.mjs WORD` runs those
// whose name, or whose file's, holds the word. More lanes than processors: tests mostly wait, for replies that people can see.
import { availableParallelism } from 'node:os';
import { launch } from './browser.mjs';
import { Server } from './server.mjs';

const files = [
  './access.test.mjs',
  './idle.test.mjs',
  './review.test.mjs',
  './play.test.mjs',
  './people.test.mjs',
  './truth.test.mjs',
  './study.test.mjs',
  './pages.test.mjs',
  './alive.test.mjs',
  './themes.test.mjs',
  './proofs.test.mjs',
  './deploy.test.mjs',
  './window.test.mjs',
  './coach.test.mjs',
  './fair.test.mjs',
  './look.test.mjs',
  './tour.test.mjs',
  './keyboard.test.mjs',
  './newcomer.test.mjs',
];
const LANES = Number(process.env.LANES ?? Math.min(8, 2 * availableParallelism()));
const wanted = process.argv[2] ?? '';
const waiting = [];
for (const file of files)
  waiting.push(
    ...Object.entries((await import(file)).tests).filter(([name]) => name.includes(wanted) || file.includes(wanted)),
  );
let failed = 0;
let passed = 0;

/** A browser with a window for one test after the other: a new profile for each takes longer than most tests. */
class Lane {
  async open() {
    this.server = new Server();
    await this.server.start();
    this.browser = await launch();
  }

  /** The window as nobody has used it: at a place of the server where no page runs, with nothing stored. */
  async window() {
    if (!this.context) {
      this.context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
      this.page = await this.context.newPage();
      this.debug = await this.context.newCDPSession(this.page);
    }
    const { base } = this.server;
    await this.page.goto(`${base}/healthz`);
    await this.page.evaluate(() => sessionStorage.clear());
    await this.debug.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'all' });
    return { browser: this.browser, context: this.context, page: this.page, base, server: this.server };
  }

  /** After a failure nothing is used again. */
  async leave(isWell) {
    if (!isWell) {
      await this.context.close();
      this.context = null;
      return;
    }
    this.page.removeAllListeners();
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.clearPermissions();
    for (const other of this.context.pages()) if (other !== this.page) await other.close();
    for (const other of this.browser.contexts()) if (other !== this.context) await other.close();
  }

  async runOne(name, test) {
    const begin = Date.now();
    const complaints = [];
    let isWell = true;
    const fixtures = await this.window();
    const { page } = fixtures;
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => /Content Security Policy/.test(message.text()) && complaints.push(message.text()));
    try {
      await test(fixtures);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      passed += 1;
      if (process.env.VERBOSE) console.log(`ok    ${name} (${Date.now() - begin} ms)`);
    } catch (error) {
      failed += 1;
      isWell = false;
      const seen = await page
        .locator('main')
        .innerText({ timeout: 1000 })
        .catch(() => '');
      console.error(
        `FAILED ${name} (${Date.now() - begin} ms)\n${error?.stack ?? error}\n${complaints.join('\n')}\nat ${page.url()}: ${seen.replace(/\s+/g, ' ').slice(0, 600)}`,
      );
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/failed_${failed}.png` }).catch(() => {});
    }
    await this.leave(isWell);
  }

  async run() {
    await this.open();
    while (waiting.length > 0) await this.runOne(...waiting.shift());
    await this.browser.close();
    await this.server.end();
  }
}

await Promise.all(Array.from({ length: Math.min(LANES, waiting.length) }, () => new Lane().run()));
console.log(`${passed} browser tests passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
