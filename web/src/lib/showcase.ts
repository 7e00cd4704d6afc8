import { api } from '../net/api';
import { isMine } from '../net/tokens';
import type { Rules } from '../wire/types';
import { listedNames } from './players';

/** A game to look at on the first page: one that is being played now, else one worth knowing. */
export interface Showcase {
  name: 'resistance';
  game: string;
  rules: Rules;
  moves: string[];
  /** Where it is played. */ live?: string;
  players?: string;
}

/** Nobody has moved for longer: it is hardly live. */
const LIVE_MS = 120_000;

/** White's longest resistance on the standard board: at every turn the move that lasts longest, against the shipped strategy. */
const RESISTANCE =
  'I9 J9 K10 I10 J11 K11 I8 I11 J12 I12 K12 J13 L12 I13 H11 H12 L11 H13 I14 G11 H10 H9 G9 J14 K13 G10 F10 G12 G13 H14 I15 K14 K15 F12 G14 F13 E12 H15 F14 I16 H16 J16 J15 L15 K16 L16 M16 L17 K17 L14 G8 L13';

export async function showcase(): Promise<Showcase> {
  const famous: Showcase = { name: 'resistance', game: 'andantino', rules: {}, moves: RESISTANCE.split(' ') };
  const { games } = await api.games('status=open&min_plies=4&limit=20').catch(() => ({ games: [] }));
  const live = games.find((one) => !isMine(one.game_id) && Date.now() - one.updated_ms < LIVE_MS);
  if (!live) return famous;
  const { rules, moves } = await api.record(live.game_id);
  return { name: 'resistance', game: live.game, rules, moves, live: live.game_id, players: listedNames(live) };
}
