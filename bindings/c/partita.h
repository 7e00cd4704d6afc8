/* Partita for C and for every language that can call C: positions, moves, engines.
 *
 * Handles are opaque and owned by the caller, who frees each with its own function; freeing NULL is fine. Functions
 * that can fail return NULL or -1 and leave the reason in partita_error(), which belongs to the calling thread. No
 * exception leaves the library, whatever the arguments say; NULL for a handle or a text that is needed is an error like
 * any other.
 *
 * Threads: a position, a list and an engine each belong to one thread at a time. Any thread may call
 * partita_engine_stop() and partita_stop_raise(), as long as the engine or the stop token lives. Callbacks come on the
 * thread that called partita_search(), one at a time, with every preset and every switch (threads, proof_thread): an
 * engine's own threads never call back.
 *
 * Seats are counted from 0. Moves and positions are texts in the notation of their game.
 */
#ifndef PARTITA_H
#define PARTITA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or a field changes its meaning; additions leave it. */
#define PARTITA_API_VERSION 1

int partita_api_version(void);
/* Why the last call of this thread failed; never NULL. Valid until the thread's next call. */
const char* partita_error(void);

/* Lists of texts. Items live as long as their list. */
typedef struct partita_list partita_list;
size_t partita_list_size(const partita_list* list);
/* NULL beyond the end. */
const char* partita_list_at(const partita_list* list, size_t index);
void partita_list_free(partita_list* list);

/* Texts returned as char* are the caller's, freed with this. */
void partita_text_free(char* text);

/* The games' names; and, of one game, the names of its engine presets. */
partita_list* partita_games(void);
partita_list* partita_presets(const char* game);

/* Positions. `rules` is "side=5,players=3" or NULL for the defaults; `text` a position text, or NULL for the start. */
typedef struct partita_position partita_position;
partita_position* partita_position_new(const char* game, const char* rules, const char* text);
partita_position* partita_position_copy(const partita_position* position);
void partita_position_free(partita_position* position);

/* 0, or -1 for a move that cannot be played; the position is then unchanged. */
int partita_play(partita_position* position, const char* move);
/* 1 if a move was taken back, 0 if there is none. */
int partita_undo(partita_position* position);

int partita_to_move(const partita_position* position);
int partita_seat_count(const partita_position* position);
/* Plies since the start of the game. */
int partita_ply(const partita_position* position);
int partita_is_over(const partita_position* position);
/* The winning seat; -1 for a draw, a shared win or a game that goes on. */
int partita_winner(const partita_position* position);
/* A seat's share of the point, 0 to 1, when the game is over. */
double partita_payoff(const partita_position* position, int seat);
partita_list* partita_legal_moves(const partita_position* position);
char* partita_position_text(const partita_position* position);
/* The board for a terminal, several lines; and as an <svg> element. */
char* partita_board(const partita_position* position);
char* partita_board_svg(const partita_position* position);

/* Engines. `preset` is "partita" or "partita,threads=2"; NULL means "partita". */
typedef struct partita_engine partita_engine;
partita_engine* partita_engine_new(const char* game, const char* rules, const char* preset);
void partita_engine_free(partita_engine* engine);
/* 0, or -1 for an unknown switch or a value it does not take. */
int partita_engine_set(partita_engine* engine, const char* name, const char* value);
void partita_engine_new_game(partita_engine* engine);
/* Makes the running search return its best move within milliseconds. Where none runs, the next one returns at once: a
 * stop that overtakes the search it is meant for is not lost. Who may also be late, when the search has ended by
 * itself, gives each search a token of its own instead. */
void partita_engine_stop(partita_engine* engine);

/* A stop token: belongs to the searches it is given to, raised before or while they run. Once raised it stays raised.
 */
typedef struct partita_stop partita_stop;
partita_stop* partita_stop_new(void);
void partita_stop_raise(partita_stop* stop);
/* 1 or 0. */
int partita_stop_is_raised(const partita_stop* stop);
/* REQUIRES: no search has it any more. */
void partita_stop_free(partita_stop* stop);

/* Zero means no limit; at least one must be set. `lines` below 1 means 1. */
typedef struct partita_limits {
  int depth;
  uint64_t nodes;
  int64_t movetime_ms;
  int lines;
} partita_limits;

/* A line of a search, from the view of the seat to move. Valid during the callback only. */
typedef struct partita_line {
  int rank; /* from 1 */
  int depth;
  int64_t score; /* engine units; without meaning where is_proven */
  int is_proven;
  int distance; /* plies to the proven end: > 0 wins, < 0 loses, 0 draws */
  double win;   /* chances, 0 to 1 */
  double draw;
  uint64_t nodes;
  int64_t time_ms;
  const char* moves; /* separated by blanks */
} partita_line;
typedef void (*partita_line_callback)(const partita_line* line, void* user);

/* The best move, or NULL. The callback may be NULL; it is called on this thread. */
char* partita_search(partita_engine* engine, const partita_position* position, const partita_limits* limits,
                     partita_line_callback on_line, void* user);
/* The same, ended by this token as well as by partita_engine_stop(); with a token the limits may all be zero. */
char* partita_search_until(partita_engine* engine, const partita_position* position, const partita_limits* limits,
                           const partita_stop* stop, partita_line_callback on_line, void* user);

#ifdef __cplusplus
}
#endif

#endif
