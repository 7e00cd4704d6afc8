/**
 * The worker that holds the engine of a page without a server: it fetches module and data once, brings back the games of this
 * browser and carries requests and messages in and out. Searches run in threads of the module's own; where the page may have none,
 * in this worker, one at a time, by the module that was built for that.
 */
import type { FromEngine, ToEngine } from '../net/browser_home';
import { keepGame, keptGames } from './kept_games';

interface EngineModule {
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array): void };
  ccall(name: string, result: 'number' | null, types: readonly string[], values: readonly unknown[]): number;
}
declare function importScripts(url: string): void;
declare const PartitaEngine: (options: Record<string, unknown>) => Promise<EngineModule>;

/** Where `partita site` puts the engine, beside the folder of the page's parts, unless the worker's name says another folder. */
const FOLDER = new URL(self.name || '../engine/', self.location.href).href;
const MODULE = self.crossOriginIsolated && typeof SharedArrayBuffer === 'function' ? 'partita' : 'partita-single';
const waiting: ToEngine[] = [];
let engine: EngineModule | null = null;

const tell = (message: FromEngine) => self.postMessage(message);

async function fetched(name: string): Promise<Response> {
  const answer = await fetch(FOLDER + name);
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  return answer;
}

/** Files are packed once, by `partita site`: many hosts of plain files pack nothing. Others say so, and the browser has unpacked. */
async function unpacked(name: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(await (await fetched(`${name}.gz`)).arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return bytes;
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
  );
}

/** Everything at once: module, data and games wait for the network side by side. */
async function start(): Promise<void> {
  const { files } = (await (await fetched('files.json')).json()) as { files: string[] };
  const [wasmBinary, games, ...contents] = await Promise.all([
    unpacked(`${MODULE}.wasm`),
    keptGames(),
    ...files.map(unpacked),
  ]);
  importScripts(`${FOLDER}${MODULE}.js`);
  let module: EngineModule | null = null;
  const begun = PartitaEngine({
    wasmBinary,
    mainScriptUrlOrBlob: `${FOLDER}${MODULE}.js`,
    locateFile: (name: string) => FOLDER + name,
    preRun: [
      (made: EngineModule) => {
        module = made;
        files.forEach((name, i) => {
          made.FS.mkdirTree(`/${name.slice(0, name.lastIndexOf('/'))}`);
          made.FS.writeFile(`/${name}`, contents[i]!);
        });
      },
    ],
    onRestore: () => games.forEach((record) => module?.ccall('partita_restore', 'number', ['string'], [record])),
    onReady: () => {
      engine = module;
      for (const message of waiting.splice(0)) hand(message);
    },
    onAnswer: (number: number, status: number, type: string, body: string) =>
      tell({ kind: 'answer', number, status, type, body }),
    onMessage: (number: number, _: number, text: string) => tell({ kind: 'message', number, text }),
    onClosed: (number: number) => tell({ kind: 'closed', number }),
    onKeep: (_: number, __: number, id: string, record: string) => void keepGame(id, record),
    onAbort: (why: unknown) => tell({ kind: 'failed', why: String(why) }),
  });
  module ??= await begun;
}

function hand(message: ToEngine): void {
  if (!engine) return void waiting.push(message);
  const { number } = message;
  if (message.kind === 'request')
    engine.ccall(
      'partita_request',
      null,
      ['number', 'string', 'string', 'string', 'string'],
      [number, message.method, message.path, message.type, message.body],
    );
  else if (message.kind === 'send') engine.ccall('partita_send', null, ['number', 'string'], [number, message.text]);
  else engine.ccall(`partita_${message.kind}`, null, ['number'], [number]);
}

self.onmessage = (event: MessageEvent<ToEngine>) => hand(event.data);
start().catch((error: unknown) =>
  tell({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
);
