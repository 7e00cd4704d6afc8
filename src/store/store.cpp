#include "store/store.h"

#include <soci/soci.h>

#include <map>
#include <stdexcept>
#include <utility>

#include "store/connection.h"
#include "store/database_url.h"
#include "store/row_text.h"

namespace partita::store {

using soci::into;
using soci::use;

namespace {

void write_seats(soci::session& sql, const std::string& id, const std::vector<SeatRow>& seats) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const SeatRow& seat = seats[i];
    const int index = static_cast<int>(i);
    const std::string kind = kind_name(seat.kind);
    const long long movetime_ms = seat.movetime_ms;
    const long long nodes = seat.nodes;
    const long long clock_ms = seat.clock ? seat.clock->initial_ms : -1;
    const long long increment_ms = seat.clock ? seat.clock->increment_ms : 0;
    sql << "insert into seats (game_id, seat, kind, name, engine, level, movetime_ms, depth, nodes, clock_ms,"
           " increment_ms, token, invite) values (:game_id, :seat, :kind, :name, :engine, :level, :movetime_ms, :depth,"
           " :nodes, :clock_ms, :increment_ms, :token, :invite)",
        use(id, "game_id"), use(index, "seat"), use(kind, "kind"), use(seat.name, "name"), use(seat.engine, "engine"),
        use(seat.level, "level"), use(movetime_ms, "movetime_ms"), use(seat.depth, "depth"), use(nodes, "nodes"),
        use(clock_ms, "clock_ms"), use(increment_ms, "increment_ms"), use(seat.token, "token"),
        use(seat.invite, "invite");
  }
}

std::map<std::string, std::vector<SeatRow>> read_seats_where(soci::session& sql, const std::string& condition,
                                                             const std::string& key) {
  std::string game;
  SeatRow seat;
  std::string kind;
  long long movetime_ms = 0;
  long long nodes = 0;
  long long clock_ms = 0;
  long long increment_ms = 0;
  soci::statement query =
      (sql.prepare << "select game_id, kind, name, engine, level, movetime_ms, depth, nodes, clock_ms, increment_ms,"
                      " token, invite from seats where game_id" +
                          condition + " order by game_id, seat",
       into(game), into(kind), into(seat.name), into(seat.engine), into(seat.level), into(movetime_ms),
       into(seat.depth), into(nodes), into(clock_ms), into(increment_ms), into(seat.token), into(seat.invite),
       use(key));
  query.execute();
  std::map<std::string, std::vector<SeatRow>> seats;
  while (query.fetch()) {
    seat.kind = read_kind(kind).value_or(SeatKind::kHuman);
    seat.movetime_ms = movetime_ms;
    seat.nodes = nodes;
    seat.clock.reset();
    if (clock_ms >= 0) seat.clock = ClockRow{clock_ms, increment_ms};
    seats[game].push_back(seat);
  }
  return seats;
}

std::map<std::string, std::vector<MoveRow>> read_moves_where(soci::session& sql, const std::string& condition,
                                                             const std::string& key) {
  std::string game;
  MoveRow move;
  long long clock_ms = 0;
  soci::statement query = (sql.prepare << "select game_id, move, clock_ms, score from moves where game_id" + condition +
                                              " order by game_id, ply",
                           into(game), into(move.move), into(clock_ms), into(move.score), use(key));
  query.execute();
  std::map<std::string, std::vector<MoveRow>> moves;
  while (query.fetch()) {
    move.clock_ms = clock_ms;
    moves[game].push_back(move);
  }
  return moves;
}

constexpr const char* kThisGame = " = :id";
constexpr const char* kTheseGames = " = any(string_to_array(:ids, ','))";

std::vector<SeatRow> read_seats(soci::session& sql, const std::string& id) {
  return std::move(read_seats_where(sql, kThisGame, id)[id]);
}
std::vector<MoveRow> read_moves(soci::session& sql, const std::string& id) {
  return std::move(read_moves_where(sql, kThisGame, id)[id]);
}

