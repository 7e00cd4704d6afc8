// A page left open while the server gets a new build: the parts of its code have other names there.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, WEB } from './server.mjs';
import { FileServer } from './site.mjs';

/** The built page with other names for all its parts, as the next build has them. */
function nextBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'partita-build-'));
  cpSync(WEB, folder, { recursive: true });
  const assets = join(folder, 'assets');
  for (const name of readdirSync(assets)) if (name.endsWith('.gz')) rmSync(join(assets, name));
  rmSync(join(folder, 'index.html.gz'), { force: true });
  const parts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const renamed = (text) => parts.reduce((all, name) => all.replaceAll(name, name.replace(/\.js$/, '-next.js')), text);
  for (const file of [join(folder, 'index.html'), ...parts.map((name) => join(assets, name))])
    writeFileSync(file, renamed(readFileSync(file, 'utf8')));
  for (const name of parts) renameSync(join(assets, name), join(assets, renamed(name)));
  return folder;
}

/** Loads of the whole page. */
function documents(page) {
  const seen = [];
  page.on('request', (request) => request.isNavigationRequest() && seen.push(request.url()));
  return seen;
}

async function redeployed(work, spoil = () => {}) {
  const folder = nextBuild();
  spoil(folder);
  const server = new Server();
  await server.start();
  try {
    await work(server, async () => {
      await server.kill();
      server.web = folder;
      await server.start();
    });
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const WORKER = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8');

/** Registers the worker and lets a waiting one take over, as src/home/offline.ts does. */
const SCRIPT = `const workers = navigator.serviceWorker;
  const registration = await workers.register('sw.js');
  workers.addEventListener('message', ({ data }) => data === 'filled' && (document.documentElement.dataset.offline = 'ready'));
  if (registration.waiting && workers.controller) {
    workers.addEventListener('controllerchange', () => location.reload(), { once: true });
    registration.waiting.postMessage('take over');
  } else (await workers.ready).active.postMessage('fill');`;

/** A static site with the real service worker, a page and one part. */
function smallSite(version) {
  const folder = mkdtempSync(join(tmpdir(), 'partita-site-'));
  const site = { version, files: ['index.html', 'page.js', 'part.txt'], spare: [] };
  const files = {
    'index.html': '<!doctype html><html><head><script type="module" src="page.js"></script></head></html>',
    'page.js': SCRIPT,
    'part.txt': version,
    'sw.js': `const SITE = ${JSON.stringify(site)};\n${WORKER}`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The built page as a static site of that version, with an engine that is never ready. */
function builtSite(version) {
  const folder = mkdtempSync(join(tmpdir(), 'partita-site-'));
  cpSync(WEB, folder, { recursive: true });
  const index = join(folder, 'index.html');
  writeFileSync(
    index,
    readFileSync(index, 'utf8').replace('<head>', '<head><meta name="partita-home" content="browser" />'),
  );
  writeFileSync(join(folder, 'part.txt'), version);
  mkdirSync(join(folder, 'engine'));
  const engine = {
    'files.json': '{"files":[]}',
    'partita.wasm.gz': '',
    'partita.js': 'self.PartitaEngine = () => new Promise(() => {});',
  };
  for (const [name, text] of Object.entries(engine)) writeFileSync(join(folder, 'engine', name), text);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
  writeFileSync(
    join(folder, 'sw.js'),
    `const SITE = ${JSON.stringify({ version, files: files.filter((name) => !/(?<!wasm)\.gz$|^docs\/|^\.|^sw\.js$/.test(name)), spare: [] })};\n${WORKER}`,
  );
  return folder;
}

/** Once the page is shown it asks its service worker for files for a while, as it does when it fetches an engine. */
function fetchWhenShown() {
  const look = setInterval(() => {
    if (!document.getElementById('app')?.firstChild) return;
    clearInterval(look);
    const end = Date.now() + 1500;
    const ask = setInterval(
      () => (Date.now() < end ? fetch('part.txt').then((answer) => answer.text()) : clearInterval(ask)),
      7,
    );
  }, 5);
}

export const tests = {
  async 'a new version of a static site takes over though the page fetches much as soon as it is shown'({ context }) {
    const folders = ['old', 'new'].map(builtSite);
    const files = new FileServer(folders[0]);
    await files.start();
    const page = await context.newPage();
    await page.addInitScript(fetchWhenShown);
    const until = (test) => page.waitForFunction(test, null, { timeout: 30000, polling: 50 });
    await page.goto(`${files.base}/`);
    await until(() => document.documentElement.dataset.offline === 'ready');
    files.folder = folders[1];
    await page.goto(`${files.base}/`);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await page.goto(`${files.base}/`, { waitUntil: 'commit' });
    for (
      const begin = Date.now();
      (await page.evaluate(async () => (await caches.keys()).join()).catch(() => '')) !== 'partita-new';
      await page.waitForTimeout(50)
    ) {
      assert.ok(Date.now() - begin < 20000, 'the new version waits');
    }
    await until(() => document.documentElement.dataset.offline === 'ready');
    assert.equal(await page.evaluate(async () => (await fetch('part.txt')).text()), 'new');
    await page.close();
    await files.end();
    for (const folder of folders) rmSync(folder, { recursive: true });
  },
  async 'a static site keeps its version while it is open, and has the new one whole when it is opened again'({
    context,
  }) {
    const folders = ['old', 'new'].map(smallSite);
    const files = new FileServer(folders[0]);
    await files.start();
    const page = await context.newPage();
    const until = async (test) => {
      for (const begin = Date.now(); !(await page.evaluate(test).catch(() => false)); await page.waitForTimeout(20))
        assert.ok(Date.now() - begin < 30000, `never true: ${test}`);
    };
    const open = () => page.goto(`${files.base}/`);
    const part = () => page.evaluate(async () => (await fetch('part.txt')).text());
    const isKept = () => document.documentElement.dataset.offline === 'ready';
    await open();
    await until(isKept);
    files.folder = folders[1];
    await open();
    await until(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    assert.equal(await part(), 'old', 'whoever is here keeps the version he has');
    await open();
    await until(async () => (await caches.keys()).join() === 'partita-new');
    assert.equal(await part(), 'new', 'whoever comes again has the new one');
    await until(isKept);
    await files.end();
    assert.equal(await part(), 'new', 'without a network too');
    await page.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  },
  'a page left open across a new build loads itself anew, once'({ page }) {
    return redeployed(async (server, deploy) => {
      await page.goto(server.base);
      await page.locator('.games .card').first().waitFor();
      const loads = documents(page);
      await deploy();
      await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
      await page.getByRole('heading', { name: 'Learn the rules' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/learn');
      await page.getByRole('navigation').getByRole('link', { name: 'Arena' }).click();
      await page.getByRole('button', { name: 'Watch them play' }).waitFor();
      assert.equal(loads.length, 1, loads.join());
      assert.equal(await page.locator('.banner').count(), 0);
    });
  },
  'the words of another language come from the new build as well'({ page }) {
    return redeployed(async (server, deploy) => {
      await page.goto(server.base);
      await page.locator('.games .card').first().waitFor();
      const loads = documents(page);
      await deploy();
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Language').selectOption('it');
      await page.getByRole('link', { name: 'Gioca', exact: true }).first().waitFor();
      assert.equal(loads.length, 1, loads.join());
    });
  },
  'a part that the new build lacks is told of, and asked for no more'({ page }) {
    return redeployed(
      async (server, deploy) => {
        await page.goto(server.base);
        await page.locator('.games .card').first().waitFor();
        const loads = documents(page);
        await deploy();
        // The words may stand for a moment before the page loads itself anew: those of the page that was loaded count.
        const loaded = page.waitForEvent('load');
        await page.getByRole('navigation').getByRole('link', { name: 'Learn' }).click();
        await loaded;
        await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
        const asked = [];
        page.on('request', (request) => asked.push(request.url()));
        // Longer than the pause between two looks at a server that is gone.
        await page.waitForTimeout(2500);
        assert.equal(loads.length, 1, loads.join());
        assert.deepEqual(asked, []);
        await page.getByRole('button', { name: 'Load it again' }).click();
        await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
        assert.equal(loads.length, 2, 'by hand');
        await page.getByRole('link', { name: 'Partita' }).click();
        await page.locator('.games .card').first().waitFor();
      },
      (folder) =>
        readdirSync(join(folder, 'assets'))
          .filter((name) => name.startsWith('Learn-'))
          .forEach((name) => rmSync(join(folder, 'assets', name))),
    );
  },
};
