import { BrowserHome } from '../net/browser_home';
import type { Line as Talk } from '../net/home';
import type {
  AnalysisLines,
  Catalog,
  PositionReply,
  PositionRequest,
  SearchLimits,
  ServerMessage,
} from '../wire/types';

export interface EngineOptions {
  /** Where the package's folder `engine` is served, if not beside its scripts. */
  folder?: string | URL;
}

export interface SearchRequest extends PositionRequest {
  /** A preset with its switches, 'partita' unless told; or one of the game's levels. */
  engine?: string;
  level?: number;
  limits?: SearchLimits;
  lines?: number;
  threads?: number;
  /** Hears what is found so far, ten times a second at most. */
  onLines?: (found: AnalysisLines) => void;
}

const HALF_A_SECOND: SearchLimits = { movetime_ms: 500 };

/**
 * Rules, searches and proofs of every game, in workers of this page. Its bytes are fetched at the first question. It has threads where the
 * page is served with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.
 */
export class Engine {
  private readonly home: BrowserHome;
  private talk: Talk | null = null;
  private number = 0;
  private hears: (message: ServerMessage) => void = () => {};
  /** Searches follow each other: there is one set of tables. */
  private last: Promise<unknown> = Promise.resolve();

  constructor({ folder = '' }: EngineOptions = {}) {
    this.home = new BrowserHome(() => Promise.resolve(), String(folder));
  }

  /** A request of Partita's interface for programs, by its path behind /api/v1/. Rejects with what was wrong. */
  async request<Reply>(path: string, body?: unknown): Promise<Reply> {
    const answer = await this.home.request(
      path,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    );
    const reply = (await answer.json()) as Reply & { error?: { message: string } };
    if (!answer.ok) throw new Error(reply.error?.message ?? `status ${answer.status}`);
    return reply;
  }

  /** The games with their rules, presets and levels. */
  catalog(): Promise<Catalog> {
    return this.request('catalog');
  }

  /** The position after the moves: layout, stones, legal moves, the ending. Rejects where a move is not legal. */
  position(request: PositionRequest): Promise<PositionReply> {
    return this.request('position', request);
  }

  /** The best lines, first of all its `lines[0].pv`, within the limits: half a second unless told, or the level's. */
  search(request: SearchRequest): Promise<AnalysisLines> {
    const found = this.last.then(() => this.searchNow(request));
    this.last = found.catch(() => {});
    return found;
  }

  private async searchNow({ level, onLines = () => {}, ...request }: SearchRequest): Promise<AnalysisLines> {
    const chosen = level === undefined ? {} : await this.levelOf(request.game, level);
    const number = ++this.number;
    const done = new Promise<AnalysisLines>((resolve, reject) => {
      this.hears = (message) => {
        if (message.type === 'error' && message.request === number) reject(new Error(message.message));
        if (message.type !== 'lines' || message.request !== number) return;
        onLines(message);
        if (!message.running) resolve(message);
      };
      this.talk ??= this.open(() => reject(new Error('the engine has ended')));
    });
    this.talk?.send(
      JSON.stringify({ type: 'analyse', request: number, running: true, limits: HALF_A_SECOND, ...chosen, ...request }),
    );
    return done;
  }

  private async levelOf(game: string, level: number): Promise<{ engine: string; limits: SearchLimits }> {
    const known = (await this.catalog()).games
      .find(({ name }) => name === game)
      ?.levels.find((one) => one.level === level);
    if (!known) throw new Error(`${game} has no level ${level}`);
    return { engine: known.engine, limits: known.limits };
  }

  private open(lost: () => void): Talk {
    const talk = this.home.talk();
    talk.onmessage = (event) => this.hears(JSON.parse(String(event.data)) as ServerMessage);
    talk.onclose = () => {
      this.talk = null;
      lost();
    };
    return talk;
  }

  /** Ends the workers. */
  close(): void {
    this.home.end();
  }
}
