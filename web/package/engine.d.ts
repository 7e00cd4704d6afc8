import type { AnalysisLines, Catalog, PositionReply, PositionRequest, SearchLimits } from './types';

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

/** Rules, searches and proofs of every game, in workers of this page. Its bytes are fetched at the first question. */
export declare class Engine {
  constructor(options?: EngineOptions);
  /** A request of Partita's interface for programs, by its path behind /api/v1/. Rejects with what was wrong. */
  request<Reply>(path: string, body?: unknown): Promise<Reply>;
  /** The games with their rules, presets and levels. */
  catalog(): Promise<Catalog>;
  /** The position after the moves: layout, stones, legal moves, the ending. Rejects where a move is not legal. */
  position(request: PositionRequest): Promise<PositionReply>;
  /** The best lines, first of all its `lines[0].pv`, within the limits: half a second unless told, or the level's. */
  search(request: SearchRequest): Promise<AnalysisLines>;
  /** Ends the workers. */
  close(): void;
}
