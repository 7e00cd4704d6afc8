import { keepMissed } from '../lib/missed';
import { settings } from '../lib/settings.svelte';
import type { Counting } from '../lib/turns';
import { engineHere, hasEngineHere } from '../net/engine_here';
import { Connection } from '../net/socket';
import { ASK_AGAIN_MS, Refused } from '../net/api';
import { keptOf } from '../net/tokens';
import type {
  AnalysisLines,
  Layout,
  Line,
  PlayedMove,
  Position,
  ReviewDone,
  ReviewedMove,
  ServerMessage,
} from '../wire/types';
import { badMove, impossibleMove } from './impossible_move';
import { isSame, type Study } from './record';
import { provenShares } from './score';
import { Steps } from './steps';
import {
  addLine,
  addMove,
  carryOver,
  emptyTree,
  mainLine,
  movesTo,
  nodeOf,
  pathTo,
  promote,
  readTree,
  removeNode,
  writeTree,
  writtenOrder,
  type Tree,
} from './tree';

/** A share given away that a learner's move may have and still count as found. */
const GOOD_ENOUGH = 0.05;
const JUDGE_MS = 700;

export type Lesson = { index: number; state: 'asking' | 'judging' | 'found' | 'missed'; tried: string };

/**
 * The analysis table: a tree of moves, the position shown, the engine's lines and a review. Asks the server for everything, but lets the
 * engine of this browser think where the page brings one: analyses then cost the server nothing.
 */
export class Desk {
  study = $state.raw<Study>({ game: 'andantino', rules: {}, start: '', moves: [] });
  tree = $state<Tree>(emptyTree());
  current = $state(0);
  layout = $state.raw<Layout | null>(null);
  private toldLayout: Layout | null = null;
  private askingAgain = 0;
  position = $state.raw<Position | null>(null);
  /** The move after which `position` stands: another one is shown before its position has come. */
  private positionAt = -1;
  shownMoves = $state.raw<PlayedMove[]>([]);
  private first = $state(0);
  lines = $state.raw<Line[]>([]);
  searching = $state(false);
  queued = $state(false);
  note = $state('');
  engineOn = $state(true);
  /** Shows what the others would do if the mover passed. */
  threats = $state(false);
  /** Who moves after that pass; -1 while it is not known or not possible. */
  threatMover = $state(-1);
  lineCount = $state(3);
  engine = $state('');
  threads = $state(1);
  memory = $state(64);
  failure = $state('');
  reviewed = $state.raw<ReviewedMove[]>([]);
  reviewTotal = $state(0);
  reviewing = $state(false);
  verdict = $state.raw<ReviewDone | null>(null);
  lesson = $state<Lesson | null>(null);
  /** Seats of this browser in the stored game under review. */
  mine = $state.raw<number[]>([]);
  private stored: { id: string; moves: string } | null = null;
  private request = 0;
  private threatRequest = 0;
  private reviewRequest = 0;
  private ready = false;
  /** Nothing is asked before something lies on the table. */
  laid = $state(false);
  private connection: Connection;
  /** The conversation with the engine of this browser, while it thinks. */
  private own: Connection | null = null;
  private ownRequest = 0;
  private ownRuns = false;
  /** It did not start or went: the server's thinks from here on. */
  ownFailed = $state(false);
  private steps = new Steps();
  canUndo = $state(false);
  canRedo = $state(false);

  constructor() {
    this.connection = new Connection(
      () => {
        this.ready = true;
        void this.askForSeats();
        // A review that was under way has gone with the connection; one that could not be asked for asks by itself.
        if (this.reviewing && this.reviewRequest !== 0) this.review();
        else this.sync();
      },
      () => (this.ready = false),
    );
    this.connection.listen((message) => this.receive(message));
  }

  /** Puts the first thing on the table; steps of it that were kept can be undone. */
  open(study: Study): void {
    this.show(study);
    this.steps.takeUp(this.whole());
    this.noteSteps();
  }

