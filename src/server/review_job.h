#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/engine_question.h"
#include "server/services.h"
#include "server/table.h"
#include "study/review.h"

namespace partita::server {

struct ReviewOrder {
  std::optional<std::int64_t> request;
  catalog::AnyPosition start;  ///< of a free board moves may have been played on it already, `from` of them
  std::vector<std::string> moves;
  EnginePool::Order engine;
  catalog::Limits limits;
  std::string game_id;   ///< whose review is kept; empty: a free board's, which is not
  std::size_t from = 0;  ///< the first of the moves, counted in the whole game
};

/// Has a game reviewed (study/review.h), position by position through the pool of searches, and tells about each move
/// as soon as the position behind it is judged. The review of a stored game is kept with its parameters and told again.
/// Lives on the loop.
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
  void look_for_stored();
  void tell_stored(const std::string& body);
  Verdict begin();
  Verdict ask_next();
  void judged(study::JudgedPosition found);
  void tell_move(const study::ReviewedPly& ply);
  void finish(bool stopped);
  void send(boost::json::object message);
  boost::json::object parameters() const;
  std::string name() const;

  Services& services_;
  Watcher& watcher_;
  ReviewOrder order_;
  study::GameReviewer reviewer_;
  boost::json::array told_;
  SearchPool::Ticket ticket_ = 0;
  bool done_ = false;
  std::shared_ptr<ReviewJob*> self_ = std::make_shared<ReviewJob*>(this);
};

}  // namespace partita::server
