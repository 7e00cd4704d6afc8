const PAUSE_MS = 1600;

const players: (() => void)[] = [];
let timer = 0;

/** Calls the players one after the other, one at each tick: however many there are, they ask no more than one would. */
export function takeTurns(player: () => void): () => void {
  players.push(player);
  if (players.length === 1) timer = window.setInterval(tick, PAUSE_MS);
  return () => {
    players.splice(players.indexOf(player), 1);
    if (players.length === 0) clearInterval(timer);
  };
}

function tick(): void {
  const player = players.shift();
  if (!player) return;
  players.push(player);
  player();
}
