import type { Catalog, CreateGame, EngineOptions, GameCreated, GameList, GameRecord, HttpError, JoinedGame, PositionReply, PositionRequest } from '../wire/types';

/** What the server says no with. */
export class Refused extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/${path}`, init);
  } catch {
    throw new Refused('unavailable', 'no connection');
  }
  const value: unknown = await answer.json().catch(() => null);
  if (answer.ok && value !== null) return value as T;
  const error = (value as HttpError | null)?.error;
  throw new Refused(error?.code ?? 'internal', error?.message ?? `HTTP ${answer.status}`);
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
  create: (game: CreateGame) => ask<GameCreated>('games', game),
  join: (id: string, invite: string) => ask<JoinedGame>(`games/${id}/join`, { invite }),
  games: (query: string) => ask<GameList>(`games?${query}`),
  record: (id: string) => ask<GameRecord>(`games/${id}`),
};