  /** Puts something else in the place of what lies there. */
  lay(study: Study): void {
    this.change(() => this.show(study));
  }

  private show(study: Study): void {
    const tree = readTree(study.tree ?? study.moves.join(' '));
    const isSameBoard =
      this.laid &&
      study.game === this.study.game &&
      study.start === this.study.start &&
      JSON.stringify(study.rules) === JSON.stringify(this.study.rules);
    const line = (one: Tree) =>
      mainLine(one)
        .map((id) => nodeOf(one, id).move)
        .join(' ');
    const isSameLine = isSameBoard && line(tree) === line(this.tree);
    if (isSameBoard) carryOver(this.tree, tree);
    this.laid = true;
    this.study = {
      game: study.game,
      rules: study.rules,
      start: study.start,
      moves: [],
      ...(study.name ? { name: study.name } : {}),
    };
    this.tree = tree;
    this.positionAt = -1;
    const shown = study.at === 0 ? 0 : writtenOrder(tree)[(study.at ?? 0) - 1];
    if (!isSameLine) this.forgetReview();
    for (const { ply, mark } of this.reviewed) {
      const node = nodeOf(tree, mainLine(tree)[ply] ?? 0);
      node.mark ??= mark;
    }
    this.current = shown ?? mainLine(tree).at(-1) ?? 0;
    this.sync();
  }

  counting(): Counting {
    const seats = this.layout?.seat_names.length ?? 2;
    return { seats, pliesPerTurn: this.layout?.turn_plies ?? 1, first: this.first };
  }

  // ---- undoing ----

  /** Whatever changes the study goes through here. */
  private change(work: () => void, kind = ''): void {
    const before = this.laid ? this.whole() : null;
    work();
    if (!before || isSame(before, this.whole())) return;
    this.steps.note(before, kind);
    this.noteSteps();
  }

  private noteSteps(): void {
    this.canUndo = this.steps.canUndo;
    this.canRedo = this.steps.canRedo;
    this.steps.keep(this.whole());
  }

  undo(): void {
    this.walk(this.steps.undo(this.whole()));
  }

  redo(): void {
    this.walk(this.steps.redo(this.whole()));
  }

  private walk(study: Study | null): void {
    if (!study) return;
    this.lesson = null;
    this.show(study);
    this.noteSteps();
  }

  /** The error stands until the next thing is asked, not until the board is put right. */
  private keepFailure = false;

  /** The stored game that lies on the table: its review is kept, and asks about the mistakes of whoever looks on. */
  setStored(id: string, moves: readonly string[]): void {
    this.stored = { id, moves: moves.join(' ') };
    if (this.ready) void this.askForSeats();
  }

  private async askForSeats(): Promise<void> {
    const { tokens } = keptOf(this.stored?.id ?? '');
    if (!this.stored || tokens.length === 0) return;
    try {
      await this.connection.ask({ type: 'watch', game_id: this.stored.id, tokens });
      this.connection.tell({ type: 'unwatch', game_id: this.stored.id });
    } catch {
      // Then nobody's mistakes are mine.
    }
  }

  /** Whether the last position of the stored game is shown. */
  isAtStoredEnd(): boolean {
    return this.stored !== null && this.stored.moves === movesTo(this.tree, this.current).join(' ');
  }

  /** All that lies on the table, as an address carries it. */
  whole(): Study {
    return { ...this.study, tree: writeTree(this.tree), at: writtenOrder(this.tree).indexOf(this.current) + 1 };
  }

