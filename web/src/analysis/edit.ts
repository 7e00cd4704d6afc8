export const withStone = (stones: string, at: number, letter: string): string =>
  stones.slice(0, at) + (stones[at] === letter ? ' ' : letter) + stones.slice(at + 1);
