import { SITE_TOP } from '../lib/site_top';

/** Set while this tab is loaded anew so that threads are allowed: a second time would not help either. */
const KEY = 'partita.isolating';
/** A service worker that is not there by then will not come: some browsers say nothing where they allow none. */
const PATIENCE_MS = 10_000;
/** A newer version that has not taken over by then has to wait: the page is shown. */
const TAKE_OVER_MS = 5_000;

let registering: Promise<ServiceWorkerRegistration> | null = null;
const registered = (): Promise<ServiceWorkerRegistration> =>
  (registering ??= navigator.serviceWorker.register(`${SITE_TOP}sw.js`));

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
  const isWorthATry = await Promise.resolve()
    .then(async () => !sessionStorage.getItem(KEY) && (await isServed()))
    .catch(() => false);
  if (!isWorthATry) return;
  sessionStorage.setItem(KEY, 'yes');
  location.reload();
  await new Promise(() => {});
}

/**
 * A newer version that waits takes over now, before anything is done here, and the page is loaded anew. Nothing may be fetched meanwhile:
 * the worker before it is ended as soon as it has nothing to do, and if it is asked for a file just then, Chromium starts it again and
 * lets the new one wait for minutes, whatever that says. Returns where no version waits, or it does not come.
 */
export async function takeOver(): Promise<void> {
  const waiting = (await navigator.serviceWorker.getRegistration(SITE_TOP))?.waiting;
  if (!waiting) return;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  const hasCome = new Promise<boolean>((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true }),
  );
  waiting.postMessage('take over');
  if (
    !(await Promise.race([hasCome, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), TAKE_OVER_MS))]))
  )
    return;
  location.reload();
  await new Promise(() => {});
}

/** Has every file of the site kept in this browser. A newer version is fetched too, and has its turn when the page is opened again. */
export async function keepOffline(): Promise<void> {
  if (crossOriginIsolated) sessionStorage.removeItem(KEY);
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'filled') document.documentElement.dataset.offline = 'ready';
  });
  if (!(await registered().catch(() => null))) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('fill');
}
