#include "catalog/solve_shipped.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/clock.h"
#include "catalog/compressed_text.h"
#include "catalog/solve_finding.h"

namespace partita::catalog {

namespace {

/// "andantino-side10": the game and the rules' values in the order of their names, without those that say "standard".
std::string file_name(std::string_view game, const base::OptionValues& rules, std::string_view kind) {
  std::string name(game);
  for (const auto& [option, value] : rules) {
    if (value != "standard") name += "-" + option + value;
  }
  return "certificates/" + name + std::string(kind) + ".tsv.zst";
}

using StrategyLater = std::shared_future<std::shared_ptr<const AnyStrategy>>;

std::shared_ptr<const AnyStrategy> read_shipped(const std::string& game, const std::string& path) {
  const auto text = read_compressed_text(path);
  if (!text) return nullptr;
  auto read = solve::read_certificate(*text);
  if (!read || read->certificate.claim.game != game || !solve::check_promises(*read)) return nullptr;
  auto strategy = make_strategy(std::move(read->certificate));
  if (!strategy) return nullptr;
  return std::shared_ptr<const AnyStrategy>(std::move(*strategy));
}

/// An engine that looks into a strategy first.
class StrategyEngine final : public AnyEngine {
 public:
  StrategyEngine(std::unique_ptr<AnyEngine> engine, std::shared_ptr<const AnyStrategy> strategy)
      : engine_(std::move(engine)), strategy_(std::move(strategy)) {}

  const std::string& preset() const override { return engine_->preset(); }
  const std::vector<base::OptionSpec>& options() const override { return engine_->options(); }
  base::OptionValues option_values() const override { return engine_->option_values(); }
  base::Parsed<base::Done> set_option(std::string_view name, std::string_view value) override {
    return engine_->set_option(name, value);
  }
  void new_game() override { engine_->new_game(); }
  std::int64_t turn_ms(const AnyPosition& position, const Limits& limits) const override {
    return engine_->turn_ms(position, limits);
  }

  SearchResult search(const AnyPosition& position, const SearchRequest& request) override {
    const base::Stopwatch watch;
    const auto reply = request.only_moves.empty() ? strategy_->reply(position) : std::nullopt;
    if (!reply) return engine_->search(position, request);
    SearchResult result;
    result.best_move = *reply;
    result.note = "certificate";
    result.time_ms = watch.milliseconds();
    LineReport line;
    line.score = score_of({Finding::Result::kWin, *reply, 0, false, 0}, position);
    line.depth = 1;
    line.pv = {*reply};
    result.lines.push_back(std::move(line));
    if (request.on_line) request.on_line(result.lines.front());
    return result;
  }

 private:
  std::unique_ptr<AnyEngine> engine_;
  std::shared_ptr<const AnyStrategy> strategy_;
};

}  // namespace

std::vector<std::filesystem::path> data_folders() {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  if (const char* given = std::getenv("PARTITA_DATA")) folders.emplace_back(given);
  folders.emplace_back("data");
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  if (!failure) {
    const fs::path up = program.parent_path().parent_path();
    folders.push_back(up.parent_path() / "data");          // build/<kind>/partita in a checkout
    folders.push_back(up / "share" / "partita" / "data");  // bin/partita where it was installed
  }
  return folders;
}

std::string shipped_file(const std::string& name) {
  std::error_code failure;
  for (const std::filesystem::path& folder : data_folders()) {
    if (std::filesystem::is_regular_file(folder / name, failure)) return (folder / name).string();
  }
  return {};
}

std::shared_ptr<const AnyStrategy> shipped_strategy(std::string_view game, const base::OptionValues& rules) {
  return shipped_strategy_later(game, rules).get();
}

StrategyLater shipped_strategy_later(std::string_view game, const base::OptionValues& rules) {
  return shipped_strategies_later(game, rules).front();
}

std::vector<StrategyLater> shipped_strategies_later(std::string_view game, const base::OptionValues& rules) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, base::OptionValues>, std::vector<StrategyLater>> known;
  const std::lock_guard lock(mutex);
  const auto [found, is_new] = known.try_emplace(std::make_pair(std::string(game), rules));
  if (!is_new) return found->second;
  for (const char* kind : {"-short", ""}) {
    const std::string path = shipped_file(file_name(game, rules, kind));
    if (path.empty()) continue;
    const auto read = [game = found->first.first, path] { return read_shipped(game, path); };
    found->second.push_back(std::async(std::launch::async, read).share());
  }
  if (found->second.empty()) {
    std::promise<std::shared_ptr<const AnyStrategy>> none;
    none.set_value(nullptr);
    found->second.push_back(none.get_future().share());
  }
  return found->second;
}

std::unique_ptr<AnyEngine> with_strategy(std::unique_ptr<AnyEngine> engine,
                                         std::shared_ptr<const AnyStrategy> strategy) {
  if (!strategy) return engine;
  return std::make_unique<StrategyEngine>(std::move(engine), std::move(strategy));
}

}  // namespace partita::catalog
