// What is shipped with the program, as the tests need it.
import { readFileSync } from 'node:fs';

/** The puzzles of a game by the numbers the page has for them, each with the plies to its win and the solution's first turn. */
export function puzzlesOf(game) {
  const text = readFileSync(new URL(`../../data/puzzles/${game}.txt`, import.meta.url), 'utf8');
  return text
    .split(/^\[Game /m)
    .slice(1)
    .map((record, i) => ({
      number: i + 1,
      plies: Number(/\[Plies "(\d+)"\]/.exec(record)[1]),
      solution: /\n\n([^]*?)\s(?:\*|[01\/2]+(?:-[01\/2]+)+)\s/
        .exec(record)[1]
        .split(/\s+/)
        .filter((word) => !/^\d+\.+$/.test(word)),
    }));
}