/// The columns of `games`, bound to be fetched into.
struct GameColumns {
  GameRow row;
  std::string rules;
  std::string ending;
  std::string payoff;
  long long created_ms = 0;
  long long updated_ms = 0;
  int swapped = 0;
  int plies = 0;

  static constexpr const char* kNames =
      "id, game, rules, start_text, created_ms, updated_ms, ending, payoff, swap_after, swapped, rematch_id";

  GameRow taken() const {
    GameRow game = row;
    game.rules = read_rules_text(rules);
    game.created_ms = created_ms;
    game.updated_ms = updated_ms;
    game.swapped = swapped != 0;
    if (!ending.empty()) game.ending = EndingRow{ending, read_payoff_text(payoff)};
    return game;
  }
};

/// For a `where`: all games, or those without a seat for which somebody was invited.
const char* condition_of(Listed listed) {
  return listed == Listed::kAll
             ? ""
             : " and not exists (select 1 from seats where seats.game_id = games.id and seats.kind = 'friend')";
}

void touch(soci::session& sql, const std::string& id, std::int64_t now_ms) {
  const long long updated_ms = now_ms;
  sql << "update games set updated_ms = :updated where id = :id", use(updated_ms, "updated"), use(id, "id");
}

void insert_move(soci::session& sql, const std::string& id, int ply, const MoveRow& move) {
  const long long clock_ms = move.clock_ms;
  soci::statement insert =
      (sql.prepare
           << "insert into moves (game_id, ply, move, clock_ms, score) values (:game_id, :ply, :move, :clock_ms,"
              " :score) on conflict (game_id, ply) do nothing",
       use(id, "game_id"), use(ply, "ply"), use(move.move, "move"), use(clock_ms, "clock_ms"),
       use(move.score, "score"));
  insert.execute(true);
  if (insert.get_affected_rows() != 0) return;
  std::string there;
  sql << "select move from moves where game_id = :id and ply = :ply", into(there), use(id, "id"), use(ply, "ply");
  if (there != move.move) throw std::runtime_error("game " + id + " has another move at ply " + std::to_string(ply));
}

/// All moves of a new game in one statement: a whole game that is imported must not keep a PostgreSQL's session from
/// moves for as long as sixty statements take. False, and nothing is done, where a text has a line's end in it.
bool insert_at_once(soci::session& sql, const std::string& id, const std::vector<MoveRow>& moves) {
  if (moves.empty()) return true;
  std::string texts;
  std::string clocks;
  std::string scores;
  for (const MoveRow& move : moves) {
    if (move.move.find('\n') != std::string::npos || move.score.find('\n') != std::string::npos) return false;
    const bool is_first = clocks.empty();
    texts += (is_first ? "" : "\n") + move.move;
    clocks += (is_first ? "" : ",") + std::to_string(move.clock_ms);
    scores += (is_first ? "" : "\n") + move.score;
  }
  sql << "insert into moves (game_id, ply, move, clock_ms, score)"
         " select :id, t.ply - 1, t.move, cast(t.clock as bigint), coalesce(t.score, '')"
         " from unnest(string_to_array(:texts, chr(10)), string_to_array(:clocks, ','),"
         " string_to_array(:scores, chr(10))) with ordinality as t(move, clock, score, ply)",
      use(id, "id"), use(texts, "texts"), use(clocks, "clocks"), use(scores, "scores");
  return true;
}

}  // namespace

namespace {

base::Parsed<std::unique_ptr<Store>> opened_or_error(Store::Attempt attempt) {
  if (!attempt.store) return base::Error{attempt.failure};
  return std::move(attempt.store);
}

}  // namespace

base::Parsed<std::unique_ptr<Store>> Store::open(std::string_view url, int schema) {
  return opened_or_error(attempt(std::make_unique<Connection>(), url, schema));
}

base::Parsed<std::unique_ptr<Store>> Store::open_alone(std::string_view url, const std::string& address) {
  return opened_or_error(attempt_alone(url, address));
}

