#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/engine_question.h"
#include "server/services.h"
#include "server/table.h"

namespace partita::server {

/// Indices of up to three largest losses, in order of play.
std::vector<int> key_moments(const std::vector<double>& losses);

struct ReviewOrder {
  std::optional<std::int64_t> request;
  catalog::AnyPosition start;
  std::vector<std::string> moves;
  EngineShelf::Order engine;
  catalog::Limits limits;
};

/// Analyses every position of a game, one search after the other, and tells about each move as soon as the position
/// behind it is known. Lives on the loop.
class ReviewJob {
 public:
  ReviewJob(Services& services, Watcher& watcher, ReviewOrder order);
  ~ReviewJob() { stop(); }
  ReviewJob(const ReviewJob&) = delete;
  ReviewJob& operator=(const ReviewJob&) = delete;

  Verdict start();
  /// Tells that it was stopped, if it had not come to its end.
  void stop();

 private:
  /// What is known of a position: shares by seat with best play, and the lines.
  struct Judged {
    std::vector<double> shares;
    catalog::SearchResult result;
  };

  Verdict ask_next();
  void judged(Judged found);
  void tell_move(const Judged& before, const Judged& after);
  void finish(bool stopped);

  Services& services_;
  Watcher& watcher_;
  ReviewOrder order_;
  catalog::AnyPosition position_;
  catalog::AnyPosition before_position_;
  std::optional<Judged> before_;
  std::size_t next_ = 0;               ///< index of the position being judged
  std::vector<double> losses_;
  std::vector<int> movers_;
  SearchPool::Ticket ticket_ = 0;
  bool done_ = false;
  std::shared_ptr<ReviewJob*> self_ = std::make_shared<ReviewJob*>(this);
};

}  // namespace partita::server
