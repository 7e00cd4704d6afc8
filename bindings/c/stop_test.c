/* Threads and the C library: a stop is not lost, however early it comes, and callbacks come on the thread that
 * searches. Exits with 0 when both hold. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "partita.h"

enum { kTries = 20, kSearchMs = 120000, kMostSeconds = 60 };

typedef struct {
  partita_engine* engine;
  partita_position* position;
  partita_stop* stop; /* may be NULL */
  char* move;
} Search;

static void* search(void* user) {
  Search* self = user;
  const partita_limits limits = {0, 0, kSearchMs, 1};
  self->move = partita_search_until(self->engine, self->position, &limits, self->stop, NULL, NULL);
  return NULL;
}

/* Each of these searches would take two minutes if its stop was lost. */
static int stops_are_not_lost(const char* game, const char* preset, int with_token) {
  Search self = {partita_engine_new(game, NULL, preset), partita_position_new(game, NULL, NULL), NULL, NULL};
  const time_t began = time(NULL);
  int is_fine = self.engine != NULL && self.position != NULL;
  for (int i = 0; is_fine && i < kTries; ++i) {
    pthread_t thread;
    self.stop = with_token ? partita_stop_new() : NULL;
    if (pthread_create(&thread, NULL, search, &self) != 0) return 0;
    if (with_token) {
      partita_stop_raise(self.stop);
    } else {
      partita_engine_stop(self.engine);
    }
    pthread_join(thread, NULL);
    is_fine = self.move != NULL && time(NULL) - began < kMostSeconds;
    partita_text_free(self.move);
    partita_stop_free(self.stop);
  }
  partita_position_free(self.position);
  partita_engine_free(self.engine);
  if (!is_fine) fprintf(stderr, "%s %s: a stop was lost\n", game, preset);
  return is_fine;
}

static void note_depth(const partita_line* line, void* user) { *(int*)user = line->depth; }

/* A token raised late harms no later search: that one keeps its own limit. */
static int late_stops_harm_nothing(void) {
  partita_engine* engine = partita_engine_new("andantino", NULL, "partita,hash_mb=1,known_proofs=off");
  partita_position* position = partita_position_new("andantino", NULL, NULL);
  partita_stop* late = partita_stop_new();
  const partita_limits limits = {3, 0, 0, 1};
  partita_text_free(partita_search_until(engine, position, &limits, late, NULL, NULL));
  partita_stop_raise(late);
  int depth = 0;
  char* move = partita_search(engine, position, &limits, note_depth, &depth);
  const int is_fine = move != NULL && partita_stop_is_raised(late) == 1 && depth == limits.depth;
  partita_text_free(move);
  partita_stop_free(late);
  partita_position_free(position);
  partita_engine_free(engine);
  return is_fine;
}

typedef struct {
  pthread_t caller;
  partita_stop* stop;
  int lines;
  int strange;
  int proven;
} Heard;

static void hear(const partita_line* line, void* user) {
  Heard* heard = user;
  ++heard->lines;
  if (!pthread_equal(pthread_self(), heard->caller)) ++heard->strange;
  if (line->is_proven) heard->proven = 1;
  if (heard->proven || heard->lines > 200) partita_stop_raise(heard->stop);
}

static int callbacks_come_on_the_callers_thread(const char* preset) {
  static const char* const kMoves[] = {"J9", "J10", "K10", "K11", "J11", "I10", "I8", "H8"};
  partita_engine* engine = partita_engine_new("andantino", "side=9", preset);
  partita_position* position = partita_position_new("andantino", "side=9", NULL);
  for (size_t i = 0; i < sizeof kMoves / sizeof kMoves[0]; ++i) {
    if (partita_play(position, kMoves[i]) != 0) return 0;
  }
  Heard heard = {pthread_self(), partita_stop_new(), 0, 0, 0};
  const partita_limits limits = {0, 0, kSearchMs, 2};
  char* move = partita_search_until(engine, position, &limits, heard.stop, hear, &heard);
  const int is_fine = move != NULL && heard.lines > 0 && heard.strange == 0;
  if (!is_fine) fprintf(stderr, "%s: %d of %d callbacks on another thread\n", preset, heard.strange, heard.lines);
  partita_text_free(move);
  partita_stop_free(heard.stop);
  partita_position_free(position);
  partita_engine_free(engine);
  return is_fine;
}

int main(void) {
  int is_fine = 1;
  for (int with_token = 0; with_token < 2; ++with_token) {
    is_fine &= stops_are_not_lost("andantino", "partita,hash_mb=1,known_proofs=off", with_token);
    is_fine &= stops_are_not_lost("andantino", "partita,hash_mb=1,known_proofs=off,proof_thread=on", with_token);
    is_fine &= stops_are_not_lost("andantino", "partita,hash_mb=1", with_token); /* the start is proven */
    is_fine &= stops_are_not_lost("tafl", "partita,hash_mb=1,threads=2", with_token);
    is_fine &= stops_are_not_lost("omega", "partita,hash_mb=1,threads=2", with_token);
  }
  is_fine &= late_stops_harm_nothing();
  is_fine &= callbacks_come_on_the_callers_thread("partita,hash_mb=1,known_proofs=off,proof_thread=on");
  is_fine &= callbacks_come_on_the_callers_thread("partita,hash_mb=1,known_proofs=off,proof_thread=on,threads=2");
  printf("%s\n", is_fine ? "no stop was lost, no callback strayed" : "failed");
  return is_fine ? 0 : 1;
}
