import type { ArenaResult } from '../wire/types';

export interface Bar {
  name: string;
  value: number;
  error: number | null;
}

/** What the plot shows of each player: Elo, or where there is none (more than two seats) the share in per cent. */
export function barsOf(result: ArenaResult): Bar[] {
  const bars = result.players.map(({ player, score, rating }) =>
    result.rated
      ? { name: player, value: rating.value, error: rating.error }
      : { name: player, value: score.value * 100, error: score.error === null ? null : score.error * 100 },
  );
  return bars.sort((a, b) => b.value - a.value);
}

/** Round numbers that cover every bar with its error. */
export function ticksOf(bars: readonly Bar[]): { low: number; high: number; marks: number[] } {
  const ends = bars.flatMap(({ value, error }) => [value - (error ?? 0), value + (error ?? 0)]);
  const least = Math.min(0, ...ends);
  const most = Math.max(0, ...ends);
  const span = Math.max(most - least, 1);
  const rough = span / 5;
  const scale = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * scale).find((size) => size >= rough) ?? scale * 10;
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const marks: number[] = [];
  for (let mark = low; mark <= high + step / 2; mark += step) marks.push(Number(mark.toFixed(6)));
  return { low, high, marks };
}
