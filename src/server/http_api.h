#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/json_fields.h"
#include "server/batch_queue.h"
#include "server/health_probe.h"
#include "server/http_message.h"
#include "server/lobby.h"
#include "server/played_book.h"
#include "server/routes.h"
#include "server/services.h"
#include "server/static_pages.h"

namespace partita::server {

/// Answers HTTP requests: the JSON interface of docs/http-api.md, the page, health and metrics. Lives on the loop.
class HttpApi {
 public:
  HttpApi(Services& services, Lobby& lobby, const StaticPages& pages, std::string version);

  /// Answers now or later, exactly once, on the loop.
  void handle(const HttpRequest& request, Respond respond);
  /// Every endpoint but the page's own files and the WebSocket. A new one is a row here (http_routes.cpp), its handler
  /// below, and its row in docs/http-api.md.
  static std::span<const Route> routes();
  /// From now on /readyz says that the server is going.
  void start_draining() { draining_ = true; }
  /// Ends the work that is not done on the loop. Before the store is closed.
  void close() { batch_.close(); }

 private:
  void call(const Route& route, std::string id, const HttpRequest& request, const Respond& respond);
  /// For requests that no route matches: the page's files, or why there is nothing.
  HttpResponse without_route(const HttpRequest& request) const;

  HttpResponse health() const;
  void readiness(const Respond& respond);
  HttpResponse metrics() const;
  void add_search_service(std::string& out) const;
  HttpResponse catalog() const;
  HttpResponse engine_options(const HttpRequest& request) const;
  void list_games(const HttpRequest& request, const Respond& respond);
  void show_game(const HttpRequest& request, const std::string& id, const Respond& respond);
  void show_record(const HttpRequest& request, const std::string& id, const Respond& respond);
  /// Does it here with the game's table, or has the server do it that has the game.
  void with_table(const HttpRequest& request, const std::string& id, const Respond& respond,
                  const std::function<void(Table&)>& then);
  void with_table_until(const HttpRequest& request, const std::string& id, const Respond& respond,
                        const std::function<void(Table&)>& then, std::int64_t give_up_ms);
  void export_games(const HttpRequest& request, const Respond& respond);
  void puzzles(const HttpRequest& request, const Respond& respond) const;
  HttpResponse starts(const HttpRequest& request) const;
  HttpResponse results() const;

  void show_position(const boost::json::value& body, const Respond& respond);
  void show_proof(const HttpRequest& request, const boost::json::value& body, const Respond& respond);
  void explore(const HttpRequest& request, const boost::json::value& body, const Respond& respond);
  void show_reason(const HttpRequest& request, const boost::json::value& body, const Respond& respond);
  void judge_puzzle(const HttpRequest& request, const boost::json::value& body, const Respond& respond);
  void judge_read_puzzle(const std::string& client, const std::string& game, int number,
                         const std::vector<std::string>& moves, const Respond& respond);
  void create_game(const std::string& client, const boost::json::value& body, const Respond& respond);
  void join_game(const HttpRequest& request, const std::string& id, const boost::json::value& body,
                 const Respond& respond);
  void import_games(const HttpRequest& request, const Respond& respond);
  /// Games of a text without keeping them: what a page does with a pasted record.
  void show_records(const HttpRequest& request, const Respond& respond);
  void write_record(const boost::json::value& body, const Respond& respond);
  std::vector<base::Parsed<store::GameRow>> read_games(const HttpRequest& request) const;
  store::SeatRow read_seat(record::JsonFields& fields, const std::string& game);
  /// Runs the work on the batch queue, where it may wait for the store, and answers with what it returns.
  void in_batch(const std::string& client, std::function<HttpResponse()> work, const Respond& respond);
  /// Has the store do something and waits for it; throws if that fails. On the batch queue only.
  void with_store(store::StoreThread::Task task);
  HttpResponse exported(const std::string& after, int limit);
  HttpResponse imported(std::vector<base::Parsed<store::GameRow>> games, const std::string& client,
                        std::int64_t now_ms);
  /// Lets the client import so many games, or says how many it may. On the batch queue only.
  std::optional<HttpResponse> refusal_of_import(const std::string& client, std::size_t count);

  Services& services_;
  Lobby& lobby_;
  const StaticPages& pages_;
  const std::string version_;
  bool draining_ = false;
  HealthProbe probe_;
  PlayedBook played_;  ///< on the batch queue only
  BatchQueue batch_;   // last: its work uses all of the above
};

}  // namespace partita::server
