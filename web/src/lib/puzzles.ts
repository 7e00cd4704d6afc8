import type { Puzzle } from '../wire/types';

/** What a person has done with one game's puzzles. */
export interface PuzzleProgress {
  rating: number;
  solved: number[];
  failed: number[];
  streak: number;
}

export const freshProgress = (): PuzzleProgress => ({ rating: 1200, solved: [], failed: [], streak: 0 });

/** How much one puzzle moves the rating. Large: there are a hundred puzzles, not thousands. */
const STEP = 40;

export function afterPuzzle(
  progress: PuzzleProgress,
  puzzle: Pick<Puzzle, 'number' | 'rating'>,
  right: boolean,
): PuzzleProgress {
  const expected = 1 / (1 + 10 ** ((puzzle.rating - progress.rating) / 400));
  const without = (list: readonly number[]) => list.filter((number) => number !== puzzle.number);
  return {
    rating: Math.round(progress.rating + STEP * ((right ? 1 : 0) - expected)),
    solved: right ? [...without(progress.solved), puzzle.number] : without(progress.solved),
    failed: right ? without(progress.failed) : [...without(progress.failed), puzzle.number],
    streak: right ? progress.streak + 1 : 0,
  };
}

/** The next puzzle: the unsolved one nearest to the person's rating, never the one just seen while there is another. */
export function nextPuzzle(puzzles: readonly Puzzle[], progress: PuzzleProgress, last = 0): Puzzle | undefined {
  const solved = new Set(progress.solved);
  const failed = new Set(progress.failed);
  const cost = (puzzle: Puzzle) =>
    Math.abs(puzzle.rating - progress.rating) +
    (failed.has(puzzle.number) ? 150 : 0) +
    (solved.has(puzzle.number) ? 10_000 : 0) +
    (puzzle.number === last ? 100_000 : 0);
  return [...puzzles].sort((a, b) => cost(a) - cost(b))[0];
}

/** In an address and a choice: the exercises in their order. */
export const COURSE = 'course';

/** The puzzles of some kinds of motif, joined by commas, those of the course in its order, or all. */
export function poolOf(puzzles: readonly Puzzle[], wanted: string): Puzzle[] {
  if (wanted === COURSE)
    return puzzles.filter((puzzle) => puzzle.lesson).sort((a, b) => (a.lesson ?? 0) - (b.lesson ?? 0));
  const kinds = wanted.split(',');
  const some = puzzles.filter(({ motifs }) => motifs.some((kind) => kinds.includes(kind)));
  return some.length > 0 ? some : [...puzzles];
}

/** The exercise after this one that is not done yet; the first of those left, or of all, behind the last. */
export function nextExercise(course: readonly Puzzle[], progress: PuzzleProgress, now?: Puzzle): Puzzle | undefined {
  const open = course.filter(({ number }) => !progress.solved.includes(number));
  return (
    open.find(({ lesson }) => (lesson ?? 0) > (now?.lesson ?? 0)) ??
    open.find((one) => one !== now) ??
    course.find((one) => one !== now) ??
    course[0]
  );
}
