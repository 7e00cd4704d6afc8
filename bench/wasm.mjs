// Nodes a second of the engine of browsers beside the native program, by the same orders at the same positions, one after the
// other in one run:   node --experimental-websocket bench/wasm.mjs [--time MS] [--positions N] [--threads N] [--game NAME] [--site DIR [--single]]
// With --same only whether both visit the same nodes of searches to a fixed depth (--depth N); exit 1 where they do not.
// In Node; with a site's folder (partita site) in Chromium, with --single in a page that may have no threads. PARTITA names the native program. Prints tab-separated rows.
import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { Server } from '../web/e2e/server.mjs';
import { Bench, movesOf } from './analysis_line.mjs';

const { values: options } = parseArgs({ options: { time: { type: 'string', default: '500' }, positions: { type: 'string', default: '6' }, game: { type: 'string', default: '' }, threads: { type: 'string', default: '1' }, site: { type: 'string' }, single: { type: 'boolean', default: false }, same: { type: 'boolean', default: false }, depth: { type: 'string', default: '5' } } });
// The server's long searches step back by this for short ones; whatever else the machine does shall hit both alike.
setPriority(10);
const server = new Server();
await server.start();
/** What the native program shall take at least: the depth is chosen by it, since other depths have nodes of other costs. */
const LONG_MS = Number(options.time);
const DEEPEST = 60;
/** Browsers translate what runs often a second time, and better: measured is what runs then. */
const WARM_UPS = 3;
/** Some thousand nodes in every game. */
const SAME_DEPTH = Number(options.depth);
/** Each game's engines as people meet them: alpha-beta and, where it plays so, Monte-Carlo. Plies from the start, where the middle game begins. */
const ROWS = [
  { game: 'andantino', rules: { side: '10' }, engine: 'partita', plies: 8 },
  { game: 'tafl', rules: { rules: 'mcgill' }, engine: 'partita', plies: 6 },
  { game: 'tafl', rules: { rules: 'ashton' }, engine: 'partita', plies: 6 },
  { game: 'omega', rules: { side: '5', players: '2' }, engine: 'partita-ab', plies: 8 },
  { game: 'omega', rules: { side: '5', players: '2' }, engine: 'partita', plies: 8 },
  { game: 'hex', rules: { side: '11', swap: 'off' }, engine: 'partita-ab', plies: 6 },
  { game: 'hex', rules: { side: '11', swap: 'off' }, engine: 'partita', plies: 6 },
];

/** A search to that depth: its nodes a second and how long it took. */
async function searchTo(bench, row, moves, depth) {
  const { nodes, time_ms: ms } = await bench.search(row, moves, { depth, movetime_ms: 20 * LONG_MS }, Number(options.threads));
  return { ms, rate: nodes / Math.max(ms, 1) / 1000 };
}

/** Nodes of a search to a fixed depth, which depend on rules, evaluation and search alone: the same on every machine. */
async function nodesOf(bench, row, moves) {
  const { nodes, pv } = await bench.search(row, moves, { depth: SAME_DEPTH });
  return `${nodes} nodes, ${pv.join(' ')}`;
}

async function compare(native, wasm) {
  let differing = 0;
  for (const row of ROWS.filter(({ game }) => game.includes(options.game))) {
    row.spec = await specOf(row);
    const moves = await movesOf(native, row, 1);
    const [first, second] = [await nodesOf(native, row, moves), await nodesOf(wasm, row, moves)];
    if (first !== second) ++differing;
    console.log(`${row.game} ${row.engine}: ${first === second ? `both ${first}` : `native ${first}; wasm ${second}`}`);
  }
  if (differing > 0) throw new Error(`${differing} searches differ`);
}

/** Without the proof search beside, which would take another core, where the game has one. */
async function specOf({ game, engine }) {
  const { options: known, error } = await (await fetch(`${server.base}/api/v1/engine-options?game=${game}&engine=${engine}`)).json();
  if (error) throw new Error(error.message);
  return `${engine},seed=1${known.some(({ name }) => name === 'proof_thread') ? ',proof_thread=off' : ''}`;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Depth after depth, the tables warm from the one before, until one takes long enough, or to the depth given; null where none does. */
async function deepened(bench, row, moves, last = DEEPEST) {
  for (let depth = 3; depth <= last; ++depth) {
    const found = await searchTo(bench, row, moves, depth);
    if (last === DEEPEST ? found.ms >= LONG_MS : depth === last) return { ...found, depth };
  }
  return null;
}

async function measure(native, wasm) {
  console.log(['game', 'rules', 'engine', 'threads', 'positions', 'native_Mnps', 'wasm_Mnps', 'ratio_median', 'ratio_least'].join('\t'));
  for (const row of ROWS.filter(({ game }) => game.includes(options.game))) {
    row.spec = await specOf(row);
    const pairs = [];
    for (let seed = 1; pairs.length < Number(options.positions) && seed <= 3 * Number(options.positions); ++seed) {
      const moves = await movesOf(native, row, seed);
      if (!moves) continue;
      const first = await deepened(native, row, moves);
      if (first === null) continue;
      for (let i = 1; pairs.length === 0 && i <= WARM_UPS; ++i) await deepened(wasm, row, moves.slice(0, -i), first.depth);
      pairs.push([first.rate, (await deepened(wasm, row, moves, first.depth)).rate]);
    }
    if (pairs.length === 0) throw new Error(`${row.game} ${row.engine}: no position is searched long enough`);
    const ratios = pairs.map(([a, b]) => b / a);
    console.log([row.game, Object.entries(row.rules).map(([name, value]) => `${name}=${value}`).join(','), row.engine, options.threads, pairs.length, median(pairs.map(([a]) => a)).toFixed(3), median(pairs.map(([, b]) => b)).toFixed(3), median(ratios).toFixed(2), Math.min(...ratios).toFixed(2)].join('\t'));
  }
}

const socket = new WebSocket(`${server.base.replace('http', 'ws')}/api/v1/socket`);
await new Promise((resolve) => (socket.onopen = resolve));
const { line, end } = await (options.site ? (await import('../web/e2e/site.mjs')).chromiumLine(options.site, !options.single) : import('./wasm_home.mjs').then(async ({ startHome }) => ({ line: (await startHome()).talk(), end: () => {} })));
const failure = await (options.same ? compare : measure)(new Bench(socket), new Bench(line)).catch((error) => error);
socket.close();
await server.end();
await end();
if (failure) console.error(String(failure));
process.exit(failure ? 1 : 0);