base::Parsed<std::unique_ptr<Store>> Store::open_shared(std::string_view url, const std::string& server,
                                                        const std::string& address) {
  return opened_or_error(attempt_shared(url, server, address));
}

Store::Attempt Store::attempt_alone(std::string_view url, const std::string& address) {
  auto connection = std::make_unique<Connection>();
  connection->holder = holder_text(address);
  return attempt(std::move(connection), url, kSchemaVersion);
}

Store::Attempt Store::attempt_shared(std::string_view url, const std::string& server, const std::string& address) {
  if (!is_postgres_url(url)) return {nullptr, "a SQLite file has one server; several need --database postgresql://..."};
  auto connection = std::make_unique<Connection>();
  connection->server = server;
  connection->address = address;
  return attempt(std::move(connection), url, kSchemaVersion);
}

Store::Attempt Store::attempt(std::unique_ptr<Connection> connection, std::string_view url, int schema) {
  if (auto fine = connection->take_url(url); !fine) return {nullptr, fine.error()};
  const std::string which = connection->is_sqlite ? "SQLite" : "PostgreSQL";
  try {
    connection->connect();
    const Connection::Migrating others_wait(*connection);
    migrate(connection->sql, schema);
    if (connection->is_alone()) connection->sign();
  } catch (const DatabaseHeld& held) {
    return {nullptr, held.what()};
  } catch (const DatabaseAway& away) {
    return {nullptr, "cannot reach the " + which + " database: " + safe_message(away.what(), url), true};
  } catch (const std::exception& failure) {
    return {nullptr, "cannot open the " + which + " database: " + safe_message(failure.what(), url)};
  }
  return {std::unique_ptr<Store>(new Store(std::move(connection))), ""};
}

Store::Store(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Store::~Store() = default;

void Store::begin() { connection_->sql.begin(); }
void Store::commit() {
  connection_->check_file();
  connection_->sql.commit();
}
void Store::rollback() { connection_->sql.rollback(); }

void Store::reconnect() {
  connection_->sql.close();
  connection_->connect();
  if (connection_->is_alone()) connection_->sign();
}

bool Store::answers() {
  try {
    int one = 0;
    connection_->sql << "select 1", into(one);
    connection_->check_file();
    return one == 1;
  } catch (const std::exception&) {
    return false;
  }
}

void Store::probe(std::int64_t now_ms) {
  const long long checked_ms = now_ms;
  if (connection_->is_shared()) {
    // A row that all servers wrote would make them wait for each other.
    connection_->sql << "update server_leases set address = :address where server = :server",
        use(connection_->address, "address"), use(connection_->server, "server");
    return connection_->check_room();
  }
  connection_->sql << "update partita_server set checked_ms = :now", use(checked_ms, "now");
  connection_->check_room();
}

std::uint64_t Store::generation() const { return connection_->generation; }
std::string Store::sqlite_path() const { return connection_->is_sqlite ? connection_->target : ""; }

void Store::create_game(const GameRow& game) {
  auto& sql = connection_->sql;
  const std::string rules = rules_text(game.rules);
  const long long created_ms = game.created_ms;
  const long long updated_ms = game.updated_ms;
  const std::string ending = game.ending ? game.ending->reason : "";
  const std::string payoff = game.ending ? payoff_text(game.ending->payoff) : "";
  const int swapped = game.swapped ? 1 : 0;
  soci::statement insert =
      (sql.prepare
           << "insert into games (id, game, rules, start_text, created_ms, updated_ms, ending, payoff, swap_after, "
              "swapped,"
              " rematch_id) values (:id, :game, :rules, :start_text, :created_ms, :updated_ms, :ending, :payoff,"
              " :swap_after, :swapped, :rematch_id) on conflict (id) do nothing",
       use(game.id, "id"), use(game.game, "game"), use(rules, "rules"), use(game.start, "start_text"),
       use(created_ms, "created_ms"), use(updated_ms, "updated_ms"), use(ending, "ending"), use(payoff, "payoff"),
       use(game.swap_after, "swap_after"), use(swapped, "swapped"), use(game.rematch_id, "rematch_id"));
  insert.execute(true);
  if (insert.get_affected_rows() == 0) {
    if (load_game(game.id) == game) return;
    throw std::runtime_error("the id " + game.id + " is taken by another game");
  }
  write_seats(sql, game.id, game.seats);
  if (!connection_->is_sqlite && insert_at_once(sql, game.id, game.moves)) return;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    insert_move(sql, game.id, static_cast<int>(ply), game.moves[ply]);
  }
}

