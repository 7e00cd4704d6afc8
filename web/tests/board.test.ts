import { describe, expect, test } from 'vitest';
import { framesOf } from '../src/board/frames';
import { boundsOf, busyBounds, nearestCell, rowsOf, stepFrom } from '../src/board/geometry';
import { freshInput, type Situation, touchName } from '../src/board/input';
import { edgeLabels } from '../src/board/labels';
import { lastTurnCells, letterOf, lineMarks, overlayNames, previewAt } from '../src/board/marks';
import { firstTouches, forcedTouches, handOf, nextTouches, touch } from '../src/board/paths';
import { steady, viewOf, zooms } from '../src/board/view';
import type { Layout, PositionReply } from '../src/wire/types';
import { fromHand, go, hexLayout, position, put, squareLayout } from './samples';

const hex = hexLayout(3);
const square = squareLayout(3);
const nameAt = (layout: typeof hex, i: number) => layout.cells[i]?.name;
const find = (layout: typeof hex, name: string) => layout.cells.findIndex((cell) => cell.name === name);

describe('paths', () => {
  test('a placement is one touch', () => {
    expect(touch([put('A1')], [], 'A1')).toMatchObject({ kind: 'move', move: 'A1' });
    expect(touch([put('A1')], [], 'B1')).toMatchObject({ kind: 'refused' });
  });
  test('a piece is picked up, given back, exchanged and moved', () => {
    const legal = [go('a1', 'a3'), go('b1', 'b2')];
    expect(nextTouches(legal, [])).toEqual(new Set(['a1', 'b1']));
    expect(touch(legal, [], 'a1')).toEqual({ kind: 'partial', touched: ['a1'] });
    expect(touch(legal, ['a1'], 'a1')).toEqual({ kind: 'partial', touched: [] });
    expect(touch(legal, ['a1'], 'b1')).toEqual({ kind: 'partial', touched: ['b1'] });
    expect(touch(legal, ['a1'], 'a3')).toMatchObject({ kind: 'move', move: 'a1-a3' });
    expect(touch(legal, ['a1'], 'b2')).toEqual({ kind: 'refused', touched: ['a1'] });
  });
  test('the own stone is in the hand already, another is one touch away', () => {
    const legal = [fromHand('W', 'A1'), fromHand('B', 'A1')];
    expect(handOf(legal)).toEqual(['@W', '@B']);
    expect(firstTouches(legal, 'B')).toEqual(['@B']);
    expect(touch(legal, ['@B'], '@W')).toEqual({ kind: 'partial', touched: ['@W'] });
    expect(touch(legal, ['@W'], 'A1')).toMatchObject({ kind: 'move', move: 'W:A1' });
  });
  test('a single kind of stone is taken up by itself, a bare word is not played by itself', () => {
    expect(forcedTouches([fromHand('B', 'A1'), fromHand('B', 'B1')], [])).toEqual(['@B']);
    expect(forcedTouches([{ move: 'swap', path: ['@swap'] }], [])).toEqual([]);
    expect(touch([fromHand('W', 'A1'), { move: 'swap', path: ['@swap'] }], ['@W'], '@swap')).toMatchObject({
      kind: 'move',
      move: 'swap',
    });
  });
});

describe('geometry', () => {
  test('rows of the picture', () => expect(rowsOf(hex).map((row) => row.length)).toEqual([3, 4, 5, 4, 3]));
  test('arrows walk the row and come back over the rows', () => {
    const centre = find(hex, 'C3');
    const column = hex.cells[centre]!.x;
    expect(nameAt(hex, stepFrom(hex, centre, 'ArrowRight', column))).toBe('D3');
    const up = stepFrom(hex, stepFrom(hex, centre, 'ArrowUp', column), 'ArrowUp', column);
    expect(hex.cells[up]!.x).toBe(column);
    const back = stepFrom(hex, stepFrom(hex, up, 'ArrowDown', column), 'ArrowDown', column);
    expect(nameAt(hex, back)).toBe('C3');
  });
  test('the slanted keys are the other four neighbours of a hexagon', () => {
    const centre = find(hex, 'C3');
    const names = ['Home', 'PageUp', 'End', 'PageDown'].map((key) => nameAt(hex, stepFrom(hex, centre, key, 0)));
    expect(names).toEqual(['B2', 'C2', 'C4', 'D4']);
  });
  test('no key leaves the board', () => {
    expect(stepFrom(square, 0, 'ArrowUp', 0)).toBe(0);
    expect(stepFrom(square, 0, 'ArrowLeft', 0)).toBe(0);
    expect(nameAt(square, stepFrom(square, 0, 'ArrowDown', 0))).toBe('a2');
  });
  test('the nearest allowed cell within reach', () => {
    expect(nearestCell(square.cells, 0.6, 0, 1)).toBe(1);
    expect(nearestCell(square.cells, 0.6, 0, 1, new Set(['a3']))).toBe(0);
    expect(nearestCell(square.cells, 9, 9, 1)).toBe(-1);
  });
  test('a small corner of play is enlarged, a busy board is not', () => {
    const large = hexLayout(10);
    const whole = boundsOf(large.cells, 'hex');
    const stones = large.cells.map((cell) => (cell.name === 'J10' ? 'B' : ' ')).join('');
    expect(busyBounds(large, stones, new Set(['K10'])).width).toBeLessThan(whole.width / 2);
    expect(busyBounds(large, stones, new Set(large.cells.map((cell) => cell.name)))).toEqual(whole);
  });
  test('every letter and number has one label', () => {
    const texts = edgeLabels(hex).map((label) => label.text);
    expect(texts.sort()).toEqual(['1', '2', '3', '4', '5', 'A', 'B', 'C', 'D', 'E']);
    expect(edgeLabels(square)).toHaveLength(6);
  });
});

