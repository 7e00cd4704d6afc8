#include "apps/learn_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "apps/command.h"
#include "apps/learn_steps.h"
#include "base/data_files.h"
#include "base/text.h"
#include "lab/learning_log.h"

namespace partita::apps {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSteps = R"(Steps, each with --help:
  rounds    self-play, training, conversion and gate, round after round, with a log (the default step)
  plot      a log's gates as a picture (--out FILE.svg) and as a table
  train     a network from files of samples
  selfplay  games of an engine against itself, as samples
  match     a gate: two engines or networks at equal time or nodes, to a sequential test's decision if wanted
  images    what inputs become under each symmetry
  values    a network's values of samples
  speed     time of an evaluation by each kernel
  patterns  what stood around the moves that a search chose
  sums      sums over given games, to compare another program of the rules (learn/rules_test.py)

Files that are there already are overwritten only with --force (plot, selfplay); patterns adds to its file.

Rounds and train need PyTorch; the other steps need nothing.

Examples:
  partita learn --rules ashton:0 --rounds 3 --gate 100:40 --work learnt
  partita learn plot learnt/LOG.jsonl --out learnt.svg
  partita learn selfplay --rules rules=brandubh --games 20 --out brandubh.samples
)";

/// A script of the folder `learn`, beside the data in a checkout and where the program is installed.
std::string script(const std::string& name) {
  for (const fs::path& data : base::data_folders()) {
    const fs::path path = fs::absolute(data).parent_path() / "learn" / name;
    if (fs::exists(path)) return path.string();
  }
  return {};
}

/// A Python that has PyTorch: another one may come before the system's on the path.
std::string python_with_torch() {
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    if (std::system((std::string(python) + " -c 'import torch' >/dev/null 2>&1").c_str()) == 0) return python;
  }
  return {};
}

/// As a shell reads it as one word, whatever stands in it.
std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

/// Takes the program's place.
int become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments.front(), arguments.data());
  return refuse("cannot start " + words.front());
}

int run_script(const std::string& name, const std::vector<std::string>& words) {
  const std::string path = script(name);
  if (path.empty()) return refuse("learn/" + name + " is nowhere beside the data");
  const std::string python = python_with_torch();
  if (python.empty()) return refuse("this step needs Python with PyTorch (Debian: python3-torch), none was found");
  std::vector<std::string> command = {python, path};
  if (name == "rounds.py") {
    std::error_code failure;
    const fs::path self = fs::read_symlink("/proc/self/exe", failure);
    if (failure) return refuse("where this program lies is not known (/proc/self/exe)");
    command.insert(command.end(), {"--program", shell_word(self.string()) + " learn"});
  }
  command.insert(command.end(), words.begin(), words.end());
  return become(command);
}

int plot(const std::vector<std::string>& words) {
  std::string out;
  bool force = false;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--force") {
      force = true;
    } else if (words[i] == "--out") {
      if (i + 1 == words.size()) return refuse("--out needs a file");
      out = words[++i];
    } else if (words[i].starts_with('-')) {
      return refuse("plot: unknown option " + base::quoted(words[i]) + ", known: --out, --force");
    } else {
      files.push_back(words[i]);
    }
  }
  if (files.empty()) return refuse("plot: which log? partita learn plot LOG.jsonl");
  if (const auto fine = may_write(out, force); !fine) return refuse(fine.error());
  const auto gates = lab::read_learning_logs(files);
  if (!gates) return refuse(gates.error());
  std::fputs(lab::learning_table(*gates).c_str(), stdout);
  return out.empty() ? kExitFine : write_out(out, lab::learning_plot(*gates));
}

}  // namespace

int run_learn(const std::vector<std::string>& words) {
  const bool wants_help = words.empty() || words.front() == "--help" || words.front() == "-h";
  if (wants_help) {
    std::printf("partita learn [STEP] ...: rounds of self-play, training and gate, or a step alone\n\n%s", kSteps);
    return kExitFine;
  }
  if (words.front().rfind("--", 0) == 0) return run_script("rounds.py", words);
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (words.front() == "rounds") return run_script("rounds.py", rest);
  if (words.front() == "train") return run_script("train.py", rest);
  if (words.front() == "plot") return plot(rest);
  static const std::vector<std::string> kEngineSteps = {"selfplay", "match",    "images", "values",
                                                        "speed",    "patterns", "sums"};
  if (std::find(kEngineSteps.begin(), kEngineSteps.end(), words.front()) == kEngineSteps.end()) {
    const auto guess = base::nearest(words.front(), kEngineSteps);
    return refuse("unknown step " + base::quoted(words.front()) +
                  (guess ? ", did you mean '" + *guess + "'?" : ", see partita learn --help"));
  }
  std::vector<const char*> arguments = {"partita"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  return run_learn_step(static_cast<int>(arguments.size()), arguments.data());
}

Action add_learn_command(Arguments& app) {
  app.footer(kSteps);
  return [] { return run_learn({}); };  // run() hands the words over before anybody reads them
}

}  // namespace partita::apps
