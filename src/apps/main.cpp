#include "apps/command.h"
#include "apps/commit.h"  // written by cmake/write_commit.cmake
#include "apps/processor_choice.h"

int main(int argc, char** argv) {
  partita::apps::run_best_for_processor(argv);
  return partita::apps::run(argc, argv, PARTITA_COMMIT);
}
