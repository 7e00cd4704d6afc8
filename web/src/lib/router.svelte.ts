/** Where the page is: the path's words, and the fragment. */
export const route = $state({ path: location.pathname, hash: location.hash });

export const words = (): string[] => route.path.split('/').filter(Boolean);

function follow(): void {
  route.path = location.pathname;
  route.hash = location.hash;
}

export function go(href: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  const moved = route.path !== location.pathname;
  follow();
  if (moved) scrollTo(0, 0);
}

/** Plain clicks on links of this page stay in it. */
export function onLinkClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener('popstate', follow);
addEventListener('hashchange', follow);
