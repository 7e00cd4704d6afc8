// In front of everything else in the page of a static site (`partita site` puts it there): where the site's top is, so that its
// files are found from every address of the page. The service worker says it with a base of its own.
if (!document.querySelector('base')) {
  const PAGES = ['new', 'game', 'join', 'analysis', 'review', 'learn', 'puzzles', 'match', 'reports', 'games', 'rules', 'arena'];
  const words = location.pathname.split('/');
  // A folder's own address ends in a slash, the page's addresses do not.
  const first = words.at(-1) === '' ? -1 : words.findIndex((word) => PAGES.includes(word));
  const base = document.createElement('base');
  base.href = `${words.slice(0, first < 0 ? -1 : first).join('/')}/`;
  document.head.prepend(base);
}
