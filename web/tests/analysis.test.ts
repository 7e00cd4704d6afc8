import { describe, expect, test } from 'vitest';
import { fromFragment, fromText, toFragment, type Study } from '../src/analysis/record';
import { graphPoints, normalised, short, verdictOf } from '../src/analysis/score';
import {
  addLine,
  addMove,
  emptyTree,
  mainLine,
  movesTo,
  promote,
  readingOrder,
  readTree,
  removeNode,
  writeTree,
} from '../src/analysis/tree';

const ply = (move: string) => ({ move, seat: 0, turnEnd: true });
const study: Study = {
  game: 'omega',
  rules: { side: '5', tie: 'draw' },
  start: '5 2 5/6/7/8/9/8/7/6/5 1 WB',
  moves: ['W:E5', 'B:A1'],
};

describe('tree', () => {
  test('the same move is the same node', () => {
    const tree = emptyTree();
    expect(addMove(tree, 0, ply('a'))).toBe(addMove(tree, 0, ply('a')));
  });
  test('promote makes a variation the main line, remove takes all that follows', () => {
    const tree = emptyTree();
    const main = addLine(tree, 0, ['a', 'b', 'c'].map(ply));
    const side = addLine(tree, 0, ['a', 'x', 'y'].map(ply));
    expect(movesTo(tree, main)).toEqual(['a', 'b', 'c']);
    promote(tree, side);
    expect(mainLine(tree).map((id) => tree.nodes[id]!.move)).toEqual(['a', 'x', 'y']);
    const parent = removeNode(tree, tree.nodes[side]!.parent);
    expect(movesTo(tree, parent)).toEqual(['a']);
    expect(Object.keys(tree.nodes)).toHaveLength(4);
    expect(mainLine(tree).map((id) => tree.nodes[id]!.move)).toEqual(['a', 'b', 'c']);
  });
  test('variations are read after the move they replace', () => {
    const tree = emptyTree();
    addLine(tree, 0, ['a', 'b'].map(ply));
    addLine(tree, 0, ['x', 'y'].map(ply));
    const words = (items: ReturnType<typeof readingOrder>): unknown[] =>
      items.map((item) => (item.kind === 'move' ? `${item.ply}${tree.nodes[item.id]!.move}` : words(item.items)));
    expect(words(readingOrder(tree))).toEqual(['0a', ['0x', '1y'], '1b']);
  });
});

describe('written trees', () => {
  const back = (text: string) => writeTree(readTree(text));
  test('variations, marks and comments come back, whatever a comment holds', () => {
    for (const text of [
      'F5 E4?! {why not} (F4 G5! {a (b) c}) F4',
      '{before the first} a (b d (e)) (c) f!!',
      'a {back\\\\slash \\{and\\} brackets \\}}',
      '',
    ])
      expect(back(text)).toBe(text);
    const tree = readTree('a');
    tree.nodes[1]!.comment = 'a } { \\ ( ) ! \n line \\';
    expect(readTree(writeTree(tree)).nodes[1]!.comment).toBe('a } { \\ ( ) ! \n line \\');
  });
  test('what people write: numbers, results, a whole turn of Omega in a word', () => {
    expect(back('1. C3/A1 {x} 1... A2/B2 (1... B2/A2 {y}) 2. D4/B4 0-1')).toBe(
      'W:C3 B:A1 {x} W:A2 (W:B2 B:A2 {y}) B:B2 W:D4 B:B4',
    );
  });
  test('rubbish is no reason to fall over', () => {
    for (const text of [')))', '(((', '{', '}', '( a', 'a ) b', '{\\', '(){}', '$$ 1. * 1-0'])
      expect(() => readTree(text)).not.toThrow();
  });
});

describe('records', () => {
  test('a link carries the whole game', () => expect(fromFragment(`#${toFragment(study)}`)).toEqual(study));
  test('bare moves with numbers and marks belong to the game on the board', () => {
    expect(
      fromText('1. K10 K11?! 2.J11 {good} 1-0', { game: 'andantino', rules: { side: '4' }, start: 'x', moves: [] }),
    ).toEqual({
      game: 'andantino',
      rules: { side: '4' },
      start: '',
      moves: ['K10', 'K11', 'J11'],
      tree: 'K10 K11?! J11 {good}',
    });
  });
  test('a link is read here, records are left to the server', () => {
    expect(fromText(`http://localhost/analysis#${toFragment(study)}`, study)).toEqual(study);
    expect(fromText(JSON.stringify({ format: 'partita-game-1', ...study }), study)).toBeNull();
    expect(fromText('[Game "omega"]\n\n1. E5/A1 *', study)).toBeNull();
    expect(fromText('  ', study)).toBeNull();
  });
});

describe('scores', () => {
  const score = { value: 0, bound: 'exact' as const, win: 0.5, draw: 0.2, by_seat: [0.6, 0.4] };
  test('proven results are told as such', () => {
    expect(verdictOf({ ...score, distance: 7 })).toEqual({ kind: 'won', plies: 7 });
    expect(verdictOf({ ...score, distance: -4 })).toEqual({ kind: 'lost', plies: 4 });
    expect(verdictOf({ ...score, distance: 0 })).toEqual({ kind: 'drawn' });
    expect(verdictOf({ ...score, distance: null })).toEqual({ kind: 'share', share: 0.6, bound: 'exact' });
  });
  test('shares add up to one', () => {
    expect(normalised([1, 3])).toEqual([0.25, 0.75]);
    expect(normalised([0, 0])).toEqual([0.5, 0.5]);
  });
  test('counts are short', () => expect([999, 1500, 25_000_000].map(short)).toEqual(['999', '1.5 k', '25 M']));
  test('the graph skips what is not known', () =>
    expect(graphPoints([[1, 0], undefined, [0.5, 0.5]], 0)).toEqual([
      { x: 0, y: 0, ply: 0 },
      { x: 1, y: 0.5, ply: 2 },
    ]));
});
