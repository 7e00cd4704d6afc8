import { SITE_TOP } from '../lib/site_top';

/** Set while this tab is loaded anew so that threads are allowed: a second time would not help either. */
const KEY = 'partita.isolating';
/** A service worker that is not there by then will not come: some browsers say nothing where they allow none. */
const PATIENCE_MS = 10_000;

let registering: Promise<ServiceWorkerRegistration> | null = null;
const registered = (): Promise<ServiceWorkerRegistration> => (registering ??= navigator.serviceWorker.register(`${SITE_TOP}sw.js`));

async function isServed(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !(await registered())) return false;
  const ready = navigator.serviceWorker.ready.then(() => true);
  return Promise.race([ready, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS))]);
}

/**
 * A host of plain files does not send the headers that allow threads; the service worker adds them, for a page that it has
 * served. Loads the page anew for that, once. Returns where there is none or it did not help: then the engine has no threads.
 */
export async function isolate(): Promise<void> {
  // A window that keeps nothing may refuse any of this.
  const isWorthATry = await Promise.resolve().then(async () => !sessionStorage.getItem(KEY) && (await isServed())).catch(() => false);
  if (!isWorthATry) return;
  sessionStorage.setItem(KEY, 'yes');
  location.reload();
  await new Promise(() => {});
}

/** Has every file of the site kept in this browser. A newer version that waits takes over now, before anything is done here. */
export async function keepOffline(): Promise<void> {
  if (crossOriginIsolated) sessionStorage.removeItem(KEY);
  if (!('serviceWorker' in navigator)) return;
  // Asked for before registering, which waits until a version that is being fetched just now is there: that one has its turn
  // when the page is opened again, and does not load it anew under somebody who plays.
  const known = await navigator.serviceWorker.getRegistration(SITE_TOP);
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'filled') document.documentElement.dataset.offline = 'ready';
  });
  if (known?.waiting && navigator.serviceWorker.controller) {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    known.waiting.postMessage('take over');
    return;
  }
  if (!(await registered().catch(() => null))) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('fill');
}
