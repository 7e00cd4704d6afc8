// Nodes a second of the engine of browsers beside the native program, by the same orders at the same positions, one after the
// other in one run:   node --experimental-websocket bench/wasm.mjs [--time MS] [--positions N] [--threads N] [--game NAME] [--site DIR [--single]]
// With --same only whether both visit the same nodes of searches to a fixed depth (--depth N); exit 1 where they do not.
// In Node; with a site's folder (partita site) in Chromium, with --single in a page that may have no threads. PARTITA names the native program. Prints tab-separated rows.
import { setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { Server } from '../web/e2e/server.mjs';
import { Bench, movesOf } from './analysis_line.mjs';

const { values: options } = parseArgs({ options: { time: { type: 'string', default: '150' }, positions: { type: 'string', default: '5' }, game: { type: 'string', default: '' }, threads: { type: 'string', default: '1' }, site: { type: 'string' }, single: { type: 'boolean', default: false }, same: { type: 'boolean', default: false }, depth: { type: 'string', default: '5' } } });
// The server's long searches step back by this for short ones; whatever else the machine does shall hit both alike.
setPriority(10);
const server = new Server();
await server.start();
/** What a search takes the native program, more or less. Twice that is not cut into slices where there are no threads. */
const SEARCH_MS = Number(options.time);
const LONGEST_MS = 400;
/** Every search is made so often, by a new engine each time: the quickest is the one that nothing else on the machine disturbed. */
const REPEATS = 5;
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

/** A line is of the last depth that was finished, which may have been long before the search ended; sooner than this is too soon. */
const SHORTEST_MS = SEARCH_MS / 8;

/** A search of so many nodes, without anything known from before: nodes a millisecond when its last line was found, in thousands. */
async function searched(bench, row, moves, nodes, seed) {
  const known = { ...row, spec: row.spec.replace('seed=1', `seed=${seed}`) };
  const { nodes: count, time_ms: ms } = await bench.search(known, moves, { nodes, movetime_ms: LONGEST_MS }, Number(options.threads));
  return ms < SHORTEST_MS ? null : count / ms / 1000;
}

/** As many nodes as the native program visits in the time wanted; null where the search ends before. */
async function nodesWanted(native, row, moves) {
  const { nodes, time_ms: ms } = await native.search(row, moves, { movetime_ms: SEARCH_MS }, Number(options.threads));
  return ms < SHORTEST_MS ? null : Math.round((nodes * SEARCH_MS) / ms);
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

/** The best rates of both at a position, by turns; null where the search has an end that comes sooner. */
async function comparedAt(native, wasm, row, moves) {
  const nodes = await nodesWanted(native, row, moves);
  if (nodes === null) return null;
  const best = [0, 0];
  for (let seed = 2; seed < 2 + REPEATS; ++seed) {
    for (const [i, bench] of [native, wasm].entries()) {
      const rate = await searched(bench, row, moves, nodes, seed);
      if (rate === null) return null;
      best[i] = Math.max(best[i], rate);
    }
  }
  return best;
}

async function measure(native, wasm) {
  console.log(['game', 'rules', 'engine', 'threads', 'positions', 'native_Mnps', 'wasm_Mnps', 'ratio_median', 'ratio_least', 'ratio_most'].join('\t'));
  for (const row of ROWS.filter(({ game }) => game.includes(options.game))) {
    row.spec = await specOf(row);
    const pairs = [];
    for (let i = 1; i <= WARM_UPS; ++i) await wasm.search(row, (await movesOf(native, row, 1)).slice(0, -i), { movetime_ms: LONGEST_MS });
    for (let seed = 1; pairs.length < Number(options.positions) && seed <= 3 * Number(options.positions); ++seed) {
      const moves = await movesOf(native, row, seed);
      const pair = moves && (await comparedAt(native, wasm, row, moves));
      if (pair) pairs.push(pair);
    }
    if (pairs.length === 0) throw new Error(`${row.game} ${row.engine}: no position is searched long enough`);
    const ratios = pairs.map(([a, b]) => b / a);
    console.log([row.game, Object.entries(row.rules).map(([name, value]) => `${name}=${value}`).join(','), row.engine, options.threads, pairs.length, median(pairs.map(([a]) => a)).toFixed(3), median(pairs.map(([, b]) => b)).toFixed(3), median(ratios).toFixed(2), Math.min(...ratios).toFixed(2), Math.max(...ratios).toFixed(2)].join('\t'));
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
