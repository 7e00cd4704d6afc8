import type { Home, Line } from './home';

/** What goes to the worker that holds the engine. */
export type ToEngine =
  | { kind: 'request'; number: number; method: string; path: string; type: string; body: string }
  | { kind: 'open' | 'close'; number: number }
  | { kind: 'send'; number: number; text: string };

/** What comes from it; 'failed' is the last word. */
export type FromEngine =
  | { kind: 'answer'; number: number; status: number; type: string; body: string }
  | { kind: 'message'; number: number; text: string }
  | { kind: 'closed'; number: number }
  | { kind: 'failed'; why: string };

class LocalLine implements Line {
  readyState: Line['readyState'] = WebSocket.OPEN;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;

  constructor(private readonly tell: (kind: 'send' | 'close', text: string) => void) {}

  send(text: string): void {
    this.tell('send', text);
  }

  receive(text: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data: text }));
  }

  close(): void {
    this.tell('close', '');
    this.end();
  }

  end(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent('close'));
  }
}

/** The engine in a worker of this page. It is fetched when it is first asked for; if it fails, the next question begins anew. */
export class BrowserHome implements Home {
  readonly isLocal = true;
  private worker: Worker | null = null;
  private unsent: ToEngine[] = [];
  private number = 0;
  private waiting = new Map<number, { resolve: (answer: Response) => void; reject: (error: Error) => void }>();
  private lines = new Map<number, LocalLine>();

  /** `isolate` tries to make the page one that nobody else can look into; `folder` holds the engine's files, unless they lie beside the page's. */
  constructor(
    private readonly isolate: () => Promise<unknown>,
    private readonly folder = '',
  ) {}

  private tell(message: ToEngine): void {
    if (this.worker) return this.worker.postMessage(message);
    this.unsent.push(message);
    if (this.unsent.length === 1) void this.start();
  }

  /** Threads share memory, which browsers allow only to a page that nobody else can look into. Others get one search at a time. */
  private async start(): Promise<void> {
    try {
      if (!crossOriginIsolated) await this.isolate();
      const worker = new Worker(new URL('../home/engine_worker.ts', import.meta.url), { name: this.folder });
      worker.onmessage = (event: MessageEvent<FromEngine>) => this.receive(event.data);
      worker.onerror = (event) => this.fail(event.message);
      this.worker = worker;
      for (const message of this.unsent.splice(0)) worker.postMessage(message);
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  private receive(message: FromEngine): void {
    if (message.kind === 'failed') return this.fail(message.why);
    if (message.kind === 'message') return this.lines.get(message.number)?.receive(message.text);
    if (message.kind === 'closed') return this.lines.get(message.number)?.end();
    this.waiting
      .get(message.number)
      ?.resolve(new Response(message.body, { status: message.status, headers: { 'Content-Type': message.type } }));
    this.waiting.delete(message.number);
  }

  private fail(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.unsent = [];
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
    const lines = [...this.lines.values()];
    this.lines.clear();
    for (const line of lines) line.end();
  }

  request(path: string, init: RequestInit): Promise<Response> {
    const number = ++this.number;
    const { method = 'GET', headers, body } = init;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.tell({
        kind: 'request',
        number,
        method,
        path: `/api/v1/${path}`,
        type: new Headers(headers).get('Content-Type') ?? '',
        body: typeof body === 'string' ? body : '',
      });
    });
  }

  talk(): Line {
    const number = ++this.number;
    const line = new LocalLine((kind, text) => this.tell(kind === 'send' ? { kind, number, text } : { kind, number }));
    this.lines.set(number, line);
    this.tell({ kind: 'open', number });
    return line;
  }

  isWell(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** The worker goes, with whatever it was doing. */
  end(): void {
    this.fail('closed');
  }
}
