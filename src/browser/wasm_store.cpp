#include "browser/wasm_store.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "store/game_json.h"
#include "store/integrity_check.h"
#include "store/row_text.h"
#include "store/store.h"

// The store of a page that has no database: games in memory, each committed change told to the page, which keeps it. It
// stands where store/store.cpp stands in a server.

namespace partita::browser {

namespace {

KeepGame& keeper() {
  static KeepGame keep;
  return keep;
}

}  // namespace

void keep_games_with(KeepGame keep) { keeper() = std::move(keep); }

}  // namespace partita::browser

namespace partita::store {

struct Store::Connection {
  std::map<std::string, GameRow> games;
  std::map<std::string, std::pair<std::string, std::string>> reviews;  ///< name and body by game
  std::set<std::string> changed;                                       ///< since the last commit

  GameRow& change(const std::string& id) {
    const auto found = games.find(id);
    if (found == games.end()) throw std::runtime_error("no game " + id);
    changed.insert(id);
    return found->second;
  }
};

namespace {

bool is_listed(const GameRow& game, Listed listed) {
  return listed == Listed::kAll || std::none_of(game.seats.begin(), game.seats.end(),
                                                [](const SeatRow& seat) { return seat.kind == SeatKind::kFriend; });
}

bool is_asked_for(const GameRow& game, const GameFilter& filter) {
  const auto [before_ms, before_id] = read_cursor(filter.before);
  const bool is_behind = game.created_ms < before_ms || (game.created_ms == before_ms && game.id < before_id);
  const bool has_status = filter.status == GameFilter::Status::kAny ||
                          (filter.status == GameFilter::Status::kOver) == game.ending.has_value();
  return is_behind && has_status && (filter.game.empty() || filter.game == game.game) &&
         static_cast<int>(game.moves.size()) >= filter.least_plies && is_listed(game, filter.listed);
}

}  // namespace

base::Parsed<std::unique_ptr<Store>> Store::open(std::string_view, int) {
  return std::unique_ptr<Store>(new Store(std::make_unique<Connection>()));
}
base::Parsed<std::unique_ptr<Store>> Store::open_alone(std::string_view url, const std::string&) {
  return open(url, kSchemaVersion);
}
base::Parsed<std::unique_ptr<Store>> Store::open_shared(std::string_view, const std::string&, const std::string&) {
  return base::Error{"a page without a server has no database to share"};
}
Store::Attempt Store::attempt_alone(std::string_view url, const std::string&) {
  return {std::move(*open(url, kSchemaVersion)), ""};
}
Store::Attempt Store::attempt_shared(std::string_view, const std::string&, const std::string&) {
  return {nullptr, "a page without a server has no database to share"};
}

Store::Store(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Store::~Store() = default;

void Store::begin() { connection_->changed.clear(); }
void Store::commit() {
  const auto& keep = browser::keeper();
  for (const std::string& id : connection_->changed) {
    if (keep) keep(id, boost::json::serialize(game_to_json(connection_->games.at(id), Secrets::kIncluded)));
  }
  connection_->changed.clear();
}
void Store::rollback() {}
void Store::reconnect() {}
bool Store::answers() { return true; }
void Store::probe(std::int64_t) {}
// A page is its games' only server.
bool Store::renew_leases(std::int64_t) { return true; }
std::optional<Lease> Store::take_lease(const std::string&) { return std::nullopt; }
std::map<std::string, Lease> Store::take_leases(const std::vector<std::string>&) { return {}; }
void Store::hold_lease(const std::string&, std::int64_t, std::int64_t) {}
std::vector<std::string> Store::lost_leases(const std::vector<Holding>&) { return {}; }
void Store::leave() {}
std::uint64_t Store::generation() const { return 0; }
std::string Store::sqlite_path() const { return ""; }

void Store::create_game(const GameRow& game) {
  const auto [found, is_new] = connection_->games.try_emplace(game.id, game);
  if (!is_new && found->second != game) throw std::runtime_error("the id " + game.id + " is taken by another game");
  connection_->changed.insert(game.id);
}

void Store::append_move(const std::string& id, int ply, const MoveRow& move, std::int64_t now_ms) {
  GameRow& game = connection_->change(id);
  const auto at = static_cast<std::size_t>(ply);
  if (at < game.moves.size() ? game.moves[at].move != move.move : at > game.moves.size()) {
    throw std::runtime_error("game " + id + " has another move at ply " + std::to_string(ply));
  }
  if (at == game.moves.size()) game.moves.push_back(move);
  game.updated_ms = now_ms;
}

void Store::truncate_moves(const std::string& id, int ply, std::int64_t now_ms) {
  GameRow& game = connection_->change(id);
  game.moves.resize(std::min(game.moves.size(), static_cast<std::size_t>(ply)));
  game.ending.reset();
  game.updated_ms = now_ms;
}

void Store::set_ending(const std::string& id, const EndingRow& ending, std::int64_t now_ms) {
  GameRow& game = connection_->change(id);
  game.ending = ending;
  game.updated_ms = now_ms;
}

void Store::set_seats(const std::string& id, const std::vector<SeatRow>& seats, bool swapped) {
  GameRow& game = connection_->change(id);
  game.seats = seats;
  game.swapped = swapped;
}

void Store::set_rematch(const std::string& id, const std::string& rematch_id) {
  connection_->change(id).rematch_id = rematch_id;
}

void Store::keep_review(const std::string& id, const std::string& name, const std::string& body) {
  connection_->reviews[id] = {name, body};
}

std::optional<std::string> Store::load_review(const std::string& id, const std::string& name) {
  const auto found = connection_->reviews.find(id);
  if (found == connection_->reviews.end() || found->second.first != name) return std::nullopt;
  return found->second.second;
}

std::map<std::string, GameRow> Store::load_games(const std::vector<std::string>& ids) {
  std::map<std::string, GameRow> games;
  for (const std::string& id : ids) {
    if (auto game = load_game(id)) games[id] = std::move(*game);
  }
  return games;
}

std::optional<GameRow> Store::load_game(const std::string& id) {
  const auto found = connection_->games.find(id);
  if (found == connection_->games.end()) return std::nullopt;
  return found->second;
}

std::vector<GameBrief> Store::list_games(const GameFilter& filter) {
  std::vector<GameBrief> games;
  for (const auto& [id, game] : connection_->games) {
    if (is_asked_for(game, filter)) games.push_back({game, static_cast<int>(game.moves.size())});
  }
  std::sort(games.begin(), games.end(), [](const GameBrief& a, const GameBrief& b) {
    return std::pair(a.row.created_ms, a.row.id) > std::pair(b.row.created_ms, b.row.id);
  });
  games.resize(std::min(games.size(), static_cast<std::size_t>(std::max(filter.limit, 0))));
  for (GameBrief& brief : games) brief.row.moves.clear();
  return games;
}

std::vector<std::string> Store::game_ids_after(const std::string& after, int limit, Listed listed) {
  std::vector<std::string> ids;
  for (auto at = connection_->games.upper_bound(after); at != connection_->games.end(); ++at) {
    if (static_cast<int>(ids.size()) == limit) break;
    if (is_listed(at->second, listed)) ids.push_back(at->first);
  }
  return ids;
}

std::vector<ChangedGame> Store::changed_games(const std::string& game, std::int64_t since_ms, int limit) {
  std::vector<ChangedGame> games;
  for (const auto& [id, row] : connection_->games) {
    const bool is_wanted = row.game == game && row.updated_ms >= since_ms && is_listed(row, Listed::kPublic);
    if (is_wanted && (since_ms != 0 || row.ending)) games.push_back({id, row.updated_ms, row.ending.has_value()});
  }
  std::sort(games.begin(), games.end(), [](const ChangedGame& a, const ChangedGame& b) {
    return std::tie(a.updated_ms, a.id) > std::tie(b.updated_ms, b.id);
  });
  games.resize(std::min(games.size(), static_cast<std::size_t>(std::max(limit, 0))));
  return games;
}

std::int64_t Store::game_count() { return static_cast<std::int64_t>(connection_->games.size()); }

std::string list_cursor(const GameRow& row) { return std::to_string(row.created_ms) + "-" + row.id; }

// There is no file to be looked over.
IntegrityCheck::IntegrityCheck(std::string path) : path_(std::move(path)) {}
IntegrityCheck::~IntegrityCheck() = default;
void IntegrityCheck::ask(Then then) { then(""); }

}  // namespace partita::store
