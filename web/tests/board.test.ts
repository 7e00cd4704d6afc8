import { describe, expect, test } from 'vitest';
import { boundsOf, busyBounds, nearestCell, rowsOf, stepFrom } from '../src/board/geometry';
import { edgeLabels } from '../src/board/labels';
import { lastTurnCells, letterOf, lineMarks, overlayNames, previewAt } from '../src/board/marks';
import { firstTouches, forcedTouches, handOf, nextTouches, touch } from '../src/board/paths';
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
    expect(touch([fromHand('W', 'A1'), { move: 'swap', path: ['@swap'] }], ['@W'], '@swap')).toMatchObject({ kind: 'move', move: 'swap' });
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
    expect(lastTurnCells([ply(0, 'A1', false), ply(0, 'B1', true), ply(1, 'C1', false), ply(1, 'C2', true)])).toEqual(['C2', 'C1']);
    expect(lastTurnCells([])).toEqual([]);
  });
  test('a line is numbered, moves are arrows', () => {
    expect(lineMarks(hex, position(hex), [['A1'], ['B1']]).ghosts).toEqual([{ cell: 'A1', letter: 'W', label: '1' }, { cell: 'B1', letter: 'B', label: '2' }]);
    expect(lineMarks(square, at, [['a1', 'a2']]).arrows).toEqual([{ from: 'a1', to: 'a2', label: '1' }]);
  });
  test('overlays to switch: each name once, never the ending', () => {
    const overlay = (name: string) => ({ name, label: '', seat: 0, cells: [] });
    expect(overlayNames(position(hex, {}, { overlays: [overlay('threats'), overlay('threats'), overlay('ending')] }))).toEqual(['threats']);
  });
});