  /** Tells the server what is on the table; its answer brings the position. */
  sync(): void {
    clearTimeout(this.askingAgain);
    if (!this.ready || !this.laid) return;
    const quiet = this.lesson !== null && this.lesson.state !== 'judging';
    this.lines = [];
    this.note = '';
    this.threatMover = -1;
    const running = (this.engineOn || this.lesson?.state === 'judging') && !quiet && !this.reviewing;
    const passing = running && this.threats && !this.lesson;
    const order = {
      type: 'analyse' as const,
      game: this.study.game,
      rules: this.study.rules,
      ...(this.study.start ? { start: this.study.start } : {}),
      moves: movesTo(this.tree, this.current),
      lines: this.lesson ? 1 : this.lineCount,
      ...(this.engine ? { engine: this.engine } : {}),
      threads: this.threads,
      memory_mib: this.memory,
      ...(this.lesson?.state === 'judging' ? { limits: { movetime_ms: JUDGE_MS } } : {}),
    };
    const here = this.thinksHere();
    this.request = this.connection.tell({ ...order, running: running && !passing && !here });
    // The board shows the position itself; only the lines are those behind a pass.
    this.threatRequest = passing && !here ? this.connection.tell({ ...order, running, pass: true }) : 0;
    if (here) this.askOwn({ ...order, running, ...(passing ? { pass: true } : {}) });
    else this.leaveOwn();
  }

  /** Whether the engine of this browser is the one that thinks. */
  thinksHere(): boolean {
    return settings.engineHere && !this.ownFailed && hasEngineHere();
  }

  private askOwn(order: Parameters<Connection['tell']>[0] & { running: boolean }): void {
    if (!this.own && !order.running) return;
    if (!this.own) {
      this.own = new Connection(
        () => {},
        () => this.loseOwn(),
        engineHere(),
      );
      this.own.listen((message) => this.receiveOwn(message));
    }
    this.ownRuns = order.running;
    this.searching = order.running;
    this.ownRequest = this.own.tell(order);
  }

  private leaveOwn(): void {
    const own = this.own;
    this.own = null;
    this.ownRuns = false;
    own?.close();
  }

  private loseOwn(): void {
    this.ownFailed = true;
    this.leaveOwn();
    this.sync();
  }

  private receiveOwn(message: ServerMessage): void {
    if (!('request' in message) || message.request !== this.ownRequest) return;
    if (message.type === 'analysis') {
      if (this.threats && !this.lesson) this.threatMover = message.position.mover;
      this.ownRuns = message.running;
      this.searching = message.running;
    } else if (message.type === 'lines') {
      this.ownRuns = message.running;
      this.takeLines(message);
    } else if (message.type === 'error') {
      this.ownRuns = false;
      this.searching = false;
      // What is wrong with the moves the server says as well; where nobody may pass there are no threats to be shown.
      if (!this.threats) this.failure = message.message;
    }
  }

