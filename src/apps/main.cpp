#include "apps/command.h"
#include "apps/commit.h"  // written by cmake/write_commit.cmake

int main(int argc, char** argv) { return partita::apps::run(argc, argv, PARTITA_COMMIT); }
