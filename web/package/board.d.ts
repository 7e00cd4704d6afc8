import type { PositionReply } from './types';

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

/** From cell to cell. */
export interface Arrow { from: string; to: string; label?: string }

/** A board of any game in an element of any page. It draws what it is shown and tells which move was made; rules are the engine's. */
export declare class Board {
  constructor(target: Element, options?: BoardOptions);
  /** The position the engine answered with; `canMove`: whether a person may move now. */
  show(reply: PositionReply, how?: { canMove?: boolean; arrows?: readonly Arrow[] }): void;
  remove(): void;
}
