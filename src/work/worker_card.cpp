#include "work/worker_card.h"

#include <boost/json.hpp>

namespace partita::work {

namespace json = boost::json;

std::string write_worker_card(const WorkerCard& card) {
  return json::serialize(json::object{{"name", card.name},
                                      {"signature", card.signature},
                                      {"threads", card.threads},
                                      {"done", card.done},
                                      {"failed", card.failed},
                                      {"up_s", card.up_s},
                                      {"running", json::array(card.running.begin(), card.running.end())}});
}

base::Parsed<WorkerCard> read_worker_card(std::string_view text) {
  json::error_code error;
  const json::value value = json::parse(json::string_view(text.data(), text.size()), error);
  if (error || !value.is_object()) return base::Error{"worker: not a JSON object"};
  const json::object& object = value.get_object();
  const auto* name = object.if_contains("name");
  const auto* signed_as = object.if_contains("signature");
  const auto* threads = object.if_contains("threads");
  const auto* done = object.if_contains("done");
  const auto* failed = object.if_contains("failed");
  const auto* up_s = object.if_contains("up_s");
  const auto* running = object.if_contains("running");
  if (name == nullptr || !name->is_string() || signed_as == nullptr || !signed_as->is_string() || threads == nullptr ||
      !threads->is_int64() || done == nullptr || !done->is_int64() || failed == nullptr || !failed->is_int64() ||
      up_s == nullptr || !up_s->is_number() || running == nullptr || !running->is_array()) {
    return base::Error{"worker: missing or bad field"};
  }
  WorkerCard card{std::string(name->get_string()),
                  std::string(signed_as->get_string()),
                  static_cast<int>(threads->get_int64()),
                  done->get_int64(),
                  failed->get_int64(),
                  up_s->to_number<double>(),
                  {}};
  for (const json::value& job : running->get_array()) {
    if (job.is_string()) card.running.emplace_back(job.get_string());
  }
  return card;
}

}  // namespace partita::work
