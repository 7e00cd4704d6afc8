/* A game of Omega between our engine and the first legal move, in plain C. Exits with 0 when the game was played out.
 */
#include <stdio.h>
#include <string.h>

#include "partita.h"

static void count_line(const partita_line* line, void* user) {
  int* lines = user;
  if (line->rank >= 1 && line->moves[0] != '\0') ++*lines;
}

static int refuses_nonsense(void) {
  partita_position* none = partita_position_new("chess", NULL, NULL);
  if (none != NULL || strlen(partita_error()) == 0) return 0;
  if (partita_play(NULL, "A1") != -1 || partita_legal_moves(NULL) != NULL) return 0;
  partita_position* tafl = partita_position_new("tafl", "rules=ashton", NULL);
  partita_engine* omega = partita_engine_new("omega", "side=3", NULL);
  partita_limits limits = {1, 0, 0, 1};
  char* move = partita_search(omega, tafl, &limits, NULL, NULL);
  partita_engine_free(omega);
  partita_position_free(tafl);
  return move == NULL;
}

int main(void) {
  if (partita_api_version() != PARTITA_API_VERSION || !refuses_nonsense()) {
    fprintf(stderr, "the library does not refuse nonsense\n");
    return 1;
  }
  partita_position* game = partita_position_new("omega", "side=3", NULL);
  partita_engine* engine = partita_engine_new("omega", "side=3", "partita,hash_mb=4");
  if (game == NULL || engine == NULL) {
    fprintf(stderr, "%s\n", partita_error());
    return 1;
  }
  const partita_limits limits = {0, 300, 0, 1};
  int lines = 0;
  while (!partita_is_over(game)) {
    char* move = NULL;
    if (partita_to_move(game) == 0) {
      move = partita_search(engine, game, &limits, count_line, &lines);
      if (move == NULL || partita_play(game, move) != 0) break;
      partita_text_free(move);
    } else {
      partita_list* moves = partita_legal_moves(game);
      if (partita_play(game, partita_list_at(moves, 0)) != 0) break;
      partita_list_free(moves);
    }
  }
  if (!partita_is_over(game)) fprintf(stderr, "%s\n", partita_error());
  char* board = partita_board(game);
  printf("%swinner: seat %d after %d plies, %d lines heard\n", board, partita_winner(game), partita_ply(game), lines);
  const int is_fine = partita_is_over(game) == 1 && lines > 0;
  partita_text_free(board);
  partita_engine_free(engine);
  partita_position_free(game);
  return is_fine ? 0 : 1;
}
