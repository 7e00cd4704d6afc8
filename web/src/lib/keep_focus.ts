// Whoever uses the keyboard is somewhere on the page all the time. What is pressed may go away, with its page or by being
// pressed, or cannot be pressed any more; browsers then leave the focus nowhere, and nobody sees where the next key goes.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** A button that is dead while its answer is on the way comes back; a page that is being fetched comes. */
const COMES_BACK_MS = 500;
/** The words of a page stand before its board. */
const BOARD_COMES_MS = 700;
const GIVE_UP_MS = 10_000;
const LOOK_MS = 50;

interface Place {
  element: Element;
  parents: Element[];
  /** Which of its parent's places it was. */
  index: number;
}

let place: Place | null = null;
let byKeyboard = false;
/** A look that is due, and since when the focus has been nowhere. */
let due = 0;
let lostAt = 0;

const canBeFocused = (element: Element): boolean =>
  element.matches(FOCUSABLE) &&
  (element as HTMLElement).tabIndex >= 0 &&
  !element.matches(':disabled') &&
  element.getClientRects().length > 0;

const placesIn = (parent: Element): HTMLElement[] =>
  [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canBeFocused);

function parentsOf(element: Element): Element[] {
  const parents: Element[] = [];
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    parents.push(parent);
    // A page that is still empty will have something; what stands above all pages is not what was asked for.
    if (parent.matches('main, header')) break;
  }
  return parents;
}

/** The nearest place to one that is gone: what took its place, else the first of what is still around it, on a new page its board. */
function nearestTo({ parents, index }: Place, waited: number): HTMLElement | undefined {
  for (const [steps, parent] of parents.entries()) {
    if (!parent.isConnected) continue;
    const places = placesIn(parent);
    if (places.length === 0) continue;
    if (steps === 0) return places[Math.min(index, places.length - 1)];
    const board = parent.querySelector<HTMLElement>('svg.grid.live [tabindex="0"]');
    return board ?? (parent.matches('main') && waited < BOARD_COMES_MS ? undefined : places[0]);
  }
  return undefined;
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;
/** A browser takes the focus from a dead button only when it draws the next picture, which may be long after a slow machine looks. */
const isLost = (): boolean => isNowhere() || document.activeElement!.matches(':disabled');

function look(): void {
  due = 0;
  if (!byKeyboard || !place || !isLost()) return void (lostAt = 0);
  lostAt ||= performance.now();
  const waited = performance.now() - lostAt;
  if (place.element.isConnected && canBeFocused(place.element)) return (place.element as HTMLElement).focus();
  const next = place.element.isConnected && waited < COMES_BACK_MS ? undefined : nearestTo(place, waited);
  if (next) return next.focus();
  if (waited < GIVE_UP_MS) due = window.setTimeout(look, LOOK_MS);
}

function remember(element: EventTarget | null): void {
  lostAt = 0;
  if (!(element instanceof Element) || element === document.body || element.closest('dialog')) return;
  const parent = element.parentElement;
  place = {
    element,
    parents: parentsOf(element),
    index: parent ? Math.max(0, placesIn(parent).indexOf(element as HTMLElement)) : 0,
  };
}

/** From now on the focus of those who use the keyboard is never nowhere. */
export function keepFocus(): void {
  addEventListener('pointerdown', () => (byKeyboard = false), true);
  addEventListener('keydown', () => (byKeyboard = true), true);
  addEventListener('focusin', ({ target }) => remember(target));
  const watch = new MutationObserver(() => {
    if (byKeyboard && place && !due && isLost()) due = window.setTimeout(look, LOOK_MS);
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
}
