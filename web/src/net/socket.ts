import type { ClientMessage, ServerMessage } from '../wire/types';
import { Refused } from './api';
import { home, type Home, type Line } from './home';
import { link } from './link.svelte';

type Listener = (message: ServerMessage) => void;
type Waiting = { resolve: (message: ServerMessage) => void; reject: (error: Refused) => void };

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** A message to the server without the number that `ask` gives it. */
export type Request = ClientMessage extends infer Message
  ? Message extends { request?: number }
    ? Omit<Message, 'request'> & { request?: never }
    : never
  : never;

/** The one conversation of a page. Comes back by itself; `opened` says each time that everything must be asked for again. */
export class Connection {
  private socket: Line | null = null;
  private listeners = new Set<Listener>();
  private waiting = new Map<number, Waiting>();
  private number = 0;
  private pause = FIRST_PAUSE_MS;
  private ping = 0;
  private retry = 0;
  private closed = false;

  constructor(
    private readonly opened: () => void,
    private readonly lost: () => void = () => {},
    private readonly where: Home = home,
  ) {
    this.open();
    addEventListener('online', this.hurry);
  }

  private hurry = (): void => {
    if (this.socket === null) this.open();
  };

  private open(): void {
    clearTimeout(this.retry);
    const socket = this.where.talk();
    this.socket = socket;
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => this.onClose(socket);
  }

  private onClose(socket: Line): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.ping);
    for (const { reject } of this.waiting.values()) reject(new Refused('unavailable', 'no connection'));
    this.waiting.clear();
    if (this.closed) return;
    if (this.where === home) link.down = true;
    this.lost();
    // Who was lost for good has been closed.
    if (this.closed) return;
    this.retry = window.setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(LONGEST_PAUSE_MS, this.pause * 1.6);
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'hello') {
      this.pause = FIRST_PAUSE_MS;
      if (this.where === home) link.down = false;
      this.ping = window.setInterval(() => this.send({ type: 'ping' }), message.ping_ms * 0.8);
      this.opened();
      return;
    }
    if ('request' in message && message.request !== undefined) {
      const waiting = this.waiting.get(message.request);
      if (waiting) {
        this.waiting.delete(message.request);
        if (message.type === 'error') waiting.reject(new Refused(message.code, message.message, message.why));
        else waiting.resolve(message);
      }
    }
    for (const listener of this.listeners) listener(message);
  }

  private send(message: Omit<Request, 'request'> & { request?: number }): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends and waits for the answer with the same number. */
  ask(message: Request): Promise<ServerMessage> {
    const request = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(request, { resolve, reject });
      if (!this.send({ ...message, request })) {
        this.waiting.delete(request);
        reject(new Refused('unavailable', 'no connection'));
      }
    });
  }

  /** Sends without waiting; the answer's number, or 0 while there is no connection. */
  tell(message: Request): number {
    const request = ++this.number;
    return this.send({ ...message, request }) ? request : 0;
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.hurry);
    clearTimeout(this.retry);
    clearInterval(this.ping);
    this.socket?.close();
  }
}
