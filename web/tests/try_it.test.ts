import { describe, expect, test } from 'vitest';
import { AUTHORS, REPORTS } from '../src/lib/reports';
import { asked, defaultSetup, toRequest, withTime } from '../src/lib/setup';
import { trialOf } from '../src/lib/try_it';
import type { GameKind } from '../src/wire/types';

const kind: GameKind = {
  name: 'tafl',
  title: 'Tafl',
  presets: [
    { name: 'rudin', help: '' },
    { name: 'partita', help: '' },
  ],
  rule_options: [{ name: 'rules', kind: 'combo', default: 'ashton', choices: ['ashton', 'mcgill'], help: '' }],
  levels: [{ level: 4, name: 'Casual', engine: 'partita', limits: {} }],
};

describe('trying what a report claims', () => {
  test('a game is a table with these seats', () => {
    expect(trialOf('partita play tafl --rules mcgill --seats human/rudin')).toEqual({
      kind: 'link',
      href: '/new/tafl#rule=rules%3Dmcgill&seat=human&seat=rudin',
    });
    expect(trialOf('partita play omega --side 5 --seats human/trebing-full --clock 900')).toEqual({
      kind: 'link',
      href: '/new/omega#rule=side%3D5&seat=human&seat=trebing-full&clock=900',
    });
  });
  test('a search is an analysis by that engine', () => {
    expect(trialOf('partita go --game andantino --preset rao-ab-negamax-tt-id,as=program --depth 3')).toEqual({
      kind: 'link',
      href: '/analysis#game=andantino&engine=rao-ab-negamax-tt-id%2Cas%3Dprogram',
    });
    expect(trialOf('partita why --game andantino --moves "K10 K11 J11" I10')).toEqual({
      kind: 'link',
      href: '/analysis#game=andantino&moves=K10+K11+J11',
    });
  });
  test('a match is a command to copy, and other code is nothing', () => {
    const arena = 'partita arena --game andantino --engines sweere-groups sweere-none --tc nodes=2000';
    expect(trialOf(arena)).toEqual({ kind: 'copy', command: arena });
    expect(trialOf('partita play omega --side 5 --seats ah')).toEqual({
      kind: 'copy',
      command: 'partita play omega --side 5 --seats ah',
    });
    expect(trialOf('tt_move=off')).toBeNull();
    expect(trialOf('partita go … --preset rudin')).toBeNull();
  });
  test('a link sets the table', () => {
    const setup = asked(
      kind,
      defaultSetup(kind),
      '#rule=rules%3Dmcgill&seat=human&seat=rudin%2Crandom_equal%3Doff&seconds=2',
    );
    expect(toRequest('tafl', setup, '')).toEqual({
      game: 'tafl',
      rules: { rules: 'mcgill' },
      seats: [{ kind: 'human' }, { kind: 'engine', engine: 'rudin,random_equal=off', limits: { movetime_ms: 2000 } }],
    });
    expect(asked(kind, defaultSetup(kind), '#seat=human&seat=nobody')).toEqual(defaultSetup(kind));
    expect(asked(kind, defaultSetup(kind), '')).toEqual(defaultSetup(kind));
  });
  test('an engine with a clock divides it itself', () => {
    const setup = withTime(asked(kind, defaultSetup(kind), '#seat=human&seat=rudin'), { minutes: 15 });
    expect(toRequest('tafl', setup, '')).toEqual({
      game: 'tafl',
      rules: { rules: 'ashton' },
      seats: [{ kind: 'human' }, { kind: 'engine', engine: 'rudin' }],
      clock: { initial_ms: 900000, increment_ms: 0 },
    });
  });
  test('every report has its author’s engine and time', () => {
    for (const report of REPORTS) expect(AUTHORS[report].seconds ?? AUTHORS[report].minutes).toBeGreaterThan(0);
  });
});
