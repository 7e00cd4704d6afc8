/** What a screen reader says next, and what appears briefly for everyone. */
export const announcer = $state({ polite: '', toast: '' });

let timer = 0;

export function announce(text: string): void {
  // The same words twice must be told twice.
  announcer.polite = announcer.polite === text ? `${text}\u00a0` : text;
}

export function toast(text: string): void {
  announcer.toast = text;
  announce(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => (announcer.toast = ''), 3200);
}
