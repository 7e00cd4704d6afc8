import { api } from '../net/api';
import { keepGrants } from '../net/tokens';
import { begun } from './adaptive';
import { settings } from './settings.svelte';
import { isAdaptive, toRequest, type Setup } from './setup';

/** Makes the game of a setup, keeps its seats, and remembers both what was chosen and whether the result moves a level. */
export async function createGame(game: string, setup: Setup): Promise<string> {
  settings.setups[game] = setup;
  const first = setup.seats.find(isAdaptive);
  const adaptive = first && (settings.adaptive[game] ?? { level: first.level, open: [] });
  const created = await api.create(toRequest(game, setup, settings.name, adaptive?.level));
  keepGrants(created.game_id, created.seats);
  if (adaptive) settings.adaptive[game] = begun(adaptive, created.game_id);
  return created.game_id;
}