  private receiveThreats(message: ServerMessage): void {
    if (message.type === 'analysis') {
      this.threatMover = message.position.mover;
      this.searching = message.running;
    } else if (message.type === 'lines') {
      this.lines = message.lines;
      this.searching = message.running;
      this.queued = message.queued;
    } else if (message.type === 'error') {
      // Where nobody may pass there are no threats to be shown; only a busy server is asked again.
      const error = new Refused(message.code, message.message, message.why);
      if (error.isForNow) this.receiveError(error);
    }
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'error' && message.request === this.reviewRequest && this.reviewing) {
      this.reviewing = false;
      this.failure = message.message;
      this.sync();
      return;
    }
    if (message.type === 'state' && message.game_id === this.stored?.id) {
      this.mine = message.seats.filter((seat) => seat.yours).map((seat) => seat.seat);
      // The review of a short game may have ended before it was known whose it is.
      if (this.verdict) this.keepMine(this.verdict);
      return;
    }
    if (message.type === 'reviewed' || message.type === 'review_done') return this.receiveReview(message);
    // Told once, maybe with an answer that nobody waits for any more.
    if (message.type === 'analysis' && message.layout) this.toldLayout = message.layout;
    if (!('request' in message) || message.request === undefined) return;
    if (message.request === this.threatRequest) return this.receiveThreats(message);
    if (message.request !== this.request) return;
    if (message.type === 'analysis') {
      if (!this.keepFailure) this.failure = '';
      this.keepFailure = false;
      this.layout = this.toldLayout;
      this.position = message.position;
      this.positionAt = this.current;
      this.shownMoves = message.moves;
      this.study = { ...this.study, rules: message.rules, start: message.start };
      // Under the name the server gives it, so that it is known again after reloading.
      this.steps.keep(this.whole());
      this.searching = message.running || this.ownRuns;
      this.first = message.moves[0]?.seat ?? message.position.mover;
      this.learnSeats(message.moves);
    } else if (message.type === 'lines') {
      this.takeLines(message);
    } else if (message.type === 'error') {
      this.receiveError(new Refused(message.code, message.message, message.why));
    }
  }

  private takeLines(message: AnalysisLines): void {
    this.lines = message.lines;
    this.searching = message.running;
    this.queued = message.queued;
    if (this.threats && !this.lesson) return;
    this.note = message.note ?? '';
    const best = message.lines[0];
    const node = nodeOf(this.tree, this.current);
    if (message.proven) node.proven = message.proven;
    if (node.proven) node.shares = provenShares(node.proven, this.layout?.seat_names.length ?? 2);
    else if (best) node.shares = best.score.by_seat;
    if (!message.running && this.lesson?.state === 'judging') this.judge(best);
  }

  private receiveError(error: Refused): void {
    if (error.isForNow) {
      this.queued = true;
      this.askingAgain = window.setTimeout(() => this.sync(), ASK_AGAIN_MS);
      return;
    }
    this.failure = impossibleMove(error, movesTo(this.tree, this.current), this.layout) ?? error.message;
    this.keepFailure = true;
    const bad = badMove(error);
    if (bad === null) return;
    // A move that cannot be played takes its line with it.
    this.current = removeNode(this.tree, pathTo(this.tree, this.current)[bad] ?? this.current);
    this.sync();
  }

  private learnSeats(moves: readonly PlayedMove[]): void {
    pathTo(this.tree, this.current).forEach((id, i) => {
      const move = moves[i];
      if (!move) return;
      const node = nodeOf(this.tree, id);
      node.seat = move.seat;
      node.turnEnd = move.turn_end;
    });
  }

  play(move: string): void {
    // The second of two clicks, or a click while the server is away, was meant for a board that is out of date.
    if (this.positionAt !== this.current) return;
    if (this.lesson?.state === 'asking' || this.lesson?.state === 'missed') return this.tryMove(move);
    this.change(
      () =>
        (this.current = addMove(this.tree, this.current, { move, seat: this.position?.mover ?? -1, turnEnd: true })),
    );
    this.sync();
  }

  playLine(moves: readonly string[]): void {
    this.change(
      () =>
        (this.current = addLine(
          this.tree,
          this.current,
          moves.map((move) => ({ move, seat: -1, turnEnd: true })),
        )),
    );
    this.sync();
  }

  /** Gives the move shown a mark, or takes it away again. */
  setMark(mark: string): void {
    const node = nodeOf(this.tree, this.current);
    this.change(() => (node.mark = node.mark === mark ? '' : mark));
  }

  setComment(text: string): void {
    this.change(() => (nodeOf(this.tree, this.current).comment = text), `comment ${this.current}`);
  }

  goTo(id: number): void {
    if (id === this.current && this.position) return;
    this.current = id;
    this.sync();
  }

  step(how: 'first' | 'back' | 'forward' | 'last'): void {
    const node = nodeOf(this.tree, this.current);
    if (how === 'first') this.goTo(0);
    if (how === 'back' && node.parent >= 0) this.goTo(node.parent);
    if (how === 'forward' && node.children[0] !== undefined) this.goTo(node.children[0]);
    if (how === 'last') this.goTo(mainLine(this.tree, this.current).at(-1) ?? this.current);
  }

  promote(): void {
    this.change(() => promote(this.tree, this.current));
  }

  remove(): void {
    this.change(() => this.goTo(removeNode(this.tree, this.current)));
  }

  // ---- review ----

  private forgetReview(): void {
    this.reviewed = [];
    this.verdict = null;
    this.reviewing = false;
    this.lesson = null;
  }

  review(): void {
    this.forgetReview();
    const line = mainLine(this.tree);
    this.reviewTotal = line.length;
    this.reviewing = line.length > 0;
    // The review gets the processor: an analysis beside it would hold it up.
    this.sync();
    const moves = line.map((id) => nodeOf(this.tree, id).move);
    if (this.stored?.moves === moves.join(' '))
      this.reviewRequest = this.connection.tell({ type: 'review', game_id: this.stored.id });
    else
      this.reviewRequest = this.connection.tell({
        type: 'review',
        game: this.study.game,
        rules: this.study.rules,
        ...(this.study.start ? { start: this.study.start } : {}),
        moves,
      });
    if (this.reviewRequest === 0) setTimeout(() => this.review(), 300);
  }

  private receiveReview(message: ReviewedMove | ReviewDone): void {
    if (message.request !== this.reviewRequest) return;
    if (message.type === 'review_done') {
      this.verdict = message;
      this.reviewing = false;
      this.keepMine(message);
      this.sync();
      return;
    }
    this.reviewed = [...this.reviewed, message];
    this.reviewTotal = message.total;
    const id = mainLine(this.tree)[message.ply];
    if (id === undefined) return;
    const node = nodeOf(this.tree, id);
    node.mark = message.mark;
    node.shares = message.after;
    const before = nodeOf(this.tree, node.parent);
    before.shares ??= message.before;
    if (message.proven) before.proven ??= message.proven;
  }

  /** What I missed in a game of mine is remembered with that of the others. */
  private keepMine({ missed, stopped }: ReviewDone): void {
    if (stopped || !this.stored || !this.isOneSided()) return;
    keepMissed(this.stored.id, { game: this.study.game, missed: this.mine.flatMap((seat) => missed[seat] ?? []) });
  }

  /** What was marked as a fault: my own if I sat on one side. */
  faults(): ReviewedMove[] {
    return this.reviewed.filter(
      (move) => move.mark.includes('?') && (!this.isOneSided() || this.mine.includes(move.seat)),
    );
  }

  /** What can be learnt from. Of a lost position nothing better can be found. */
  mistakes(): ReviewedMove[] {
    return this.faults().filter((move) => !move.resistance);
  }

  isOneSided(): boolean {
    return this.mine.length > 0 && this.mine.length < (this.layout?.seat_names.length ?? 2);
  }

  learn(index = 0): void {
    const mistake = this.mistakes()[index];
    if (!mistake) return this.stopLearning();
    this.lesson = { index, state: 'asking', tried: '' };
    const line = mainLine(this.tree);
    this.current = mistake.ply > 0 ? (line[mistake.ply - 1] ?? 0) : 0;
    this.sync();
  }

  stopLearning(): void {
    this.lesson = null;
    this.sync();
  }

  private tryMove(move: string): void {
    const mistake = this.mistakes()[this.lesson!.index];
    if (!mistake || !this.lesson) return;
    this.lesson.tried = move;
    if (move === mistake.best) return void (this.lesson.state = 'found');
    if (move === mistake.move) return void (this.lesson.state = 'missed');
    this.lesson.state = 'judging';
    this.current = addMove(this.tree, this.current, { move, seat: mistake.seat, turnEnd: true });
    this.sync();
  }

  private judge(best: Line | undefined): void {
    const mistake = this.lesson ? this.mistakes()[this.lesson.index] : undefined;
    if (!mistake || !this.lesson) return;
    const share = best?.score.by_seat[mistake.seat] ?? 0;
    const tried = this.lesson.tried;
    this.lesson.state = (mistake.before[mistake.seat] ?? 0) - share < GOOD_ENOUGH ? 'found' : 'missed';
    this.current = removeNode(this.tree, this.current);
    this.lesson.tried = tried;
    this.sync();
  }

  close(): void {
    clearTimeout(this.askingAgain);
    this.leaveOwn();
    this.connection.close();
  }
}

export const reason = (error: unknown): string =>
  error instanceof Refused || error instanceof Error ? error.message : String(error);
