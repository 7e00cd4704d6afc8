import { BrowserHome } from './browser_home';

/** The part of a WebSocket that a page uses. */
export type Line = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onmessage' | 'onclose'>;

/** A table and an engine somewhere: what the page asks for, whoever answers. */
export interface Home {
  /** Whether the tables are in this browser: then nobody else can sit down at them. */
  readonly isLocal: boolean;
  /** A request of the interface for programs, by its path behind /api/v1/. Rejects where nobody answers. */
  request(path: string, init: RequestInit): Promise<Response>;
  /** A conversation of JSON messages, which begins with the other side's hello. */
  talk(): Line;
  isWell(): Promise<boolean>;
}

class ServerHome implements Home {
  readonly isLocal = false;

  request(path: string, init: RequestInit): Promise<Response> {
    return fetch(`/api/v1/${path}`, init);
  }

  talk(): Line {
    const url = new URL('/api/v1/socket', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    return new WebSocket(url);
  }

  isWell(): Promise<boolean> {
    return fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/** A static site says in its page that there is no server behind it. */
export const home: Home = document.querySelector('meta[name="partita-home"][content="browser"]')
  ? new BrowserHome(async () => (await import('../home/offline')).isolate())
  : new ServerHome();
