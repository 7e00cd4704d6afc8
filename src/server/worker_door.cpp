#include "server/worker_door.h"

#include <boost/json.hpp>

#include "base/text.h"
#include "server/neighbours.h"
#include "work/public_worker.h"

namespace partita::server {

namespace {

constexpr const char* kHelpersPage = "/helpers";
constexpr const char* kHelpersStyle = "/helpers.css";
constexpr const char* kHelpersList = "/api/v1/helpers";
// Who passed a request on has looked at the key; nobody else can say whose it is.
constexpr const char* kCallerParameter = "caller";

constexpr const char* kStyle = R"(:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.3rem 0.5rem; border-bottom: 1px solid #8886; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
)";

HttpResponse response_of(work::PublicThinking::Answer answer) {
  if (answer.status != 200) {
    const char* code = answer.status == 429 ? "too-many" : answer.status == 503 ? "unavailable" : "forbidden";
    return error_response(answer.status, answer.status == 400 ? "bad-request" : code, answer.body);
  }
  HttpResponse response;
  response.body = std::move(answer.body);
  return response;
}

HttpResponse text_of_type(const char* type, std::string body) {
  HttpResponse response;
  response.content_type = type;
  response.body = std::move(body);
  return response;
}

}  // namespace

bool WorkerDoor::is_for(const HttpRequest& request) {
  const std::string& path = request.path;
  return path == work::kTakePath || path == work::kTellPath || path == kHelpersPage || path == kHelpersStyle ||
         path == kHelpersList;
}

void WorkerDoor::handle(const HttpRequest& request, const Respond& respond) {
  const bool is_workers = request.path == work::kTakePath || request.path == work::kTellPath;
  if (request.method != (is_workers ? "POST" : "GET"))
    return respond(error_response(405, "bad-request", is_workers ? "workers post here" : "this is only to be read"));
  if (request.path == work::kTakePath) return take(request, respond);
  if (request.path == work::kTellPath) return tell(request, respond);
  if (request.path == kHelpersList) return respond(helpers_json());
  if (request.path == kHelpersStyle) return respond(text_of_type("text/css; charset=utf-8", kStyle));
  respond(helpers_page());
}

void WorkerDoor::take(const HttpRequest& request, const Respond& respond) {
  thinking_.take(thinking_.caller_of(request.authorization), request.body,
                 [&loop = services_.loop, respond](work::PublicThinking::Answer answer) {
                   loop.post([respond, answer = std::move(answer)] { respond(response_of(answer)); });
                 });
}

void WorkerDoor::tell(const HttpRequest& request, const Respond& respond) {
  const auto parameter = [&](const char* name) {
    const auto found = request.query.find(name);
    return found == request.query.end() ? std::string() : found->second;
  };
  const work::PublicThinking::Caller caller = request.is_passed_on
                                                  ? thinking_.caller_of_digest(parameter(kCallerParameter))
                                                  : thinking_.caller_of(request.authorization);
  const std::string server = parameter("server");
  Neighbours* neighbours = services_.neighbours;
  const bool is_elsewhere = !server.empty() && server != server_ && !request.is_passed_on;
  if (caller.status == 0 && is_elsewhere && neighbours != nullptr && neighbours->is_there(server)) {
    HttpRequest passed = request;
    passed.query[kCallerParameter] = caller.digest;
    return neighbours->ask(server, passed, respond);
  }
  respond(response_of(thinking_.tell(caller, request.body)));
}

HttpResponse WorkerDoor::helpers_json() const {
  boost::json::array helpers;
  for (const work::Helper& helper : thinking_.helpers())
    helpers.push_back({{"name", helper.name}, {"searches", helper.searches}, {"seconds", helper.seconds}});
  HttpResponse response;
  response.body = boost::json::serialize(boost::json::object{{"helpers", std::move(helpers)}});
  return response;
}

HttpResponse WorkerDoor::helpers_page() const {
  std::string rows;
  for (const work::Helper& helper : thinking_.helpers()) {
    rows += "<tr><td>" + base::escaped_markup(helper.name) + "</td><td class=\"number\">" +
            base::with_thousands(static_cast<std::int64_t>(helper.searches)) + "</td><td class=\"number\">" +
            base::format("%.1f", helper.seconds / 3600) + "</td></tr>\n";
  }
  const std::string table = rows.empty() ? "<p>Nobody yet.</p>\n"
                                         : "<table><thead><tr><th>Name</th><th class=\"number\">Searches</th>"
                                           "<th class=\"number\">Hours</th></tr></thead><tbody>\n" +
                                               rows + "</tbody></table>\n";
  return text_of_type(
      "text/html; charset=utf-8",
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Thanks - Partita</title>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"stylesheet\" href=\"helpers.css\"></head><body><main>\n<h1>Thanks</h1>\n"
      "<p>These volunteers' machines think for this server: engines' moves, analyses and reviews.</p>\n" +
          table + "<p><a href=\"./\">Partita</a></p>\n</main></body></html>\n");
}

std::string WorkerDoor::metrics_text() const {
  const work::PublicState state = thinking_.public_state();
  std::string out;
  const auto line = [&](const char* name, const char* type, const char* help, auto value) {
    out += std::string("# HELP partita_public_") + name + " " + help + "\n# TYPE partita_public_" + name + " " + type +
           "\npartita_public_" + name + " " + std::to_string(value) + "\n";
  };
  line("workers", "gauge", "volunteers' workers that ask for work", state.workers);
  line("slots", "gauge", "searches of each lane that they are trusted with", state.slots);
  line("questions", "gauge", "searches under way with volunteers", state.asked);
  line("questions_total", "counter", "searches given to volunteers", state.asked_total);
  line("answers_total", "counter", "answers of volunteers that were believed", state.answered_total);
  line("returns_total", "counter", "searches handed back or not wanted any more", state.returned_total);
  line("losses_total", "counter", "searches that were not answered in time", state.lost_total);
  line("refusals_total", "counter", "answers that were not legal, plausible, readable or theirs", state.refused_total);
  line("late_total", "counter", "answers to searches that were not open any more", state.late_total);
  line("checks_total", "counter", "answers that were done again here", state.checked_total);
  line("disagreements_total", "counter", "answers that the second search did not confirm", state.disagreed_total);
  line("suspensions_total", "counter", "keys that were suspended", state.suspended_total);
  return out;
}

}  // namespace partita::server
