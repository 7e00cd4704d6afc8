/** Whether the server answered when it was last asked. */
export const link = $state({ down: false });

const ASK_AGAIN_MS = 2000;

/** While the server does not answer, asks it now and then; its first answer ends the state. For the whole page, once. */
export function watchLink(): void {
  $effect(() => {
    if (!link.down) return;
    const timer = setInterval(() => fetch('/healthz').then((answer) => (link.down = !answer.ok), () => {}), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  });
}
