#include "work/worker_card.h"

#include <boost/json.hpp>

#include "record/json_fields.h"

namespace partita::work {

namespace json = boost::json;

std::string write_worker_card(const WorkerCard& card) {
  return json::serialize(json::object{{"name", card.name},
                                      {"signature", card.signature},
                                      {"threads", card.threads},
                                      {"done", card.done},
                                      {"failed", card.failed},
                                      {"up_s", card.up_s},
                                      {"running", json::array(card.running.begin(), card.running.end())},
                                      {"searches", card.searches},
                                      {"answered", card.answered}});
}

base::Parsed<WorkerCard> read_worker_card(std::string_view text) {
  return record::read_json_object<WorkerCard>(text, "worker", [](record::JsonFields& fields, WorkerCard& card) {
    card.name = fields.free_text("name");
    card.signature = fields.free_text("signature");
    card.threads = static_cast<int>(fields.item("threads").integer());
    card.done = fields.item("done").integer();
    card.failed = fields.item("failed").integer();
    card.up_s = fields.number("up_s");
    card.running = fields.free_texts("running");
    // Workers of earlier versions say nothing of these.
    card.searches = static_cast<int>(fields.integer_or("searches", 0, 0, 1'000'000));
    card.answered = fields.integer_or("answered", 0, 0, std::int64_t{1} << 53);
  });
}

}  // namespace partita::work
