#include "catalog/networks.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <vector>

#include "base/data_files.h"
#include "base/text.h"

namespace partita::catalog {

namespace {

namespace fs = std::filesystem;

/// "tafl-ashton-": what a network's file for these rules begins with.
std::string network_prefix(const GameEntry& game, const base::OptionValues& rules) {
  const auto model = game.make_position(rules, {});
  if (!model) return {};
  return game.name + "-" + game.network->rules_name(**model) + "-";
}

/// Files of that beginning in the first data folder that has any, in the order of their names.
std::vector<std::string> network_files(const std::string& prefix) {
  std::error_code failure;
  for (const fs::path& folder : base::data_folders()) {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder / "networks", failure)) {
      const std::string name = entry.path().filename().string();
      if (name.rfind(prefix, 0) == 0 && entry.path().extension() == ".net") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    if (!files.empty()) return files;
  }
  return {};
}

/// What came of looking for a network.
template <class Net>
struct Shipped {
  std::shared_ptr<const Net> network;
  std::string refusal;  ///< the first file that cannot be used, and why; empty if there is none
};

/// "tafl-ashton-0123456789ab.net: its bytes ...": whoever reads it need not know in which folder the file lies.
std::string without_folder(const std::string& file, const std::string& error) {
  const std::string name = fs::path(file).filename().string();
  return error.rfind(file, 0) == 0 ? name + error.substr(file.size()) : name + ": " + error;
}

/// The first file of that beginning that can be read, kept under its beginning.
template <class Net, class Load>
Shipped<Net> shipped(const std::string& prefix, Load&& load) {
  static std::mutex mutex;
  static std::map<std::string, Shipped<Net>> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(prefix);
  if (found != known.end()) return found->second;
  Shipped<Net> first;
  for (const std::string& file : network_files(prefix)) {
    const auto network = load(file);
    if (network) {
      first.network = *network;
      break;
    }
    if (first.refusal.empty()) first.refusal = without_folder(file, network.error());
  }
  return known.emplace(prefix, std::move(first)).first->second;
}

Shipped<nets::ConvolutionNetwork> shipped_policy(const GameEntry& game, const base::OptionValues& rules) {
  if (!game.policy_inputs) return {};
  const std::string inputs = game.policy_inputs(rules);
  if (inputs.empty()) return {};
  return shipped<nets::ConvolutionNetwork>(game.name + "-" + inputs + "-", nets::load_convolution);
}

}  // namespace

search::ChanceCurve network_curve(const nets::Network& network) {
  const auto permille = base::read_int(network.note("draws-at-zero-permille"));
  const double draws = permille ? static_cast<double>(std::clamp<std::int64_t>(*permille, 0, 1000)) / 1000 : 0.0;
  // A network that is added to another evaluation says which unit the sum has.
  const auto unit = base::read_int(network.note("odds-unit"));
  return {static_cast<double>(unit && *unit > 0 ? *unit : network.unit()), draws};
}

std::shared_ptr<const nets::Network> shipped_network(const GameEntry& game, const base::OptionValues& rules) {
  if (!game.network) return nullptr;
  const std::string prefix = network_prefix(game, rules);
  if (prefix.empty()) return nullptr;
  return shipped<nets::Network>(prefix, nets::load_network).network;
}

std::shared_ptr<const nets::ConvolutionNetwork> shipped_policy_network(const GameEntry& game,
                                                                       const base::OptionValues& rules) {
  return shipped_policy(game, rules).network;
}

std::string refused_policy_network(std::string_view game, const base::OptionValues& rules) {
  const auto entry = find_game(game);
  return entry ? shipped_policy(**entry, rules).refusal : std::string();
}

}  // namespace partita::catalog
