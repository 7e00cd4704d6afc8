import { untrack } from 'svelte';
import { link } from '../net/link.svelte';

/** Runs now, and again whenever the server answers after it did not. Called while a component is made. */
export function whenConnected(work: () => void): void {
  $effect(() => {
    if (!link.down) untrack(work);
  });
}