describe('marks', () => {
  const at = position(square, { a1: 't', b2: 'K' });
  test('the letter a path puts down', () => {
    expect(letterOf(square, at.stones, ['b2', 'b3'], 1)).toBe('K');
    expect(letterOf(hex, position(hex).stones, ['@B', 'A1'], 0)).toBe('B');
    expect(letterOf(hex, position(hex).stones, ['A1'], 1)).toBe('B');
  });
  test('a preview only where touching completes a move', () => {
    expect(previewAt(square, at, [go('a1', 'a2')], [], 'a1')).toBeNull();
    expect(previewAt(square, at, [go('a1', 'a2')], ['a1'], 'a2')).toEqual({ cell: 'a2', letter: 't' });
  });
  test('the last turn shows all its stones and none of the turn before', () => {
    const ply = (seat: number, cell: string, turn_end: boolean) => ({ move: cell, seat, path: ['@W', cell], turn_end });
    expect(lastTurnCells([ply(0, 'A1', false), ply(0, 'B1', true), ply(1, 'C1', false), ply(1, 'C2', true)])).toEqual([
      'C2',
      'C1',
    ]);
    expect(lastTurnCells([])).toEqual([]);
  });
  test('a line is numbered, moves are arrows', () => {
    expect(lineMarks(hex, position(hex), [['A1'], ['B1']]).ghosts).toEqual([
      { cell: 'A1', letter: 'W', label: '1' },
      { cell: 'B1', letter: 'B', label: '2' },
    ]);
    expect(lineMarks(square, at, [['a1', 'a2']]).arrows).toEqual([{ from: 'a1', to: 'a2', label: '1' }]);
  });
  test('overlays to switch: each name once, never the ending', () => {
    const overlay = (name: string) => ({ name, label: '', seat: 0, cells: [] });
    expect(
      overlayNames(position(hex, {}, { overlays: [overlay('threats'), overlay('threats'), overlay('ending')] })),
    ).toEqual(['threats']);
  });
});

describe('frames of a game that is looked at', () => {
  const reply = (
    layout: Layout,
    stones: Record<string, string>,
    moves: { move: string; path: string[] }[],
  ): PositionReply => ({
    game: '',
    rules: {},
    start: '',
    layout,
    moves: moves.map((move, i) => ({ ...move, seat: i % 2, turn_end: true })),
    position: position(layout, stones),
  });
  const standing = (layout: Layout, frame: string) =>
    Object.fromEntries(layout.cells.flatMap(({ name }, i) => (frame[i] === ' ' ? [] : [[name, frame[i]]])));

  test('stones are put down, by the mover or from the hand', () => {
    const [first, second] = [put('A1'), fromHand('W', 'B2')];
    const frames = framesOf(reply(hex, { C3: 'B' }, []), reply(hex, { C3: 'B', A1: 'W', B2: 'W' }, [first, second]));
    expect(frames.map((frame) => standing(hex, frame))).toEqual([
      { C3: 'B' },
      { C3: 'B', A1: 'W' },
      { C3: 'B', A1: 'W', B2: 'W' },
    ]);
  });
  test('pieces move and take', () => {
    const capture = { move: 'a1-a3xb3xb2', path: ['a1', 'a3'] };
    const frames = framesOf(
      reply(square, { a1: 't', b3: 'T', b2: 'T', c3: 't' }, []),
      reply(square, { a3: 't', c3: 't' }, [capture]),
    );
    expect(standing(square, frames[1]!)).toEqual({ a3: 't', c3: 't' });
  });
  test('begun in the middle, only later moves are shown', () => {
    const moves = [put('A1'), put('A2')];
    expect(framesOf(reply(hex, { A1: 'W' }, moves.slice(0, 1)), reply(hex, { A1: 'W', A2: 'B' }, moves))).toHaveLength(
      2,
    );
  });
  test('moves that do more than this knows lead from the first position to the last', () => {
    const end = reply(hex, { A1: 'B' }, [put('A1'), { move: 'swap', path: ['@swap'] }]);
    expect(framesOf(reply(hex, {}, []), end).map((frame) => standing(hex, frame))).toEqual([{}, { A1: 'B' }]);
  });
});