void Store::append_move(const std::string& id, int ply, const MoveRow& move, std::int64_t now_ms) {
  insert_move(connection_->sql, id, ply, move);
  touch(connection_->sql, id, now_ms);
}

void Store::truncate_moves(const std::string& id, int ply, std::int64_t now_ms) {
  auto& sql = connection_->sql;
  sql << "delete from moves where game_id = :id and ply >= :ply", use(id, "id"), use(ply, "ply");
  sql << "update games set ending = '', payoff = '' where id = :id", use(id, "id");
  touch(sql, id, now_ms);
}

void Store::set_ending(const std::string& id, const EndingRow& ending, std::int64_t now_ms) {
  const std::string payoff = payoff_text(ending.payoff);
  connection_->sql << "update games set ending = :ending, payoff = :payoff where id = :id",
      use(ending.reason, "ending"), use(payoff, "payoff"), use(id, "id");
  touch(connection_->sql, id, now_ms);
}

void Store::set_seats(const std::string& id, const std::vector<SeatRow>& seats, bool swapped) {
  auto& sql = connection_->sql;
  const int flag = swapped ? 1 : 0;
  sql << "update games set swapped = :swapped where id = :id", use(flag, "swapped"), use(id, "id");
  sql << "delete from seats where game_id = :id", use(id, "id");
  write_seats(sql, id, seats);
}

void Store::set_rematch(const std::string& id, const std::string& rematch_id) {
  connection_->sql << "update games set rematch_id = :rematch where id = :id", use(rematch_id, "rematch"),
      use(id, "id");
}

void Store::keep_review(const std::string& id, const std::string& name, const std::string& body) {
  connection_->sql << "insert into reviews (game_id, name, body) values (:id, :name, :body)"
                      " on conflict (game_id) do update set name = excluded.name, body = excluded.body",
      use(id, "id"), use(name, "name"), use(body, "body");
}

std::optional<std::string> Store::load_review(const std::string& id, const std::string& name) {
  std::string body;
  auto& sql = connection_->sql;
  sql << "select body from reviews where game_id = :id and name = :name", into(body), use(id, "id"), use(name, "name");
  if (!sql.got_data()) return std::nullopt;
  return body;
}

std::optional<GameRow> Store::load_game(const std::string& id) {
  auto& sql = connection_->sql;
  GameColumns columns;
  GameRow& row = columns.row;
  sql << std::string("select ") + GameColumns::kNames + " from games where id = :id", into(row.id), into(row.game),
      into(columns.rules), into(row.start), into(columns.created_ms), into(columns.updated_ms), into(columns.ending),
      into(columns.payoff), into(row.swap_after), into(columns.swapped), into(row.rematch_id), use(id);
  if (!sql.got_data()) return std::nullopt;
  GameRow game = columns.taken();
  game.seats = read_seats(sql, id);
  game.moves = read_moves(sql, id);
  return game;
}

std::map<std::string, GameRow> Store::load_games(const std::vector<std::string>& ids) {
  auto& sql = connection_->sql;
  std::map<std::string, GameRow> games;
  if (connection_->is_sqlite) {
    // In the same process a statement more costs nothing.
    for (const std::string& id : ids) {
      if (auto game = load_game(id)) games[id] = std::move(*game);
    }
    return games;
  }
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : ",") + id;
  GameColumns columns;
  GameRow& row = columns.row;
  soci::statement query =
      (sql.prepare << std::string("select ") + GameColumns::kNames + " from games where id" + kTheseGames, into(row.id),
       into(row.game), into(columns.rules), into(row.start), into(columns.created_ms), into(columns.updated_ms),
       into(columns.ending), into(columns.payoff), into(row.swap_after), into(columns.swapped), into(row.rematch_id),
       use(text, "ids"));
  query.execute();
  while (query.fetch()) games[row.id] = columns.taken();
  for (auto& [id, seats] : read_seats_where(sql, kTheseGames, text)) games[id].seats = std::move(seats);
  for (auto& [id, moves] : read_moves_where(sql, kTheseGames, text)) games[id].moves = std::move(moves);
  return games;
}

