// Made from schema/wire.schema.json by `npm run wire`; do not edit.

/** rule option values by name, as text; missing ones mean the default */
export type Rules = Record<string, string>;

export type OptionSpec = { name: string; kind: 'check' | 'spin' | 'combo' | 'string'; default: string; min?: number; max?: number; choices?: (string)[]; help: string };

/** what an engine may spend on a ply; missing ones set no limit */
export type SearchLimits = { movetime_ms?: number; depth?: number; nodes?: number };

export type Preset = { name: string; help: string };

export type Level = { level: number; name: string; engine: string; limits: SearchLimits; elo?: number; elo_error?: number };

export type GameKind = { name: string; title: string; rule_options: (OptionSpec)[]; presets: (Preset)[]; levels: (Level)[] };

/** GET /api/v1/catalog */
export type Catalog = { version: string; processor: string; games: (GameKind)[] };

/** GET /api/v1/engine-options */
export type EngineOptions = { preset: string; options: (OptionSpec)[] };

/** x, y: centre, in cell widths, y downwards */
export type Cell = { name: string; x: number; y: number; ground?: string };

export type PieceKind = { letter: string; name: string; seat: number; colour: 'white' | 'black' | 'red' | 'blue' | 'king' | 'other' };

/** what does not change while the board keeps its form */
export type Layout = { shape: 'hex' | 'square'; cells: (Cell)[]; pieces: (PieceKind)[]; seat_names: (string)[]; turn_plies: number; borders?: (Border)[] };

/** a side of the board that belongs to a seat: a line through points [x, y], in the coordinates of the cells */
export type Border = { seat: number; points: ((number)[])[] };

export type Overlay = { name: string; label: string; seat: number; cells: (string)[] };

/** path: cells touched in turn; '@X' is the piece in hand with letter X */
export type MovePath = { move: string; path: (string)[] };

export type Ending = { reason: string; winner: number; payoff: (number)[] };

/** one position as it is drawn and played on */
export type Position = { text: string; ply: number; mover: number; starts_turn: boolean; stones: string; overlays: (Overlay)[]; legal: (MovePath)[]; scores: (string)[]; ending: null | Ending };

export type PlayedMove = { move: string; seat: number; path: (string)[]; turn_end: boolean; clock_ms?: number; score?: Score; thought?: Thought };

/** how an engine came to its move */
export type Thought = { depth: number; nodes: number; time_ms: number; nps: number; legal: number; turns_left?: number; turn_ms?: number; table?: string; note?: string; depths: (DepthReport)[] };

/** time and nodes from the search's beginning to the end of this depth; value and distance as in Score */
export type DepthReport = { depth: number; time_ms: number; nodes: number; value: number; distance: null | number };

/** POST /api/v1/position */
export type PositionRequest = { game: string; rules?: Rules; start?: string; set_up?: SetUp; moves?: (string)[] };

/** instead of start: a letter of a piece or a blank for every cell of the layout, and whose turn it is */
export type SetUp = { stones: string; mover: number };

export type PositionReply = { game: string; rules: Rules; start: string; moves: (PlayedMove)[]; layout: Layout; position: Position };

/** POST /api/v1/proof: what is proven of a position; of a won one the moves known to win, quickest first, of a lost one every move, the longest first */
export type ProofReply = { proven: null | Proven; moves: (ProvenMove)[] };

/** POST /api/v1/explore: what is known of a position and of each legal move before anybody searches; games: finished ones of this server that were looked through */
export type ExploreReply = { proven: null | Proven; games: number; moves: (ExploredMove)[] };

/** one for each set of images; proven: of the position behind it; nodes_in_vain: spent on a proof that was not found; no_win_within: plies in which nobody can force a win there; games, won by seat and drawn: with this move */
export type ExploredMove = { move: string; images: (string)[]; proven: null | Proven; ends?: { winner: number; reason: string }; nodes_in_vain?: number; no_win_within?: number; games: number; drawn: number; won: (number)[] };

/** POST /api/v1/reason, answered with a Reason: why a line is good, or what a better one does that it does not; both begin in the position */
export type ReasonRequest = { game: string; rules?: Rules; start?: string; moves?: (string)[]; played: (string)[]; better?: (string)[] };

/** POST /api/v1/puzzle: everything played from the puzzle's start, a whole turn of its solver at the end */
export type PuzzleTry = { game: string; number: number; moves: (string)[] };

/** won: the game, if not now then by the reply; right: it still wins by force; also: it is proven to win, but later than the puzzle asks for; wrong: it is proven not to win; unclear: neither is proven, and the try does not count. reply: the longest defence, or what refutes the try; plies: to the end at most, after the reply, 0 where not known; reason: what a wrong try allows */
export type PuzzleJudged = { state: 'won' | 'right' | 'also' | 'wrong' | 'unclear'; reply: (string)[]; plies: number; reason?: Reason };

/** plies to the end at most, with this one; answer: the winner's, after a move of the loser */
export type ProvenMove = { move: string; plies: number; answer?: string };

