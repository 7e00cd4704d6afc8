/** Studies this browser keeps by name; the fragment is what an address of the analysis carries. */
export interface KeptStudy {
  name: string;
  fragment: string;
  changed: number;
}

const KEY = 'partita.studies';
const LAST_KEY = 'partita.analysis';

function load(): KeptStudy[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter(isStudy) : [];
  } catch {
    return [];
  }
}

export function isStudy(value: unknown): value is KeptStudy {
  const one = value as Partial<KeptStudy> | null;
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof one.name === 'string' &&
    one.name !== '' &&
    typeof one.fragment === 'string' &&
    typeof one.changed === 'number'
  );
}

export const studies = $state({ all: load() });

function write(all: KeptStudy[]): void {
  studies.all = [...all].sort((a, b) => b.changed - a.changed);
  try {
    localStorage.setItem(KEY, JSON.stringify(studies.all));
  } catch {
    // Without storage they last as long as the page.
  }
}

export const findStudy = (name: string): KeptStudy | undefined => studies.all.find((study) => study.name === name);

export function keepStudy(study: KeptStudy): void {
  write([...studies.all.filter(({ name }) => name !== study.name), study]);
}

export function forgetStudy(name: string): void {
  write(studies.all.filter((study) => study.name !== name));
}

/** What lay on the analysis table last. */
export function lastAnalysis(): string {
  try {
    return localStorage.getItem(LAST_KEY) ?? '';
  } catch {
    return '';
  }
}

export function keepLast(fragment: string): void {
  try {
    localStorage.setItem(LAST_KEY, fragment);
  } catch {
    // As above.
  }
}
