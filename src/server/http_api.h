#pragma once

#include <atomic>
#include <string>

#include "server/health_probe.h"
#include "server/http_message.h"
#include "server/lobby.h"
#include "server/services.h"
#include "server/static_pages.h"
#include "store/json_fields.h"

namespace partita::server {

/// Answers HTTP requests: the JSON interface of docs/http-api.md, the page, health and metrics. Lives on the loop.
class HttpApi {
 public:
  HttpApi(Services& services, Lobby& lobby, const StaticPages& pages, std::string version);

  /// Answers now or later, exactly once, on the loop.
  void handle(const HttpRequest& request, Respond respond);
  /// From now on /healthz says that the server is going.
  void start_draining() { draining_ = true; }

 private:
  void get(const HttpRequest& request, const Respond& respond);
  void post(const HttpRequest& request, const Respond& respond);

  void health(const Respond& respond);
  HttpResponse metrics() const;
  HttpResponse catalog() const;
  HttpResponse engine_options(const HttpRequest& request) const;
  void list_games(const HttpRequest& request, const Respond& respond);
  void show_game(const std::string& id, const Respond& respond);
  void show_record(const std::string& id, const Respond& respond);
  void export_games(const HttpRequest& request, const Respond& respond);
  HttpResponse puzzles(const HttpRequest& request) const;
  HttpResponse results() const;

  void show_position(const boost::json::value& body, const Respond& respond);
  void create_game(const boost::json::value& body, const Respond& respond);
  void join_game(const std::string& id, const boost::json::value& body, const Respond& respond);
  void import_games(const HttpRequest& request, const Respond& respond);
  /// Games of a text without keeping them: what a page does with a pasted record.
  void show_records(const HttpRequest& request, const Respond& respond);
  void write_record(const boost::json::value& body, const Respond& respond);
  static bool is_games_type(const HttpRequest& request);
  std::vector<base::Parsed<store::GameRow>> read_games(const HttpRequest& request) const;
  store::SeatRow read_seat(store::JsonFields& fields, const std::string& game);
  /// Runs the task on the store and answers with what it returns.
  void from_store(std::function<HttpResponse(store::Store&)> task, const Respond& respond);

  Services& services_;
  Lobby& lobby_;
  const StaticPages& pages_;
  const std::string version_;
  bool draining_ = false;
  HealthProbe probe_;
};

}  // namespace partita::server
