import { home } from './home';

/** Whether the home answered when it was last asked, and why not, where that can be told. */
export const link = $state({ down: false, why: '' });

const ASK_AGAIN_MS = 2000;
/** A page on which nobody does anything still says soon that the server has gone. */
const LOOK_MS = 20_000;

/** While the server does not answer, asks it now and then; its first answer ends the state. For the whole page, once. */
export function watchLink(): void {
  const look = () => {
    if (!document.hidden) void home.isWell().then((well) => (link.down = !well));
  };
  /** An answer from before may still come in after the first look. */
  const lookTwice = () => {
    look();
    setTimeout(look, ASK_AGAIN_MS);
  };
  $effect(() => {
    const timer = setInterval(look, link.down ? ASK_AGAIN_MS : LOOK_MS);
    // The network has gone or come: the server may be on this machine and not mind.
    const events = ['offline', 'online'];
    for (const name of events) addEventListener(name, lookTwice);
    return () => {
      clearInterval(timer);
      for (const name of events) removeEventListener(name, lookTwice);
    };
  });
}
