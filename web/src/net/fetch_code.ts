import { home } from './home';
import { link } from './link.svelte';

/** When this tab was last loaded anew because of a missing part. */
const KEY = 'partita.reloaded';
const ONCE_IN_MS = 60_000;

/** False where that was just tried, or where it cannot be remembered: it would go on for ever. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < ONCE_IN_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/**
 * Fetches a part of the page's code. A new build gives the parts new names, so a page that was open before asks for files
 * that are gone: then the whole page is loaded anew, once. Throws where the server does not answer, or has no such part.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!(await home.isWell())) {
      link.down = true;
    } else if (mayReload()) {
      location.reload();
      return new Promise(() => {});
    }
    throw error;
  }
}
