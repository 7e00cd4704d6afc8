import type { Connection } from '../net/socket';
import type { PlayedMove, Reason, ReviewedMove, Rules, ServerMessage } from '../wire/types';
import { turnsOf } from './turns';

/** A clear mistake of this browser's player: the move, what its chances were and are, and why. */
export interface Fault {
  ply: number;
  move: string;
  best: string;
  before: number;
  after: number;
  reason: Reason | undefined;
}

export interface Played {
  game: string;
  rules: Rules;
  start: string;
  moves: readonly PlayedMove[];
}

/** The marks of a review that are worth taking a move back for; where all is lost already nothing is. */
const isClear = ({ mark, resistance }: ReviewedMove) => (mark === '?' || mark === '??') && !resistance;

/** Looks at every turn of its player as a review does, and says which was a clear mistake. */
export class TrainingPartner {
  fault = $state.raw<Fault | null>(null);
  private asked = 0;
  /** The moves up to the last own turn that was seen, and their number. */
  private seen = '';
  private plies = 0;

  constructor(private readonly connection: Connection) {
    connection.listen((message) => this.receive(message));
  }

  /** The game stands like this now; `seat` is the player who is helped. */
  look({ game, rules, start, moves }: Played, seat: number): void {
    const turn = turnsOf(moves).findLast((other) => other.seat === seat);
    if (this.fault && (!turn || this.fault.ply < turn.begin || this.fault.ply >= turn.end)) this.fault = null;
    if (!turn) {
      this.asked = 0;
      return this.see('', 0);
    }
    if (!moves[turn.end - 1]?.turn_end) return;
    const played = moves.slice(0, turn.end).map(({ move }) => move);
    const name = played.join(' ');
    if (name === this.seen) return;
    // Behind a move that was taken back stands one that was looked at before.
    const isNew = played.length > this.plies;
    const request = isNew
      ? this.connection.tell({ type: 'review', game, rules, start, moves: played, from: turn.begin })
      : 0;
    if (isNew && request === 0) return;
    this.fault = null;
    this.asked = request;
    this.see(name, played.length);
  }

  private see(name: string, plies: number): void {
    this.seen = name;
    this.plies = plies;
  }

  /** The player goes on with it. */
  dismiss(): void {
    this.fault = null;
  }

  /** Nothing more is looked at; the last turn would be again. */
  stop(): void {
    this.fault = null;
    this.asked = 0;
    this.see('', 0);
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'error' && this.asked > 0 && message.request === this.asked) this.see('', 0);
    if (message.type !== 'reviewed' || this.asked === 0 || message.request !== this.asked || !isClear(message)) return;
    const { ply, move, best, seat, reason } = message;
    // Of a turn of several plies the costliest is told.
    const before = message.before[seat] ?? 0;
    const after = message.after[seat] ?? 0;
    if (!this.fault || before - after > this.fault.before - this.fault.after)
      this.fault = { ply, move, best, before, after, reason };
  }
}
