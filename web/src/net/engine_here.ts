import { SITE_TOP } from '../lib/site_top';
import { BrowserHome } from './browser_home';
import { home, type Home } from './home';

let engine: Home | null = null;

/** Whether a server's page brings an engine for the visitor's own browser (scripts/add-engine), and this browser may run it. */
export const hasEngineHere = (): boolean =>
  !home.isLocal && crossOriginIsolated && document.querySelector('meta[name="partita-engine"]') !== null;

/** That engine, one for the whole page. Its bytes are fetched when it is first asked for something. */
export function engineHere(): Home {
  engine ??= new BrowserHome(() => Promise.resolve(), new URL(`${SITE_TOP}engine/`, location.href).href);
  return engine;
}
