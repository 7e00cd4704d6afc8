import { t } from '../i18n/messages.svelte';
import { SITE_TOP } from '../lib/site_top';

/** Set while this tab is loaded anew so that threads are allowed: a second time would not help either. */
const KEY = 'partita.isolating';

let registering: Promise<ServiceWorkerRegistration> | null = null;
const registered = (): Promise<ServiceWorkerRegistration> => (registering ??= navigator.serviceWorker.register(`${SITE_TOP}sw.js`));

/**
 * A host of plain files does not send the headers that allow threads; the service worker adds them, for a page that it has
 * served. Loads the page anew for that, once. Throws where it did not help.
 */
export async function isolate(): Promise<never> {
  if (!('serviceWorker' in navigator) || sessionStorage.getItem(KEY)) throw new Error(t('link.threads'));
  await registered();
  await navigator.serviceWorker.ready;
  sessionStorage.setItem(KEY, 'yes');
  location.reload();
  return new Promise(() => {});
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
  await registered();
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('fill');
}
