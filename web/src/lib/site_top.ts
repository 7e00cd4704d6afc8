/**
 * The path of the site's top, '/' on a server. A static site may lie in any folder of its host ('/partita/'), which the page knows
 * by its own parts: they lie in assets/ below the top.
 */
export const SITE_TOP: string = import.meta.env.DEV
  ? '/'
  : new URL(import.meta.url).pathname.replace(/assets\/[^/]*$/, '');

/** The page's own path of an address of the host, '/game/x' of '/partita/game/x'; null where it is none of this site. */
export const pathBelow = (top: string, path: string): string | null =>
  path.startsWith(top) ? `/${path.slice(top.length)}` : `${path}/` === top ? '/' : null;
