import type { CreateGame, GameKind, OptionSpec, Rules, SeatRequest } from '../wire/types';

/** `adaptive`: the level follows the results of its games. */
export interface SeatChoice {
  who: 'me' | 'engine' | 'friend';
  level: number;
  preset: string;
  seconds: number;
  switches: Rules;
  adaptive: boolean;
}

export const isAdaptive = (seat: SeatChoice): boolean => seat.who === 'engine' && seat.preset === '' && seat.adaptive;

/** What the form for a new game holds. */
export interface Setup {
  rules: Rules;
  seats: SeatChoice[];
  shuffle: boolean;
  clock: boolean;
  minutes: number;
  increment: number;
  swapAfter: number;
  /** Text of the position to begin with; empty: the usual one. */
  start: string;
}

export const defaultSeat = (who: SeatChoice['who']): SeatChoice => ({
  who,
  level: 4,
  preset: '',
  seconds: 1,
  switches: {},
  adaptive: false,
});

export function defaultSetup(kind: GameKind): Setup {
  const rules = Object.fromEntries(kind.rule_options.map((option) => [option.name, option.default]));
  return {
    rules,
    seats: [defaultSeat('me'), defaultSeat('engine')],
    shuffle: false,
    clock: false,
    minutes: 10,
    increment: 5,
    swapAfter: 0,
    start: '',
  };
}

/** Takes a remembered setup as far as it still fits what the server offers. */
export function repaired(kind: GameKind, remembered: unknown): Setup {
  const fresh = defaultSetup(kind);
  if (typeof remembered !== 'object' || remembered === null) return fresh;
  const old = remembered as Partial<Setup>;
  // Where it begins is chosen anew each time.
  const setup: Setup = { ...fresh, ...old, rules: { ...fresh.rules }, start: '' };
  for (const option of kind.rule_options) {
    const value = old.rules?.[option.name];
    if (value !== undefined && isAllowed(option, value)) setup.rules[option.name] = value;
  }
  setup.seats = (Array.isArray(old.seats) ? old.seats : fresh.seats).map((seat) => ({
    ...defaultSeat('engine'),
    ...seat,
  }));
  for (const seat of setup.seats) {
    if (seat.preset && !kind.presets.some((preset) => preset.name === seat.preset)) seat.preset = '';
    if (!seat.preset) seat.switches = {};
    if (!kind.levels.some((level) => level.level === seat.level)) seat.level = kind.levels[0]?.level ?? 1;
  }
  return withSeats(setup, setup.seats.length);
}

export function isAllowed(option: OptionSpec, value: string): boolean {
  if (option.kind === 'combo') return option.choices?.includes(value) ?? false;
  if (option.kind === 'check') return value === 'on' || value === 'off' || value === 'true' || value === 'false';
  if (option.kind === 'spin')
    return (
      /^-?\d+$/.test(value) && Number(value) >= (option.min ?? -Infinity) && Number(value) <= (option.max ?? Infinity)
    );
  return true;
}

export function withSeats(setup: Setup, count: number): Setup {
  const seats = setup.seats.slice(0, count);
  while (seats.length < count) seats.push(defaultSeat('engine'));
  return { ...setup, seats };
}

/** "partita,killers=off": the preset and the switches that were changed. */
export function engineSpec({ preset, switches }: Pick<SeatChoice, 'preset' | 'switches'>): string {
  return [preset, ...Object.entries(switches).map(([name, value]) => `${name}=${value}`)].join(',');
}

function seatRequest(choice: SeatChoice, name: string, adapted: number | undefined): SeatRequest {
  if (choice.who === 'me') return name ? { kind: 'human', name } : { kind: 'human' };
  if (choice.who === 'friend') return { kind: 'friend' };
  // An engine that divides its clock itself has no time for a move.
  if (choice.preset && !(choice.seconds > 0)) return { kind: 'engine', engine: engineSpec(choice) };
  if (choice.preset)
    return {
      kind: 'engine',
      engine: engineSpec(choice),
      limits: { movetime_ms: Math.max(50, Math.round(choice.seconds * 1000)) },
    };
  return { kind: 'engine', level: isAdaptive(choice) ? (adapted ?? choice.level) : choice.level };
}

/** `adapted` is the level of engines that adapt. */
export function toRequest(game: string, setup: Setup, name: string, adapted?: number): CreateGame {
  const request: CreateGame = {
    game,
    rules: setup.rules,
    seats: setup.seats.map((seat) => seatRequest(seat, name, adapted)),
  };
  if (setup.start) request.start = setup.start;
  if (setup.shuffle) request.shuffle = true;
  if (setup.clock)
    request.clock = {
      initial_ms: Math.max(1, setup.minutes) * 60_000,
      increment_ms: Math.max(0, setup.increment) * 1000,
    };
  if (setup.swapAfter > 0 && setup.seats.length === 2) request.swap_after = setup.swapAfter;
  return request;
}

/** "rudin,depth_policy=none" as a seat's choice; "human" is a person. */
export function seatOf(spec: string): SeatChoice {
  if (spec === 'human' || spec === 'h') return defaultSeat('me');
  const [preset = '', ...changes] = spec.split(',');
  const switches = Object.fromEntries(
    changes
      .filter((change) => change.includes('='))
      .map((change) => [change.slice(0, change.indexOf('=')), change.slice(change.indexOf('=') + 1)]),
  );
  return { ...defaultSeat('engine'), preset, switches };
}

/** The setup that a link asks for ("#seat=human&seat=rudin&clock=900&rule=side=5"); as it was where it asks for none. */
export function asked(kind: GameKind, setup: Setup, fragment: string): Setup {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const seats = fields
    .getAll('seat')
    .map(seatOf)
    .filter((seat) => seat.who === 'me' || kind.presets.some((preset) => preset.name === seat.preset));
  if (seats.length !== 2) return setup;
  const rules = { ...setup.rules };
  for (const rule of fields.getAll('rule')) {
    const [name, value] = [rule.slice(0, rule.indexOf('=')), rule.slice(rule.indexOf('=') + 1)];
    const option = kind.rule_options.find((other) => other.name === name);
    if (option && isAllowed(option, value)) rules[name] = value;
  }
  const clock = Number(fields.get('clock') ?? 0);
  const seconds = Number(fields.get('seconds') ?? 0);
  return withTime(
    { ...setup, rules, seats, start: '', shuffle: false },
    clock > 0 ? { minutes: clock / 60 } : seconds > 0 ? { seconds } : {},
  );
}

/** Engines get so many seconds a move, or all seats so many minutes a game, which each engine divides itself. */
export function withTime(setup: Setup, { minutes, seconds }: { minutes?: number; seconds?: number }): Setup {
  if (minutes)
    return {
      ...setup,
      clock: true,
      minutes,
      increment: 0,
      seats: setup.seats.map((seat) => ({ ...seat, seconds: seat.who === 'engine' ? 0 : seat.seconds })),
    };
  if (seconds)
    return {
      ...setup,
      clock: false,
      seats: setup.seats.map((seat) => ({ ...seat, seconds: seat.who === 'engine' ? seconds : seat.seconds })),
    };
  return setup;
}
