#include "work/worker_card.h"

#include "record/declared_json.h"

namespace partita::work {

std::string write_worker_card(const WorkerCard& card) { return record::write_object(card); }
base::Parsed<WorkerCard> read_worker_card(std::string_view text) {
  return record::read_object<WorkerCard>(text, "worker");
}

}  // namespace partita::work
