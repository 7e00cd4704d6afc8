// A static site (partita site) from a plain file server, and its engine in a Chromium.
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import http from 'node:http';
import { extname, join, normalize } from 'node:path';
import { launch } from './browser.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.md': 'text/markdown',
};

/** Gives out files and nothing else, as the simplest hosts do: no headers but those given, no page for addresses without a file but 404.html. */
export class FileServer {
  bytes = 0;
  /** The files that were asked for, by their paths below the site's top. */
  given = [];

  constructor(folder, headers = {}, under = '') {
    this.folder = folder;
    this.headers = headers;
    /** The folder of the host that the site lies in. */
    this.under = under;
    this.server = http.createServer((request, response) => this.answer(request, response));
  }

  answer(request, response) {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    const below = path.startsWith(`${this.under}/`) ? path.slice(this.under.length) : null;
    if (below === null) return response.writeHead(404).end();
    const file = normalize(join(this.folder, below.endsWith('/') ? `${below}index.html` : below));
    const isThere = file.startsWith(this.folder) && existsSync(file) && statSync(file).isFile();
    const given = isThere ? file : join(this.folder, '404.html');
    if (!existsSync(given)) return response.writeHead(404).end();
    this.bytes += statSync(given).size;
    this.given.push(below);
    response.writeHead(isThere ? 200 : 404, {
      'Content-Type': TYPES[extname(given)] ?? 'application/octet-stream',
      ...this.headers,
    });
    createReadStream(given).pipe(response);
  }

  async start() {
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.base = `http://127.0.0.1:${this.server.address().port}${this.under}`;
  }

  async end() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A conversation with the engine of a site in Chromium, past the page: what is measured is the engine. The page may have threads or not. */
export async function chromiumLine(folder, hasThreads = true) {
  const files = new FileServer(folder);
  await files.start();
  const browser = await launch();
  const page = await browser.newPage({ serviceWorkers: hasThreads ? 'allow' : 'block' });
  if (hasThreads) {
    await page.goto(files.base);
    await page.waitForFunction(
      () => window.crossOriginIsolated && document.documentElement.dataset.offline === 'ready',
      null,
      { timeout: 60000 },
    );
  }
  const line = {
    onmessage: null,
    send: (text) =>
      void page.evaluate((message) => window.bench.postMessage({ kind: 'send', number: 1, text: message }), text),
  };
  await page.exposeFunction('heard', (data) => line.onmessage?.({ data }));
  const script = readdirSync(join(folder, 'assets')).find((name) => /^engine_worker-.*\.js$/.test(name));
  await page.goto(`${files.base}/icon.svg`);
  await page.evaluate((name) => {
    window.bench = new Worker(`/assets/${name}`);
    window.bench.onmessage = ({ data }) => data.kind === 'message' && window.heard(data.text);
    window.bench.postMessage({ kind: 'open', number: 1 });
  }, script);
  const end = async () => {
    await browser.close();
    await files.end();
  };
  return { line, end };
}
