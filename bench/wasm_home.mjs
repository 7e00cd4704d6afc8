// The engine of browsers in Node: the same module, data from the checkout, messages in and out. For measurements and tests.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const ENGINE = process.env.PARTITA_ENGINE ?? join(root, 'build/wasm');
/** `partita`, or `partita-single`, the one without threads. */
const MODULE = process.env.PARTITA_MODULE ?? 'partita';
const FOLDERS = ['atlas', 'certificates', 'levels', 'networks', 'puzzles', 'starts'];

const dataFiles = () => FOLDERS.flatMap((folder) => readdirSync(join(root, 'data', folder)).map((name) => {
  const path = join(root, 'data', folder, name);
  // As `partita site` writes them: what is packed is unpacked under its name.
  const content = name.endsWith('.zst') ? execFileSync('zstd', ['-dcq', path], { maxBuffer: 1 << 30 }) : readFileSync(path);
  return [`/data/${folder}/${name}`, new Uint8Array(content)];
}));

/** A running engine: `request` answers {status, body}; `talk` gives a line with send, onmessage and close. */
export async function startHome({ games = [], onKeep = () => {} } = {}) {
  const files = dataFiles();
  const answers = new Map();
  const lines = new Map();
  let number = 0;
  let made;
  const module = await new Promise((resolve, reject) => {
    createRequire(import.meta.url)(join(ENGINE, `${MODULE}.js`))({
      wasmBinary: readFileSync(join(ENGINE, `${MODULE}.wasm`)),
      preRun: [(begun) => {
        made = begun;
        for (const [name, content] of files) {
          made.FS.mkdirTree(name.slice(0, name.lastIndexOf('/')));
          made.FS.writeFile(name, content);
        }
      }],
      onRestore: () => games.forEach((record) => made.ccall('partita_restore', 'number', ['string'], [record])),
      onReady: () => resolve(made),
      onAnswer: (id, status, type, body) => {
        answers.get(id)({ status, type, body });
        answers.delete(id);
      },
      onMessage: (id, _, text) => lines.get(id)?.onmessage?.({ data: text }),
      onClosed: (id) => lines.get(id)?.onclose?.(),
      onKeep: (_, __, id, record) => onKeep(id, record),
      onAbort: reject,
    }).catch(reject);
  });
  return {
    request(method, path, body) {
      const id = ++number;
      return new Promise((resolve) => {
        answers.set(id, resolve);
        module.ccall('partita_request', null, ['number', 'string', 'string', 'string', 'string'], [id, method, `/api/v1/${path}`, 'application/json', body === undefined ? '' : JSON.stringify(body)]);
      });
    },
    talk() {
      const id = ++number;
      const line = {
        send: (text) => module.ccall('partita_send', null, ['number', 'string'], [id, text]),
        close: () => module.ccall('partita_close', null, ['number'], [id]),
      };
      lines.set(id, line);
      module.ccall('partita_open', null, ['number'], [id]);
      return line;
    },
  };
}
