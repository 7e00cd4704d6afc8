// The service worker of a static site: keeps all its files, so that it works without a network, and sends the headers that
// allow threads. `partita site` writes SITE, the files and a version that differs when any of them does, in front of this. What SITE calls
// spare is kept when somebody has asked for it: the engine without threads, which a page served from here needs in few browsers.
const CACHE = `partita-${SITE.version}`;
const PAGE = 'index.html';
const HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'same-origin' };
const NAMES = new Set([...SITE.files, ...SITE.spare]);
const urlOf = (name) => new URL(name, self.registration.scope).href;

/** Looked for without opening the cache: that would make it again where a newer version has deleted it. */
const kept = (url) => caches.match(url, { cacheName: CACHE });

async function fetchAndKeep(name) {
  const url = urlOf(name);
  if (await kept(url)) return;
  // Not from the browser's own cache, which may hold another version's file of the same name.
  const answer = await fetch(url, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  if (self.serviceWorker?.state !== 'redundant') await (await caches.open(CACHE)).put(url, answer);
}

/** Asked for by the page and by the wish to have all of them at the same time, a file is fetched once. */
const fetching = new Map();
function keep(name) {
  if (!fetching.has(name)) fetching.set(name, fetchAndKeep(name).finally(() => fetching.delete(name)));
  return fetching.get(name);
}

const keepAll = () => Promise.all(SITE.files.map(keep));

self.addEventListener('install', (event) => {
  // The first visitor waits for the page alone; a new version is there as a whole before it takes over.
  event.waitUntil(self.registration.active ? keepAll() : keep(PAGE));
});

async function forgetOlder() {
  for (const name of await caches.keys()) if (name.startsWith('partita-') && name !== CACHE) await caches.delete(name);
}
async function clean() {
  // The worker before this one answers the pages until they are claimed, from the files that are deleted then.
  await self.clients.claim();
  await forgetOlder();
}
/** Once more when a page of this version is there: the worker before it may have been at work and opened its cache again. */
async function forgetLate() {
  const { waiting, installing } = self.registration;
  // Its page may ask while the activation is still under way.
  if (self.serviceWorker?.state !== 'redundant' && !waiting && !installing) await forgetOlder();
}
self.addEventListener('activate', (event) => event.waitUntil(clean()));

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
  if (event.data === 'fill') event.waitUntil(keepAll().then(forgetLate).then(() => event.source?.postMessage('filled'), () => {}));
});

/** The file of this version that a request asks for. Every address without a file is the page's. */
function nameOf(request) {
  const name = new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length);
  return request.mode === 'navigate' && !NAMES.has(name) ? PAGE : name;
}

/** The page is given out for every address of the site; its files are found from the top. */
const withBase = (page) => page.replace('<head>', `<head><base href="${new URL(self.registration.scope).pathname}" />`);

async function answer(request) {
  const name = nameOf(request);
  if (NAMES.has(name)) await keep(name).catch(() => {});
  const found = (NAMES.has(name) && (await kept(urlOf(name)))) || (await fetch(request));
  const headers = new Headers(found.headers);
  for (const [header, value] of Object.entries(HEADERS)) headers.set(header, value);
  const body = name === PAGE ? withBase(await found.text()) : found.body;
  return new Response(body, { status: found.status, statusText: found.statusText, headers });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
