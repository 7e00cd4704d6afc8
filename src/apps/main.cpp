#include "apps/command.h"

int main(int argc, char** argv) { return partita::apps::run(argc, argv); }
