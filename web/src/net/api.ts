import type {
  Catalog,
  CreateGame,
  EngineOptions,
  ExploreReply,
  GameCreated,
  GameList,
  GameRecord,
  HttpError,
  JoinedGame,
  PositionReply,
  PositionRequest,
  ProofReply,
  PuzzleJudged,
  PuzzleTry,
  Reason,
  ReasonRequest,
  PuzzleList,
  RecordsRead,
  ArenaResults,
  StartList,
  Why,
} from '../wire/types';
import { word } from '../i18n/messages.svelte';
import { home } from './home';
import { link } from './link.svelte';

/** What the server says no with. */
export class Refused extends Error {
  /** `why`: what of the rules refuses it, for who has words for that. */
  constructor(
    readonly code: string,
    message: string,
    readonly why?: Why,
  ) {
    super(word('refused', code, message));
  }

  /** Nothing is wrong with what was asked: the same in a moment may be answered. */
  get isForNow(): boolean {
    return this.code === 'busy' || this.code === 'too-many';
  }
}

/** Between two tries of a request that a busy server has put off. */
export const ASK_AGAIN_MS = 700;
const MOST_TRIES = 4;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a busy server puts off has not been done, whatever it was, so it is sent again. */
async function send(path: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; ++tries) {
    try {
      return await sendOnce(path, init);
    } catch (error) {
      if (!(error instanceof Refused && error.isForNow) || tries === MOST_TRIES) throw error;
      await pause(ASK_AGAIN_MS * tries);
    }
  }
}

async function sendOnce(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await home.request(path, init);
    link.down = false;
  } catch (error) {
    link.down = true;
    link.why = home.isLocal ? (error as Error).message : '';
    throw new Refused('unavailable', 'no connection');
  }
  if (answer.ok) return answer;
  const error = ((await answer.json().catch(() => null)) as HttpError | null)?.error;
  throw new Refused(error?.code ?? 'internal', error?.message ?? `HTTP ${answer.status}`, error?.why);
}

const posted = (body: string, type = 'application/json'): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
});

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await send(path, body === undefined ? {} : posted(JSON.stringify(body)));
  return (await answer.json()) as T;
}

let catalogAnswer: Promise<Catalog> | null = null;

export const api = {
  catalog(): Promise<Catalog> {
    catalogAnswer ??= ask<Catalog>('catalog').catch((error: unknown) => {
      catalogAnswer = null;
      throw error;
    });
    return catalogAnswer;
  },
  engineOptions: (game: string, engine: string) =>
    ask<EngineOptions>(`engine-options?game=${encodeURIComponent(game)}&engine=${encodeURIComponent(engine)}`),
  position: (request: PositionRequest) => ask<PositionReply>('position', request),
  reason: (request: ReasonRequest) => ask<Reason>('reason', request),
  tryPuzzle: (request: PuzzleTry) => ask<PuzzleJudged>('puzzle', request),
  explore: (request: PositionRequest) => ask<ExploreReply>('explore', request),
  proof: (request: PositionRequest) => ask<ProofReply>('proof', request),
  create: (game: CreateGame) => ask<GameCreated>('games', game),
  join: (id: string, invite: string, name: string) =>
    ask<JoinedGame>(`games/${id}/join`, name ? { invite, name } : { invite }),
  games: (query: string) => ask<GameList>(`games?${query}`),
  record: (id: string) => ask<GameRecord>(`games/${id}`),
  /** Games of a text in any format the server reads. */
  readRecords: async (text: string): Promise<RecordsRead> => {
    const type = /^\s*[[{]\s*["{]/.test(text) && !/^\s*\[\w+ "/.test(text) ? 'application/json' : 'text/plain';
    return (await (await send('records', posted(text, type))).json()) as RecordsRead;
  },
  writeRecord: async (study: PositionRequest): Promise<string> =>
    (await send('record', posted(JSON.stringify(study)))).text(),
  puzzles: (game: string) => ask<PuzzleList>(`puzzles?game=${encodeURIComponent(game)}`),
  starts: (game: string) => ask<StartList>(`starts?game=${encodeURIComponent(game)}`),
  results: () => ask<ArenaResults>('results'),
};