describe('input', () => {
  const at = (legal: ReturnType<typeof put>[], more: Partial<Situation> = {}): Situation => ({
    layout: square,
    position: position(square, { a1: 't', b1: 'K' }),
    legal,
    mustConfirm: false,
    ...more,
  });
  const legal = [go('a1', 'a3'), go('a1', 'a2')];
  const start = freshInput(at(legal));
  const effects = (situation: Situation, names: string[]): unknown[] => {
    let input = freshInput(situation);
    return names.map((name) => {
      const step = touchName(situation, input, name);
      input = step.input;
      return step.effect;
    });
  };

  test('a piece is picked, put back, and played', () => {
    expect(effects(at(legal), ['a1', 'a1', 'a1', 'a3'])).toEqual([
      { kind: 'picked', touched: ['a1'] },
      { kind: 'put-back' },
      { kind: 'picked', touched: ['a1'] },
      { kind: 'play', move: 'a1-a3' },
    ]);
  });
  test('a move that must be confirmed is played by the second touch, another one waits anew', () => {
    const careful = at([put('a3'), put('b3')], { mustConfirm: true });
    expect(effects(careful, ['a3', 'b3', 'b3'])).toEqual([
      { kind: 'confirm', move: 'a3' },
      { kind: 'confirm', move: 'b3' },
      { kind: 'play', move: 'b3' },
    ]);
    expect(touchName(careful, start, 'a3').input.pending).toEqual({ move: 'a3', cell: 'a3' });
  });
  test('what cannot be played is refused with the kind of reason, and nothing changes', () => {
    expect(touchName(at([]), start, 'a1')).toEqual({ input: start, effect: { kind: 'refuse', why: 'not-now' } });
    expect(touchName(at(legal), start, 'c3')).toEqual({ input: start, effect: { kind: 'refuse', why: 'rules' } });
    const hands = at([fromHand('W', 'a3'), fromHand('B', 'a3')]);
    expect(touchName(hands, { ...start, touched: [] }, 'a3').effect).toEqual({ kind: 'refuse', why: 'pick-first' });
  });
  test('ahead of time a piece is lifted, set down, and taken back', () => {
    const waiting = (cells: string[]) => at([], { ahead: { seat: 0, moves: true, cells } });
    const lifted = touchName(waiting([]), start, 'a1');
    expect(lifted).toEqual({ input: { ...start, lifted: 'a1' }, effect: { kind: 'plan', cells: [] } });
    expect(touchName(waiting([]), lifted.input, 'a3')).toEqual({
      input: start,
      effect: { kind: 'plan', cells: ['a1', 'a3'] },
    });
    expect(touchName(waiting(['a1', 'a3']), start, 'a3')).toEqual({
      input: start,
      effect: { kind: 'plan', cells: [] },
    });
    expect(touchName(waiting([]), start, 'b1').effect).toEqual({ kind: 'refuse', why: 'not-now' });
    const placing = at([], { ahead: { seat: 0, moves: false, cells: [] } });
    expect(touchName(placing, start, 'c3').effect).toEqual({ kind: 'plan', cells: ['c3'] });
    expect(touchName(placing, start, 'a1').effect).toEqual({ kind: 'refuse', why: 'not-now' });
  });
});

describe('view', () => {
  const large = hexLayout(8);
  const window = { room: { width: 500, height: 500 }, coordinates: true, closeUp: false };
  test('the whole board has room for its coordinates, a part keeps the window filled', () => {
    const whole = viewOf(large, null, window);
    expect(whole.box.width).toBeGreaterThan(boundsOf(large.cells, 'hex').width);
    expect(whole.labels).toHaveLength(30);
    const part = viewOf(large, { x: -2, y: -2, width: 4, height: 3 }, window);
    expect(part.box.width).toBeLessThan(whole.box.width);
    expect(part.labels.length).toBeLessThan(30);
    expect(viewOf(large, null, { ...window, coordinates: false }).labels).toEqual([]);
  });
  test('it zooms on phones and large boards where that is allowed, and in close-ups', () => {
    expect(zooms(large, window, true)).toBe(true);
    expect(zooms(square, { ...window, room: { width: 900, height: 900 } }, true)).toBe(false);
    expect(zooms(large, window, false)).toBe(false);
    expect(zooms(square, { ...window, closeUp: true }, false)).toBe(true);
  });
  test('the part shown does not shrink while the others move', () => {
    const [before, wanted] = [
      { x: 0, y: 0, width: 5, height: 5 },
      { x: 1, y: 1, width: 2, height: 2 },
    ];
    expect(steady(before, wanted, false)).toEqual(before);
    expect(steady(before, wanted, true)).toEqual(wanted);
    expect(steady(null, wanted, false)).toEqual(wanted);
  });
});
