// The program of machines that only learn, from the engine's rooms alone (cmake -DPARTITA_ENGINE_ONLY=ON): the steps of
// `partita learn`.
#include "apps/learn_steps.h"

int main(int argc, char** argv) { return partita::apps::run_learn_step(argc, argv); }
