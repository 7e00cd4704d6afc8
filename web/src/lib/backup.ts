import { t } from '../i18n/messages.svelte';
import { keepGrants, keptOf, myGameIds } from '../net/tokens';
import type { GameRecord } from '../wire/types';
import { settings, type Settings } from './settings.svelte';
import { findStudy, isStudy, keepStudy, studies } from './studies.svelte';

const FORMAT = 'partita-browser-1';

/** Everything this browser keeps: choices, studies, the seats of its games; and the games themselves, to be read elsewhere. */
export function writeBackup(games: readonly GameRecord[]): string {
  const seats = Object.fromEntries(myGameIds().map((id) => [id, keptOf(id)]));
  return JSON.stringify({ format: FORMAT, settings, studies: studies.all, seats, games }, null, 1);
}

/** Takes a backup in: nothing of what is here is lost, a study of the same name counts if it is newer. */
export function readBackup(text: string): { games: number; studies: number } {
  const backup = JSON.parse(text) as {
    format?: unknown;
    settings?: Partial<Settings>;
    studies?: unknown;
    seats?: Record<string, unknown>;
  };
  if (backup.format !== FORMAT) throw new Error(t('mine.noBackup'));
  const kept = (Array.isArray(backup.studies) ? backup.studies : []).filter(isStudy);
  for (const study of kept) if ((findStudy(study.name)?.changed ?? 0) < study.changed) keepStudy(study);
  const seats = Object.entries(backup.seats ?? {}).filter(([id]) => /^[a-z0-9]{12}$/.test(id));
  for (const [id, value] of seats) {
    const { tokens = [], seats: own = [] } = value as { tokens?: string[]; seats?: number[] };
    keepGrants(
      id,
      tokens.flatMap((token, i) =>
        typeof token === 'string' ? [{ seat: own[i] ?? i, kind: 'human' as const, token }] : [],
      ),
    );
  }
  for (const [game, progress] of Object.entries(backup.settings?.puzzles ?? {})) settings.puzzles[game] ??= progress;
  if (!settings.name && typeof backup.settings?.name === 'string') settings.name = backup.settings.name;
  return { games: seats.length, studies: kept.length };
}