export type Clock = { initial_ms: number; increment_ms: number };

export type SeatRequest = { kind: 'human' | 'engine' | 'friend'; name?: string; engine?: string; level?: number; limits?: SearchLimits; clock?: Clock };

/** POST /api/v1/games */
export type CreateGame = { game: string; rules?: Rules; start?: string; seats: (SeatRequest)[]; shuffle?: boolean; clock?: null | Clock; swap_after?: number };

export type SeatGrant = { seat: number; kind: 'human' | 'engine' | 'friend'; token?: string; invite?: string };

export type GameCreated = { game_id: string; seats: (SeatGrant)[] };

/** POST /api/v1/games/{id}/join */
export type JoinGame = { invite: string; name?: string };

export type JoinedGame = { game_id: string; seat: number; token: string };

export type Seat = { seat: number; kind: 'human' | 'engine' | 'friend'; name: string; engine?: string; level?: number; limits?: SearchLimits; taken: boolean; present: boolean; yours: boolean };

export type GameSummary = { game_id: string; game: string; rules: Rules; seats: ({ kind: 'human' | 'engine' | 'friend'; name: string })[]; plies: number; created_ms: number; updated_ms: number; ending: null | Ending };

/** GET /api/v1/games */
export type GameList = { games: (GameSummary)[]; next: null | string };

/** GET /api/v1/games/{id}; one line of GET /api/v1/export; accepted by POST /api/v1/import */
export type GameRecord = { format: 'partita-game-1'; game_id?: string; game: string; rules: Rules; start: string; moves: (string)[]; clock_ms?: (number)[]; seats: ({ kind: 'human' | 'engine' | 'friend'; name: string; engine?: string; level?: number; limits?: SearchLimits; clock?: Clock })[]; swap_after?: number; swapped?: boolean; created_ms?: number; updated_ms?: number; ending: null | Ending };

export type Imported = { game_ids: (string)[]; errors: (string)[] };

/** POST /api/v1/records */
export type RecordsRead = { games: (GameRecord)[]; errors: (string)[] };

/** a position that is won by force; only: every other turn is proven not to win */
export type Puzzle = { number: number; rules: Rules; start: string; solution: (string)[]; solved: string; plies: number; only: boolean; rating: number; motifs: (string)[]; lesson?: number };

/** a position to begin with; seat: whom a handicap helps, -1 where it is fair; points by seat in games between engines of one level; proven: the helped seat wins by force in so many plies at most; nodes: of a proof search that decided nothing, 0: none */
export type OfferedStart = { rules: Rules; start: string; moves: (string)[]; kind: 'fair' | 'handicap'; seat: number; level: number; games: number; points: (number)[]; proven: null | number; nodes: number };

/** GET /api/v1/starts */
export type StartList = { game: string; starts: (OfferedStart)[] };

/** GET /api/v1/puzzles, easiest first */
export type PuzzleList = { game: string; puzzles: (Puzzle)[]; kinds: (PuzzleKind)[] };

/** how many puzzles are won by this motif, and that in words */
export type PuzzleKind = { kind: string; count: number; text: Words };

/** half the width of a 95% interval; null: unknown */
export type Estimate = { value: number; error: number | null };

/** a tournament's report */
export type ArenaResult = { name: string; modified_ms: number; game: string; scheduled: number; finished: number; rated: boolean; players: ({ player: string; control: string; games: number; faults: number; score: Estimate; rating: Estimate })[]; endings: Record<string, number> };

/** GET /api/v1/results, newest first */
export type ArenaResults = { results: (ArenaResult)[] };

/** body of every 4xx and 5xx answer under /api */
export type HttpError = { error: { code: ErrorCode; message: string; why?: Why } };

/** why the rules refuse a move or a set-up: a code that the page has words for, empty where it has none, and what goes into them; at: which of the moves */
export type Why = { code: string; with: Record<string, string> };

export type ErrorCode = 'bad-request' | 'not-found' | 'forbidden' | 'not-your-turn' | 'illegal-move' | 'out-of-date' | 'game-over' | 'not-allowed' | 'busy' | 'too-many' | 'too-large' | 'unavailable' | 'internal';

/** exactly one of value and distance counts: distance when the result is proven */
export type Score = { value: number; distance: null | number; bound: 'exact' | 'lower' | 'upper'; win: number; draw: number; by_seat: (number)[] };

/** how the game ends with best play, proven */
export type Proven = { winner: number; plies: null | number; exact: boolean };

export type Line = { rank: number; depth: number; seldepth: number; score: Score; nodes: number; time_ms: number; nps: number; hashfull: number; pv: (string)[]; paths: ((string)[])[] };

/** WebSocket text frames to the server; `request` is echoed in the answer */
export type ClientMessage = Watch | Unwatch | Play | GameCommand | Answer | Analyse | StopAnalysis | Review | StopReview | Ping;

export type Watch = { type: 'watch'; request?: number; game_id: string; tokens?: (string)[] };

export type Unwatch = { type: 'unwatch'; request?: number; game_id: string };

