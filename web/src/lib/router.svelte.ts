import { pathBelow, SITE_TOP } from './site_top';

/** Hosts give the first page out by its file's name as well. */
const ownPath = (): string => (pathBelow(SITE_TOP, location.pathname) ?? '/').replace(/^\/index\.html$/, '/');

/** Where the page is: the path's words below the site's top, and the fragment. */
export const route = $state({ path: ownPath(), hash: location.hash });

export const words = (): string[] => route.path.split('/').filter(Boolean);

/** What a part of an address says; one that is written wrongly says what stands there. */
export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function follow(): void {
  route.path = ownPath();
  route.hash = location.hash;
}

/** To an address of the page's own: '/game/x', wherever the site lies. */
export function go(href: string, how: 'push' | 'replace' = 'push'): void {
  const address = SITE_TOP + href.slice(1);
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  const moved = route.path !== ownPath();
  follow();
  if (moved) scrollTo(0, 0);
}

/** Plain clicks on links of this page stay in it. */
export function onLinkClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute('download')
  )
    return;
  const path = pathBelow(SITE_TOP, link.pathname);
  if (path === null) return;
  event.preventDefault();
  go(path + link.search + link.hash);
}

addEventListener('popstate', follow);
addEventListener('hashchange', follow);
