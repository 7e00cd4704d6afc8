import { mount, unmount } from 'svelte';
import appCss from '../app.css?inline';
import type { Arrow } from '../board/arrow';
import type { PositionReply } from '../wire/types';
import EmbeddedBoard from './EmbeddedBoard.svelte';

export type { Arrow };

export interface BoardOptions {
  /** A person has made a legal move on the board: its text. */
  onMove?: (move: string) => void;
  /** What the board is called for those who do not see it. */
  label?: string;
  /** 'system' follows the visitor's choice. */
  theme?: 'system' | 'light' | 'dark';
  /** What the board is made of. */
  material?: 'plain' | 'wood' | 'slate' | 'paper';
}

/** @internal */
export interface Shown {
  reply: PositionReply | null;
  canMove: boolean;
  arrows: readonly Arrow[];
  label: string;
}

/** The page's own rules, for a board that shares a document with strangers: what they say of the document holds for the board alone. */
const ownCss = (css: string): string =>
  css
    .replace(/:root:not\((\[[^\]]*\])\)/g, ':host(:not($1))')
    .replace(/:root(\[[^\]]*\])/g, ':host($1)')
    .replace(/:root/g, ':host') + ':host { display: block; background: none; }';

/** A board of any game in an element of any page. It draws what it is shown and tells which move was made; rules are the engine's. */
export class Board {
  private readonly shown: Shown = $state({ reply: null, canMove: true, arrows: [], label: '' });
  private readonly component: Record<string, unknown>;
  private readonly host: HTMLElement;

  constructor(
    target: Element,
    { onMove = () => {}, label = 'board', theme = 'system', material = 'wood' }: BoardOptions = {},
  ) {
    this.host = document.createElement('partita-board');
    if (theme !== 'system') this.host.dataset.theme = theme;
    this.host.dataset.board = material;
    const root = this.host.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = ownCss(appCss);
    root.append(style);
    target.append(this.host);
    this.shown.label = label;
    this.component = mount(EmbeddedBoard, { target: root, props: { shown: this.shown, onmove: onMove } });
  }

  /** The position the engine answered with; `canMove`: whether a person may move now. */
  show(
    reply: PositionReply,
    { canMove = true, arrows = [] }: { canMove?: boolean; arrows?: readonly Arrow[] } = {},
  ): void {
    Object.assign(this.shown, { reply, canMove, arrows });
  }

  remove(): void {
    void unmount(this.component);
    this.host.remove();
  }
}
