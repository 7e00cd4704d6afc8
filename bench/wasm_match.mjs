// A match of the engine of browsers against the native program, each with a time a move of its own, every opening twice with seats exchanged:
//   node --experimental-websocket bench/wasm_match.mjs --game tafl --games 100 [--wasm 500] [--native 250] [--site DIR]
// In Node; with a site's folder (partita site) in Chromium. PARTITA names the native program. A line for each game, then score and Elo with
// its error at 95 %. Both sides know the shipped proofs, as at a table. Runs at the lowest priority unless told (--priority 0).
import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { Server } from '../web/e2e/server.mjs';
import { Bench, movesOf } from './analysis_line.mjs';

const { values: options } = parseArgs({ options: { game: { type: 'string', default: 'andantino' }, games: { type: 'string', default: '100' }, wasm: { type: 'string', default: '500' }, native: { type: 'string', default: '250' }, site: { type: 'string' }, priority: { type: 'string', default: '19' } } });
setPriority(Number(options.priority));
const ROWS = {
  andantino: { rules: { side: '10' }, plies: 5 },
  tafl: { rules: { rules: 'ashton' }, plies: 4 },
  omega: { rules: { side: '5', players: '2' }, plies: 8 },
  hex: { rules: { side: '11', swap: 'off' }, plies: 3 },
};
const MOST_PLIES = 400;
const row = { game: options.game, spec: 'partita,proof_thread=off', ...ROWS[options.game] };
if (!row.rules) throw new Error(`no game ${options.game} (known: ${Object.keys(ROWS).join(', ')})`);

const server = new Server();
await server.start();
const { options: switches } = await (await fetch(`${server.base}/api/v1/engine-options?game=${row.game}&engine=partita`)).json();
if (!switches.some(({ name }) => name === 'proof_thread')) row.spec = 'partita';
const socket = new WebSocket(`${server.base.replace('http', 'ws')}/api/v1/socket`);
await new Promise((resolve) => (socket.onopen = resolve));
const { line, end } = await (options.site ? (await import('../web/e2e/site.mjs')).chromiumLine(options.site) : import('./wasm_home.mjs').then(async ({ startHome }) => ({ line: (await startHome()).talk(), end: () => {} })));
const native = { bench: new Bench(socket), ms: Number(options.native) };
const wasm = { bench: new Bench(line), ms: Number(options.wasm) };

/** What the wasm engine gets of the point. The native program keeps the rules for both. */
async function play(opening, wasmSeat) {
  const moves = [...opening];
  while (moves.length < MOST_PLIES) {
    const { position } = await native.bench.order(row, moves, { order: { running: false }, isIt: ({ type }) => type === 'analysis' });
    if (position.ending) return { points: position.ending.payoff[wasmSeat] / position.ending.payoff.reduce((sum, share) => sum + share, 0), plies: moves.length, reason: position.ending.reason };
    const player = position.mover === wasmSeat ? wasm : native;
    const found = await player.bench.search(row, moves, { movetime_ms: player.ms });
    moves.push(found?.pv[0] ?? position.legal[0].move);
  }
  return { points: 0.5, plies: moves.length, reason: 'too long' };
}

const elo = (score) => -400 * Math.log10(1 / Math.min(Math.max(score, 0.001), 0.999) - 1);
const scores = [];
for (let seed = 1; scores.length < Number(options.games); ++seed) {
  const opening = await movesOf(native.bench, row, seed);
  if (!opening) continue;
  for (const seat of [0, 1]) {
    const { points, plies, reason } = await play(opening, seat);
    scores.push(points);
    console.log(`game ${scores.length}: opening ${seed}, wasm in seat ${seat + 1}: ${points} (${reason}, ${plies} plies)`);
  }
}
const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
const error = 1.96 * Math.sqrt(scores.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, scores.length - 1) / scores.length);
console.log(`${row.game}: wasm at ${wasm.ms} ms against native at ${native.ms} ms: ${scores.reduce((sum, one) => sum + one, 0)} of ${scores.length}, ${(100 * mean).toFixed(1)} ± ${(100 * error).toFixed(1)} %, Elo ${elo(mean).toFixed(0)} [${elo(mean - error).toFixed(0)}, ${elo(mean + error).toFixed(0)}]`);
socket.close();
await server.end();
await end();
process.exit(0);
