#include "store/integrity_check.h"

#include <soci/soci.h>

#include <utility>

// Declared here because the library's own header asks for that of the database's client.
namespace soci {
extern "C" {
const backend_factory* factory_sqlite3();
}
}  // namespace soci

namespace partita::store {

namespace {

// Looking takes at most this share of a core, however large the file has become.
constexpr int kRestPerWork = 20;

std::string damage_of(const std::string& path) {
  try {
    soci::session sql(*soci::factory_sqlite3(), "db=\"" + path + "\" timeout=5 readonly=true");
    std::string verdict;
    sql << "pragma quick_check(1)", soci::into(verdict);
    return verdict == "ok" ? "" : "the database is damaged: " + verdict;
  } catch (const std::exception& failure) {
    return std::string("the database cannot be checked: ") + failure.what();
  }
}

}  // namespace

IntegrityCheck::IntegrityCheck(std::string path) : path_(std::move(path)) {
  if (!path_.empty()) thread_ = std::thread([this] { run(); });
}

IntegrityCheck::~IntegrityCheck() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void IntegrityCheck::ask(Then then) {
  std::string known;
  {
    const std::lock_guard lock(mutex_);
    if (!path_.empty() && Clock::now() >= due_) {
      asked_ = std::move(then);
      wake_.notify_one();
      return;
    }
    known = failure_;
  }
  then(known);
}

void IntegrityCheck::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return closing_ || asked_; });
    if (closing_) return;
    const Then then = std::exchange(asked_, nullptr);
    lock.unlock();
    const auto begin = Clock::now();
    const std::string found = damage_of(path_);
    const auto end = Clock::now();
    lock.lock();
    failure_ = found;
    due_ = end + kRestPerWork * (end - begin);
    lock.unlock();
    then(found);
    lock.lock();
  }
}

}  // namespace partita::store