export type Play = { type: 'play'; request?: number; game_id: string; ply: number; move: string };

export type GameCommand = { type: 'undo' | 'hint' | 'resign' | 'draw' | 'rematch' | 'swap'; request?: number; game_id: string; seat?: number };

/** to an offer of another seat */
export type Answer = { type: 'answer'; request?: number; game_id: string; offer: 'undo' | 'draw' | 'rematch'; accept: boolean; seat?: number };

/** replaces this socket's analysis */
export type Analyse = { type: 'analyse'; request?: number; game: string; rules?: Rules; start?: string; moves?: (string)[]; running?: boolean; pass?: boolean; lines?: number; engine?: string; limits?: SearchLimits; threads?: number; memory_mib?: number };

export type StopAnalysis = { type: 'stop_analysis'; request?: number };

/** replaces this socket's review; either game_id or game+moves; from: only the moves from this one on, counted from 0, of game+moves */
export type Review = { type: 'review'; request?: number; game_id?: string; game?: string; rules?: Rules; start?: string; moves?: (string)[]; from?: number; engine?: string; limits?: SearchLimits };

export type StopReview = { type: 'stop_review'; request?: number };

export type Ping = { type: 'ping'; request?: number };

/** WebSocket text frames from the server */
export type ServerMessage = Hello | Done | Refusal | GameState | Offer | Hint | RematchReady | AnalysisPosition | AnalysisLines | ReviewedMove | ReviewDone;

/** first message on every socket */
export type Hello = { type: 'hello'; version: string; protocol: 1; ping_ms: number };

/** the request was carried out; for play: the move is on disk */
export type Done = { type: 'done'; request: number };

export type Refusal = { type: 'error'; request?: number; game_id?: string; code: ErrorCode; message: string; why?: Why };

export type Clocks = { remaining_ms: (number)[]; increment_ms: (number)[]; running: number };

/** sent after watch and after every change */
export type GameState = { type: 'state'; game_id: string; game: string; rules: Rules; start: string; revision: number; layout?: Layout; moves_from: number; moves: (PlayedMove)[]; position: Position; seats: (Seat)[]; clocks: null | Clocks; thinking: number; waiting: boolean; can: ('undo' | 'hint' | 'resign' | 'draw' | 'rematch' | 'swap')[]; rematch_id?: string };

/** another seat asks; or `open` false: the offer was withdrawn, or with `declined` somebody said no */
export type Offer = { type: 'offer'; game_id: string; offer: 'undo' | 'draw' | 'rematch'; from: number; open: boolean; declined?: boolean };

export type Hint = { type: 'hint'; game_id: string; request?: number; ply: number; move: string; path: (string)[]; line: null | Line; proven?: Proven; reason?: Reason };

/** the rematch exists; `seats` holds this socket's new secrets */
export type RematchReady = { type: 'rematch'; game_id: string; rematch_id: string; seats: (SeatGrant)[] };

/** answer to analyse; layout: where it is another than the last one told by analysis on this socket */
export type AnalysisPosition = { type: 'analysis'; request?: number; game: string; rules: Rules; start: string; moves: (PlayedMove)[]; layout?: Layout; position: Position; running: boolean };

/** at most every 100 ms */
export type AnalysisLines = { type: 'lines'; request?: number; ply: number; lines: (Line)[]; running: boolean; queued: boolean; note?: string; proven?: Proven };

export type ReviewedMove = { type: 'reviewed'; request?: number; ply: number; total: number; seat: number; move: string; best: string; before: (number)[]; after: (number)[]; loss: number; mark: '' | '!' | '?!' | '?' | '??'; line: Line; proven?: Proven; resistance?: Resistance; leaves_proof?: true; reason?: Reason };

/** one text in each language */
export type Words = { en: string; it: string };

/** after the moves `before`, `move` does this */
export type Claim = { of: 'better' | 'played'; before: (string)[]; move: string; kind: string; side: number; cells: (string)[]; numbers: (number)[]; text: Words };

/** by the move its mover wins by force in so many plies at most, or after it the opponent does */
export type ProvenClaim = { move: string; won: boolean; plies: number };

/** why a marked move has its mark, in claims that the rules verify; without claims the text is the better line; first: the sentence to begin with */
export type Reason = { text: Words; first: Words; proofs: (ProvenClaim)[]; claims: (Claim)[] };

/** where the mover is proven lost: plies the move holds out, and the best defence would; null where not known */
export type Resistance = { kept: null | number; best: null | number };

/** what a review depends on besides the moves: the same ones give the same review */
export type ReviewParameters = { method: number; engine: string; limits: SearchLimits };

/** two: the words as if there were two; train: the kinds of puzzles for it; puzzles: how many there are */
export type Missed = { kind: string; count: number; text: Words; two: Words; train: (string)[]; puzzles: number };

export type ReviewDone = { type: 'review_done'; request?: number; accuracy: (null | number)[]; resistance: (null | number)[]; missed: ((Missed)[])[]; parameters: ReviewParameters; key_moments: (number)[]; stopped: boolean };
