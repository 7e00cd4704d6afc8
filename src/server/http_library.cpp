#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "catalog/games.h"
#include "record/game_files.h"
#include "record/json_fields.h"
#include "server/http_api.h"
#include "server/puzzle_book.h"
#include "server/wire.h"
#include "study/motif_text.h"
#include "study/starts.h"

// What lies in files: puzzles, positions to begin with and the reports of tournaments.
namespace partita::server {

namespace json = boost::json;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostReports = 100;
constexpr std::uintmax_t kLargestReport = 256U << 10U;

struct ReportFile {
  fs::path path;
  std::int64_t modified_ms = 0;
};

std::int64_t modified_ms(const fs::path& path) {
  // By the system's own call: not every C++ library tells the file system's clock in times since 1970.
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return 0;
  return static_cast<std::int64_t>(file.st_mtim.tv_sec) * 1'000 + file.st_mtim.tv_nsec / 1'000'000;
}

std::vector<ReportFile> newest_reports(const std::string& folder) {
  std::vector<ReportFile> files;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    if (entry.path().extension() != ".json" || !entry.is_regular_file(failure)) continue;
    if (entry.file_size(failure) > kLargestReport) continue;
    files.push_back({entry.path(), modified_ms(entry.path())});
  }
  std::sort(files.begin(), files.end(),
            [](const ReportFile& a, const ReportFile& b) { return a.modified_ms > b.modified_ms; });
  files.resize(std::min(files.size(), kMostReports));
  return files;
}

json::object estimate_of(record::JsonFields& fields, const char* name) {
  json::object estimate{{"value", 0.0}, {"error", nullptr}};
  auto found = fields.object_or_none(name);
  if (!found) return estimate;
  for (const char* field : {"value", "error"}) {
    if (const auto number = found->find(field); number && number->is_number()) estimate[field] = number->number();
  }
  return estimate;
}

std::int64_t count_of(record::JsonFields& fields, const char* name) {
  return fields.integer_or(name, 0, 0, record::kMostInteger);
}

/// What the page shows of a report the arena wrote; nothing if it is another kind of file.
std::optional<json::object> report_of(const json::value& value) {
  record::JsonFault fault;
  record::JsonFields report(value, "", &fault);
  json::array shown;
  bool rated = true;
  for (record::JsonFields& entrant : report.objects("players")) {
    rated = rated && entrant.has("rating");
    const auto control = entrant.find("control");
    shown.push_back({{"player", entrant.free_text("player")},
                     {"control", control ? control->text() : ""},
                     {"games", count_of(entrant, "games")},
                     {"faults", count_of(entrant, "faults")},
                     {"score", estimate_of(entrant, "score")},
                     {"rating", estimate_of(entrant, "rating")}});
  }
  json::object endings;
  if (const auto counts = report.find("endings")) {
    for (const auto& [reason, count] : counts->members()) endings[reason] = count.integer();
  }
  json::object result{{"game", report.free_text("game")},
                      {"scheduled", count_of(report, "scheduled")},
                      {"finished", count_of(report, "finished")},
                      {"rated", rated},
                      {"players", std::move(shown)},
                      {"endings", std::move(endings)}};
  if (!fault.empty()) return std::nullopt;
  return result;
}

