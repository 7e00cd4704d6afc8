import { Connection, type Request } from '../net/socket';
import { keepGrants, keptOf } from '../net/tokens';
import type { GameState, Hint, Layout, Offer, PlayedMove, ServerMessage } from '../wire/types';
import { ASK_AGAIN_MS, Refused } from '../net/api';

/** People see a move that takes a third of a second. */
const LEAST_REPLY_MS = 350;

/** One watched game: its whole state as the server tells it, and the commands a seat may send. */
export class GameClient {
  state = $state.raw<GameState | null>(null);
  layout = $state.raw<Layout | null>(null);
  moves = $state.raw<PlayedMove[]>([]);
  offers = $state<Offer[]>([]);
  hint = $state.raw<Hint | null>(null);
  connected = $state(false);
  failure = $state<string | null>(null);
  sending = $state(false);
  /** When the state arrived, for clocks that count down here. */
  arrived = $state(0);
  readonly connection: Connection;
  private shownAt = 0;
  private held: ServerMessage[] = [];

  constructor(
    readonly id: string,
    private readonly onRematch: (id: string) => void,
    private readonly onDeclined: (kind: Offer['offer']) => void = () => {},
  ) {
    this.connection = new Connection(
      () => void this.watch(),
      () => (this.connected = false),
    );
    this.connection.listen((message) => this.receive(message));
  }

  private async watch(): Promise<void> {
    try {
      await this.connection.ask({ type: 'watch', game_id: this.id, tokens: keptOf(this.id).tokens });
      this.connected = true;
      this.failure = null;
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 'unavailable') return;
      if (error.isForNow) setTimeout(() => void this.watch(), ASK_AGAIN_MS);
      else this.failure = error.message;
    }
  }

  /** An engine's reply that comes at once would not be seen: it waits, and what comes behind it waits as well. */
  private receive(message: ServerMessage): void {
    if (!('game_id' in message) || message.game_id !== this.id) return;
    const last = message.type === 'state' ? message.moves.at(-1) : undefined;
    const isReply =
      message.type === 'state' &&
      this.state !== null &&
      last !== undefined &&
      message.moves_from === this.moves.length &&
      message.seats[last.seat]?.kind === 'engine';
    const pause = this.shownAt + LEAST_REPLY_MS - performance.now();
    if (this.held.length === 0 && !(isReply && pause > 0)) return this.take(message);
    this.held.push(message);
    if (this.held.length === 1) setTimeout(() => this.release(), Math.max(0, pause));
  }

  /** Counted from when it is painted: on a slow machine that is later than its coming. */
  private noteShown(): void {
    this.shownAt = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => (this.shownAt = performance.now())));
  }

  private release(): void {
    const messages = this.held;
    this.held = [];
    for (const message of messages) this.receive(message);
  }

  private take(message: ServerMessage): void {
    if (!('game_id' in message)) return;
    switch (message.type) {
      case 'state': {
        if (message.layout) this.layout = message.layout;
        if (message.moves.length > 0) this.noteShown();
        this.moves = [...this.moves.slice(0, message.moves_from), ...message.moves];
        if (this.hint && this.hint.ply !== message.position.ply) this.hint = null;
        this.arrived = performance.now();
        this.connected = true;
        this.state = message;
        break;
      }
      case 'offer':
        this.offers = this.offers.filter((offer) => offer.offer !== message.offer);
        if (message.open) this.offers.push(message);
        else if (message.declined && this.state?.seats[message.from]?.yours) this.onDeclined(message.offer);
        break;
      case 'hint':
        this.hint = message;
        break;
      case 'rematch':
        keepGrants(message.rematch_id, message.seats);
        this.onRematch(message.rematch_id);
        break;
      default:
    }
  }

  private async carryOut(request: Request): Promise<void> {
    this.sending = true;
    try {
      await this.connection.ask(request);
    } finally {
      this.sending = false;
    }
  }

  play(move: string, ply: number): Promise<void> {
    return this.carryOut({ type: 'play', game_id: this.id, ply, move });
  }

  command(type: GameState['can'][number]): Promise<void> {
    return this.carryOut({ type, game_id: this.id });
  }

  answer(offer: Offer, accept: boolean): Promise<void> {
    this.offers = this.offers.filter((other) => other.offer !== offer.offer);
    return this.carryOut({ type: 'answer', game_id: this.id, offer: offer.offer, accept });
  }

  close(): void {
    this.connection.close();
  }
}
