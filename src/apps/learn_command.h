#pragma once

#include <string>
#include <vector>

namespace partita::apps {

/// "partita learn [STEP] WORDS...": the words belong to the step, which reads them itself.
int run_learn(const std::vector<std::string>& words);

}  // namespace partita::apps
