/** The five reports this house began with; their engines carry the author's name. */
export const REPORTS = ['sweere', 'aboukhadra', 'rao', 'rudin', 'trebing'] as const;
export type Report = (typeof REPORTS)[number];

/** The report an engine comes from: "sweere-groups,seed=3" is Sweere's. */
export function reportOf(engine: string | undefined): Report | undefined {
  const name = /^[a-z]+(?=$|[-,])/.exec(engine ?? '')?.[0];
  return REPORTS.find((report) => report === name);
}

/** What an author gave his engine to play with: seconds a move, minutes for a game, or a depth that it reaches at once. */
export interface AuthorEngine {
  game: string;
  rules: Record<string, string>;
  preset: string;
  seconds?: number;
  minutes?: number;
}

export const AUTHORS: Record<Report, AuthorEngine> = {
  sweere: { game: 'andantino', rules: { side: '10' }, preset: 'sweere-neighbours', minutes: 10 },
  aboukhadra: { game: 'andantino', rules: { side: '10' }, preset: 'aboukhadra-tt-killers-id', seconds: 3 },
  rao: { game: 'andantino', rules: { side: '10' }, preset: 'rao-ab-negamax-tt-id', seconds: 15 },
  rudin: { game: 'tafl', rules: { rules: 'mcgill' }, preset: 'rudin', seconds: 2 },
  trebing: { game: 'omega', rules: { side: '5' }, preset: 'trebing-full', minutes: 15 },
};
