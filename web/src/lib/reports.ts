/** The five reports this house began with; their engines carry the author's name. */
export const REPORTS = ['sweere', 'aboukhadra', 'rao', 'rudin', 'trebing'] as const;
export type Report = (typeof REPORTS)[number];

/** The report an engine comes from: "sweere-groups,seed=3" is Sweere's. */
export function reportOf(engine: string | undefined): Report | undefined {
  const name = /^[a-z]+(?=$|[-,])/.exec(engine ?? '')?.[0];
  return REPORTS.find((report) => report === name);
}