/// What the puzzles of a game are won by, the most frequent first, in words.
json::array kinds_json(const catalog::GameEntry& game, PuzzleBook& book) {
  std::vector<std::pair<int, json::object>> rows;
  for (const std::string& name : book.kinds_of(game.name)) {
    const catalog::MotifKind* kind = game.motifs ? study::find_kind(*game.motifs->kinds, name) : nullptr;
    if (kind == nullptr) continue;
    const auto& puzzles = book.of(game.name);
    const auto count = static_cast<int>(std::count_if(
        puzzles.begin(), puzzles.end(), [&](const ShippedPuzzle& puzzle) { return trains(puzzle, {name}); }));
    rows.emplace_back(count, json::object{{"kind", name},
                                          {"count", count},
                                          {"text",
                                           {{"en", study::counted_noun(*kind, count, study::Language::kEnglish)},
                                            {"it", study::counted_noun(*kind, count, study::Language::kItalian)}}}});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  json::array kinds;
  for (auto& [count, row] : rows) kinds.push_back(std::move(row));
  return kinds;
}

HttpResponse puzzle_list(const catalog::GameEntry& game, PuzzleBook& book) {
  json::array array;
  for (const ShippedPuzzle& puzzle : book.of(game.name)) {
    json::object row{{"number", puzzle.number},
                     {"rules", json::value_from(puzzle.rules)},
                     {"start", puzzle.position},
                     {"solution", json::value_from(puzzle.solution)},
                     {"solved", puzzle.solved},
                     {"plies", puzzle.plies},
                     {"only", puzzle.is_only},
                     {"rating", puzzle.rating},
                     {"motifs", json::value_from(puzzle.motifs)}};
    if (puzzle.lesson > 0) row["lesson"] = puzzle.lesson;
    array.push_back(std::move(row));
  }
  HttpResponse response;
  response.body = json::serialize(
      json::object{{"game", game.name}, {"puzzles", std::move(array)}, {"kinds", kinds_json(game, book)}});
  return response;
}

base::Parsed<const catalog::GameEntry*> asked_game(const HttpRequest& request) {
  const auto asked = request.query.find("game");
  return catalog::find_game(asked == request.query.end() ? "" : asked->second);
}

json::object start_json(std::string_view game, const study::OfferedStart& start) {
  const bool is_fair = start.kind() == study::OfferedStart::Kind::kFair;
  const auto position = study::position_of(game, start);
  const double first = start.half_points / 2.0;
  return {{"rules", json::value_from(start.rules)},
          {"start", position ? position->text() : ""},
          {"moves", json::value_from(start.moves)},
          {"kind", is_fair ? "fair" : "handicap"},
          {"seat", is_fair ? -1 : static_cast<int>(start.helped())},
          {"level", start.level},
          {"games", start.games},
          {"points", json::array{first, start.games - first}},
          {"proven", start.winner ? json::value(start.plies) : json::value(nullptr)},
          {"nodes", start.nodes_in_vain}};
}

}  // namespace

void HttpApi::puzzles(const HttpRequest& request, const Respond& respond) const {
  const auto game = asked_game(request);
  if (!game) return respond(error_response(400, "bad-request", game.error()));
  services_.puzzles.when_read(
      services_.loop, [&book = services_.puzzles, entry = *game, respond] { respond(puzzle_list(*entry, book)); });
}

HttpResponse HttpApi::starts(const HttpRequest& request) const {
  const auto game = asked_game(request);
  if (!game) return error_response(400, "bad-request", game.error());
  json::array array;
  for (const study::OfferedStart& start : study::shipped_starts((*game)->name)) {
    if (start.kind() != study::OfferedStart::Kind::kNeither) array.push_back(start_json((*game)->name, start));
  }
  HttpResponse response;
  response.body = json::serialize(json::object{{"game", (*game)->name}, {"starts", std::move(array)}});
  return response;
}

HttpResponse HttpApi::results() const {
  json::array array;
  for (const ReportFile& file : newest_reports(services_.results_folder)) {
    const auto text = record::read_file(file.path.string());
    const auto value = text ? record::parse_json(*text) : base::Parsed<json::value>(text.forward_error());
    auto report = value ? report_of(*value) : std::nullopt;
    if (!report) continue;
    (*report)["name"] = file.path.stem().string();
    (*report)["modified_ms"] = file.modified_ms;
    array.push_back(std::move(*report));
  }
  HttpResponse response;
  response.body = json::serialize(json::object{{"results", std::move(array)}});
  return response;
}

}  // namespace partita::server
