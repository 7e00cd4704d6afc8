import type { Adaptive } from './adaptive';
import type { PuzzleProgress } from './puzzles';

/** What this browser's person chose; kept in local storage, applied to the document. */
export interface Settings {
  theme: 'system' | 'light' | 'dark';
  language: 'en' | 'it';
  /** What boards are made of. */
  board: 'plain' | 'wood' | 'slate' | 'paper';
  confirm: 'never' | 'touch' | 'always';
  sound: boolean;
  coordinates: boolean;
  legalDots: boolean;
  /** Its name on every cell, for those who type their moves. */
  cellNames: boolean;
  /** The engine's best moves on the board of an analysis. */
  bestMoves: boolean;
  /** What the engine found and spent, beside the board; null: where one of the reports' engines plays. */
  thinking: boolean | null;
  /** Analyses think in this browser, where the server's page brings an engine for it. */
  engineHere: boolean;
  zoom: 'auto' | 'whole';
  overlays: Record<string, boolean>;
  name: string;
  /** What was done with the puzzles, by game. */
  puzzles: Record<string, PuzzleProgress>;
  /** How far the exercises are done, by game. */
  exercises: Record<string, { done: number; all: number }>;
  /** How a game was last set up, by kind. */
  setups: Record<string, unknown>;
  /** Opponents whose level follows the results, by game. */
  adaptive: Record<string, Adaptive>;
  /** Clear mistakes against engines are told at once and may be taken back. */
  training: boolean;
}

const KEY = 'partita.settings';

function defaults(): Settings {
  const language = navigator.language?.toLowerCase().startsWith('it') ? 'it' : 'en';
  return {
    theme: 'system',
    language,
    board: 'wood',
    confirm: 'touch',
    sound: true,
    coordinates: true,
    legalDots: true,
    cellNames: false,
    bestMoves: true,
    thinking: null,
    engineHere: true,
    zoom: 'auto',
    overlays: {},
    name: '',
    puzzles: {},
    exercises: {},
    setups: {},
    adaptive: {},
    training: false,
  };
}

function load(): Settings {
  try {
    return { ...defaults(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return defaults();
  }
}

export const settings: Settings = $state(load());

/** Keeps the choices and shows theme and language on the document, now and whenever they change. */
export function followSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    document.documentElement.lang = settings.language;
    if (settings.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.board = settings.board;
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Without storage the choices last as long as the page.
    }
  });
}
