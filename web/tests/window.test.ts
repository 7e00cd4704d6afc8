import { describe, expect, it } from 'vitest';
import { readInline, readMarkdown } from '../src/lib/markdown';
import { reportOf } from '../src/lib/reports';
import { lastThought, rowsOfDepths } from '../src/lib/thoughts';
import { readTyped } from '../src/lib/typed';
import { fromHand, go, hexLayout, position, put, squareLayout } from './samples';

describe('typed moves', () => {
  const hex = hexLayout(3);
  const square = squareLayout(9);
  it('are read in any case and with any sign between', () => {
    expect(readTyped('c3', hex, position(hex), [put('C3')])).toEqual({ kind: 'move', move: 'C3' });
    for (const text of ['e4-e7', 'E4 e7', 'e4e7', 'e4 -> e7'])
      expect(readTyped(text, square, position(square, { e4: 't' }), [go('e4', 'e7')])).toEqual({
        kind: 'move',
        move: 'e4-e7',
      });
  });
  it('need no letter for the own stone, nor for the only kind left', () => {
    const legal = [fromHand('W', 'C3'), fromHand('B', 'C3')];
    expect(readTyped('C3', hex, position(hex), legal)).toEqual({ kind: 'move', move: 'W:C3' });
    expect(readTyped('b c3', hex, position(hex), legal)).toEqual({ kind: 'move', move: 'B:C3' });
    expect(readTyped('C3', hex, position(hex), [fromHand('B', 'C3')])).toEqual({ kind: 'move', move: 'B:C3' });
  });
  it('say what is wrong with them', () => {
    const at = position(hex, { C3: 'B' });
    const why = (text: string) => readTyped(text, hex, at, [put('A1')]);
    expect(why('')).toMatchObject({ kind: 'refused', why: 'typed.unreadable' });
    expect(why('x9')).toMatchObject({ why: 'typed.noCell', values: { name: 'x9' } });
    expect(why('C3')).toMatchObject({ why: 'typed.taken' });
    expect(why('B2')).toMatchObject({ why: 'typed.notThere' });
    const board = position(square, { e4: 't', a1: 'K' });
    const said = (text: string) => readTyped(text, square, board, [go('e4', 'e7')]);
    expect(said('b2-b3')).toMatchObject({ why: 'typed.nothingThere' });
    expect(said('a1-a2')).toMatchObject({ why: 'typed.cannotMove' });
    expect(said('e4')).toMatchObject({ why: 'typed.whereTo' });
    expect(said('e4-a4')).toMatchObject({ why: 'typed.noWay', values: { from: 'e4', to: 'a4' } });
  });
});

describe('thoughts', () => {
  const thought = (nodes: number) => ({ depth: 2, nodes, time_ms: 5, nps: 1, legal: 3, depths: [] });
  it('of a depth are what it took beyond the one before', () => {
    const rows = rowsOfDepths([
      { depth: 1, time_ms: 2, nodes: 10, value: 1, distance: null },
      { depth: 2, time_ms: 7, nodes: 35, value: 3, distance: null },
    ]);
    expect(rows.map(({ ms, nodes }) => [ms, nodes])).toEqual([
      [2, 10],
      [5, 25],
    ]);
  });
  it('are those of the last whole turn of an engine', () => {
    const ply = (move: string, seat: number, turn_end: boolean, nodes?: number) => ({
      move,
      seat,
      turn_end,
      path: [],
      ...(nodes ? { thought: thought(nodes) } : {}),
    });
    const found = lastThought([ply('W:A1', 0, false, 1), ply('B:A2', 0, true, 2), ply('W:A3', 1, false)]);
    expect(found).toMatchObject({ seat: 0, number: 1 });
    expect(found?.plies.map(({ move }) => move)).toEqual(['W:A1', 'B:A2']);
    expect(lastThought([ply('A1', 0, true)])).toBeNull();
  });
});

describe('reports', () => {
  it('are known by their engines’ names', () => {
    expect(reportOf('sweere-groups,seed=3')).toBe('sweere');
    expect(reportOf('rudin,seed=1')).toBe('rudin');
    expect(reportOf('rudin')).toBe('rudin');
    expect(reportOf('raoul')).toBeUndefined();
    expect(reportOf('partita-ab')).toBeUndefined();
    expect(reportOf(undefined)).toBeUndefined();
  });
  it('are pages of headings, tables, lists and pictures', () => {
    const blocks = readMarkdown(
      '# A\n\nText **b** `c|d`\ngoes on\n\n| x | y |\n|---|--:|\n| 1 \\| 2 | [l](rao.md) |\n\n- one\n  more\n- two\n\n```sh\nrun\n```\n![p](a.svg)',
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'table', 'list', 'code', 'paragraph']);
    expect(blocks[2]).toMatchObject({ rows: [[[{ text: '1 | 2' }], [{ kind: 'link', href: 'rao.md' }]]] });
    expect(blocks[3]).toMatchObject({ items: [[{ text: 'one more' }], [{ text: 'two' }]] });
    expect(readInline('<script>x</script>')).toEqual([{ kind: 'text', text: '<script>x</script>' }]);
  });
});

it('the label of a link is plain words, whatever emphasis stands in it', () => {
  expect(readInline('[Sam Sweere, *Intelligent Search*](sweere.md)')).toEqual([
    { kind: 'link', text: 'Sam Sweere, Intelligent Search', href: 'sweere.md' },
  ]);
});