std::vector<GameBrief> Store::list_games(const GameFilter& filter) {
  auto& sql = connection_->sql;
  const auto [before_ms, before_id] = read_cursor(filter.before);
  const long long cursor_ms = before_ms;
  const int any_status = filter.status == GameFilter::Status::kAny ? 1 : 0;
  const int open = filter.status == GameFilter::Status::kOpen ? 1 : 0;
  GameColumns columns;
  GameRow& row = columns.row;
  soci::statement query =
      (sql.prepare << std::string("select ") + GameColumns::kNames +
                          ", (select count(*) from moves where game_id = games.id) from games"
                          " where (created_ms < :ms1 or (created_ms = :ms2 and id < :id))"
                          " and (:game1 = '' or game = :game2)"
                          " and (select count(*) from moves where game_id = games.id) >= :plies"
                          " and (:any = 1 or (:open = 1 and ending = '') or (:open2 = 0 and ending <> ''))" +
                          condition_of(filter.listed) + " order by created_ms desc, id desc limit :most",
       into(row.id), into(row.game), into(columns.rules), into(row.start), into(columns.created_ms),
       into(columns.updated_ms), into(columns.ending), into(columns.payoff), into(row.swap_after),
       into(columns.swapped), into(row.rematch_id), into(columns.plies), use(cursor_ms, "ms1"), use(cursor_ms, "ms2"),
       use(before_id, "id"), use(filter.game, "game1"), use(filter.game, "game2"), use(filter.least_plies, "plies"),
       use(any_status, "any"), use(open, "open"), use(open, "open2"), use(filter.limit, "most"));
  query.execute();
  std::vector<GameBrief> games;
  while (query.fetch()) games.push_back({columns.taken(), columns.plies});
  for (GameBrief& brief : games) brief.row.seats = read_seats(sql, brief.row.id);
  return games;
}

std::vector<std::string> Store::game_ids_after(const std::string& after, int limit, Listed listed) {
  std::string id;
  soci::statement query = (connection_->sql.prepare << std::string("select id from games where id > :after") +
                                                           condition_of(listed) + " order by id limit :most",
                           into(id), use(after, "after"), use(limit, "most"));
  query.execute();
  std::vector<std::string> ids;
  while (query.fetch()) ids.push_back(id);
  return ids;
}

std::vector<ChangedGame> Store::changed_games(const std::string& game, std::int64_t since_ms, int limit) {
  const long long since = since_ms;
  const int only_over = since_ms == 0 ? 1 : 0;
  std::string id;
  std::string ending;
  long long updated_ms = 0;
  soci::statement query =
      (connection_->sql.prepare
           << std::string("select id, updated_ms, ending from games where game = :game and updated_ms >= :since"
                          " and (:only_over = 0 or ending <> '')") +
                  condition_of(Listed::kPublic) + " order by updated_ms desc, id desc limit :most",
       into(id), into(updated_ms), into(ending), use(game, "game"), use(since, "since"), use(only_over, "only_over"),
       use(limit, "most"));
  query.execute();
  std::vector<ChangedGame> games;
  while (query.fetch()) games.push_back({id, updated_ms, !ending.empty()});
  return games;
}

std::int64_t Store::game_count() {
  long long count = 0;
  connection_->sql << "select count(*) from games", into(count);
  return count;
}

std::string list_cursor(const GameRow& row) { return std::to_string(row.created_ms) + "-" + row.id; }

}  // namespace partita::store
