// Starts `partita serve` on a free port with a data folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = process.env.PARTITA ?? here('../../build/release/partita');
export const WEB = process.env.PARTITA_WEB ?? here('../dist');

export class Server {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), 'partita-e2e-'));
    this.port = 0;
    this.web = WEB;
  }

  async start() {
    const args = [
      'serve',
      '--port',
      String(this.port),
      '--data',
      this.data,
      '--web',
      this.web,
      '--log',
      join(this.data, 'log'),
    ];
    this.child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const address = await new Promise((resolve, reject) => {
      let text = '';
      this.child.stdout.on('data', (chunk) => {
        text += chunk;
        const found = /on (http:\/\/\S+:(\d+))/.exec(text);
        if (found) resolve(found);
      });
      this.child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
    this.port = Number(address[2]);
    this.base = address[1];
  }

  async kill(signal = 'SIGKILL') {
    // One that has ended by itself tells nothing any more.
    if (this.child.exitCode !== null || this.child.signalCode !== null)
      throw new Error(`the server was gone: ${this.child.exitCode ?? this.child.signalCode}\n${this.lastWords()}`);
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await gone;
  }

  lastWords() {
    return readFileSync(join(this.data, 'log'), 'utf8').split('\n').slice(-8).join('\n');
  }

  async end() {
    const impatient = setTimeout(() => {
      console.error(`the server had not ended 15 s after SIGTERM and was killed\n${this.lastWords()}`);
      this.child.kill('SIGKILL');
    }, 15000);
    await this.kill('SIGTERM');
    clearTimeout(impatient);
    if (this.child.exitCode !== 0)
      throw new Error(`the server ended with ${this.child.exitCode ?? this.child.signalCode}\n${this.lastWords()}`);
    rmSync(this.data, { recursive: true, force: true });
  }
}
