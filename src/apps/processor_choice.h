#pragma once

namespace partita::apps {

/// Where an installation brings programs for newer processors (`libexec/partita-x86-64-v3` beside `bin`), the best one
/// that this processor can run takes the place of this process. Returns where this is the best, no other is there, or
/// the system refuses to start it. PARTITA_PROCESSOR names one of them, for comparisons: `x86-64` is the program
/// itself.
void run_best_for_processor(char** argv);

}  // namespace partita::apps
