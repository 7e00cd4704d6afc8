import type { Proven } from '../wire/types';

/** A variation tree of moves by name. Nodes are found by number; 0 is the start. The first child is the main line. */
export interface TreeNode {
  id: number;
  parent: number;
  move: string;
  seat: number;
  turnEnd: boolean;
  children: number[];
  mark?: string;
  comment?: string;
  shares?: number[];
  /** How it ends from here, once that is proven: kept, so that it is not forgotten a move later. */
  proven?: Proven;
}

export interface Tree {
  nodes: Record<number, TreeNode>;
  next: number;
}

export interface Ply {
  move: string;
  seat: number;
  turnEnd: boolean;
}

export function emptyTree(): Tree {
  return { nodes: { 0: { id: 0, parent: -1, move: '', seat: -1, turnEnd: true, children: [] } }, next: 1 };
}

export function nodeOf(tree: Tree, id: number): TreeNode {
  const node = tree.nodes[id];
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

/** Adds a move below a node, or finds it there. */
export function addMove(tree: Tree, parent: number, ply: Ply): number {
  const found = nodeOf(tree, parent).children.find((child) => nodeOf(tree, child).move === ply.move);
  if (found !== undefined) return found;
  const id = tree.next++;
  tree.nodes[id] = { id, parent, children: [], ...ply };
  nodeOf(tree, parent).children.push(id);
  return id;
}

export function addLine(tree: Tree, parent: number, plies: readonly Ply[]): number {
  return plies.reduce((at, ply) => addMove(tree, at, ply), parent);
}

/** Node numbers from the first move to this node. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at > 0; at = nodeOf(tree, at).parent) path.unshift(at);
  return path;
}

export function movesTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id).map((at) => nodeOf(tree, at).move);
}

/** From the start along first children to the end. */
export function mainLine(tree: Tree, from = 0): number[] {
  const line: number[] = [];
  for (let at = nodeOf(tree, from).children[0]; at !== undefined; at = nodeOf(tree, at).children[0]) line.push(at);
  return line;
}

/** Makes the line through this node the main one. */
export function promote(tree: Tree, id: number): void {
  for (const at of pathTo(tree, id)) {
    const { children } = nodeOf(tree, nodeOf(tree, at).parent);
    children.splice(children.indexOf(at), 1);
    children.unshift(at);
  }
}

/** Removes the node with all that follows; the answer is where to go from there. */
export function removeNode(tree: Tree, id: number): number {
  if (id === 0) return 0;
  const { parent } = nodeOf(tree, id);
  const siblings = nodeOf(tree, parent).children;
  siblings.splice(siblings.indexOf(id), 1);
  const doomed = [id];
  for (let at = doomed.pop(); at !== undefined; at = doomed.pop()) {
    doomed.push(...nodeOf(tree, at).children);
    delete tree.nodes[at];
  }
  return parent;
}

/** The tree as one reads it: the main line with variations nested after the move they replace. */
export type Shown = { kind: 'move'; id: number; ply: number } | { kind: 'variation'; items: Shown[] };

export function readingOrder(tree: Tree, from = 0, ply = 0): Shown[] {
  const shown: Shown[] = [];
  let at = from;
  let depth = ply;
  for (;;) {
    const [first, ...others] = nodeOf(tree, at).children;
    if (first === undefined) return shown;
    shown.push({ kind: 'move', id: first, ply: depth });
    for (const other of others) {
      shown.push({
        kind: 'variation',
        items: [{ kind: 'move', id: other, ply: depth }, ...readingOrder(tree, other, depth + 1)],
      });
    }
    at = first;
    depth += 1;
  }
}

/** Nodes in the order in which the tree is written: a move, the variations that replace it, what follows it. */
export function writtenOrder(tree: Tree, from = 0): number[] {
  const order: number[] = [];
  for (let at = from; ;) {
    const [first, ...others] = nodeOf(tree, at).children;
    if (first === undefined) return order;
    order.push(first);
    for (const other of others) order.push(other, ...writtenOrder(tree, other));
    at = first;
  }
}

const written = (comment: string | undefined): string => (comment ? `{${comment.replace(/[\\{}]/g, '\\$&')}}` : '');

function writeNode({ move, mark = '', comment }: TreeNode): string {
  return [move + mark, written(comment)].filter(Boolean).join(' ');
}

/** The whole tree in a line: "F5 E4?! {why} (F4 G5) F4", variations in brackets after the move they replace, marks and comments with the move. */
export function writeTree(tree: Tree, from = 0): string {
  const words = from === 0 ? [written(nodeOf(tree, 0).comment)].filter(Boolean) : [];
  for (let at = from; ;) {
    const [first, ...others] = nodeOf(tree, at).children;
    if (first === undefined) return words.join(' ');
    words.push(writeNode(nodeOf(tree, first)));
    for (const other of others)
      words.push(`(${[writeNode(nodeOf(tree, other)), writeTree(tree, other)].filter(Boolean).join(' ')})`);
    at = first;
  }
}

/** A comment, a bracket, or a word. */
const PART = /\{(?:[^\\}]|\\[^])*\}?|[()]|[^\s(){}]+/g;
const RESULT = /^([\d/]+(-[\d/]+)+|\*)$/;

/** A turn of Omega as records write it, "E5/A1": cells in the order of the colours. */
function stonesOf(word: string): string[] {
  const cells = word.split('/');
  return cells.length > 1 && cells.every((cell) => /^[A-Z]+\d+$/.test(cell))
    ? cells.map((cell, i) => `${'WBRU'[i] ?? ''}:${cell}`)
    : [word];
}

/** Reads what writeTree wrote, and movetext as people write it: numbers and results are passed over, and so are brackets that do not match. */
export function readTree(text: string): Tree {
  const tree = emptyTree();
  const open: number[] = [];
  /** Where the word that led to a node began: a whole turn of several stones may be one word. */
  const begun = new Map<number, number>();
  let at = 0;
  for (const [part] of text.matchAll(PART)) {
    if (part === '(') {
      open.push(at);
      at = begun.get(at) ?? 0;
    } else if (part === ')') {
      at = open.pop() ?? at;
    } else if (part.startsWith('{')) {
      const comment = (/^\{((?:[^\\}]|\\[^])*)/.exec(part)?.[1] ?? '').replace(/\\([\\{}])/g, '$1').trim();
      const node = nodeOf(tree, at);
      if (comment) node.comment = node.comment ? `${node.comment} ${comment}` : comment;
    } else {
      const [, move = '', mark = ''] = /^(.*?)([!?]*)$/.exec(part.replace(/^\d+\.+/, '')) ?? [];
      if (move === '' || move.startsWith('$') || RESULT.test(move)) continue;
      const before = at;
      at = addLine(
        tree,
        at,
        stonesOf(move).map((stone) => ({ move: stone, seat: -1, turnEnd: true })),
      );
      begun.set(at, before);
      if (mark) nodeOf(tree, at).mark = mark;
    }
  }
  return tree;
}

/** What is known of positions stays known when the same moves are laid out again. */
export function carryOver(from: Tree, to: Tree, source = 0, target = 0): void {
  const [old, fresh] = [nodeOf(from, source), nodeOf(to, target)];
  if (old.shares) fresh.shares ??= old.shares;
  if (old.proven) fresh.proven ??= old.proven;
  Object.assign(fresh, { seat: old.seat, turnEnd: old.turnEnd });
  for (const child of fresh.children) {
    const same = old.children.find((other) => nodeOf(from, other).move === nodeOf(to, child).move);
    if (same !== undefined) carryOver(from, to, same, child);
  }
}
