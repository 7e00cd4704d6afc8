import { fromFragment, isSame, toFragment, type Study } from './record';

const MOST_STEPS = 100;
const KEY = 'partita.steps';

/** What was done to a study, to be undone and done again. Kept with the window, so that reloading forgets nothing. */
export class Steps {
  private past: string[] = [];
  private future: string[] = [];
  private last = '';

  /** The study before a change. Changes of one `kind` in a row (the letters of one comment) are one step. */
  note(before: Study, kind = ''): void {
    const isMore = kind !== '' && kind === this.last;
    this.last = kind;
    this.future = [];
    if (isMore) return;
    this.past = [...this.past, toFragment(before)].slice(-MOST_STEPS);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(now: Study): Study | null {
    return this.take(this.past, this.future, now);
  }

  redo(now: Study): Study | null {
    return this.take(this.future, this.past, now);
  }

  private take(from: string[], to: string[], now: Study): Study | null {
    this.last = '';
    const study = fromFragment(from.pop() ?? '');
    if (study) to.push(toFragment(now));
    return study;
  }

  keep(now: Study): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ now: toFragment(now), past: this.past, future: this.future }));
    } catch {
      // Without storage they last as long as the page.
    }
  }

  /** Takes the kept steps up again, if they belong to this study. */
  takeUp(now: Study): void {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as {
        now?: string;
        past?: string[];
        future?: string[];
      };
      const study = fromFragment(kept.now ?? '');
      if (!study || !isSame(study, now)) return;
      this.past = kept.past ?? [];
      this.future = kept.future ?? [];
    } catch {
      // What cannot be read is as good as nothing.
    }
  }
}
