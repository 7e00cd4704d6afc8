#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/engine_question.h"
#include "server/services.h"
#include "server/table.h"
#include "study/move_mark.h"

namespace partita::server {

/// Indices of up to three largest losses, in order of play.
std::vector<int> key_moments(const std::vector<double>& losses);

/// Nodes of each search of a review: 20,000 took 25 ms in Andantino, 100 ms in Omega. Nodes and not time, so that it is
/// the same every time.
inline constexpr std::uint64_t kReviewNodes = 50'000;

struct ReviewOrder {
  std::optional<std::int64_t> request;
  catalog::AnyPosition start;
  std::vector<std::string> moves;
  EngineShelf::Order engine;
  catalog::Limits limits;
  std::string game_id;  ///< whose review is kept; empty: a free board's, which is not
};

/// Judges every move of a game by one search of each position, with a new engine on one thread, and tells about each
/// move as soon as the position behind it is known. What the shipped strategies prove is not searched. The same game,
/// and every image of it, gets the same review; that of a stored game is kept and told again. Lives on the loop.
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
    std::optional<study::KnownProof> known = std::nullopt;
  };
  /// What a move was worth.
  struct Worth {
    double loss = 0;
    study::MoveMark mark = study::MoveMark::kNone;
    bool is_lost = false;                    ///< proven, whatever the mover does
    std::optional<int> kept = std::nullopt;  ///< plies, of a lost mover
    std::optional<int> best = std::nullopt;
  };

  void look_for_stored();
  void tell_stored(const std::string& body);
  Verdict ask_next();
  void judged(Judged found);
  void tell_move(const Judged& before, const Judged& after);
  Worth worth_of(const Judged& before, const Judged& after) const;
  void finish(bool stopped);
  void send(boost::json::object message);
  boost::json::object parameters() const;
  std::string name() const;

  Services& services_;
  Watcher& watcher_;
  ReviewOrder order_;
  catalog::AnyPosition position_;
  catalog::AnyPosition before_position_;
  /// The game that is searched: the image of the one reviewed in which each move is the first of its images. Moves that
  /// are images of each other thus come to the same position and the same value.
  catalog::AnyPosition frame_;
  catalog::AnyPosition before_frame_;
  std::string frame_move_;
  std::optional<Judged> before_;
  std::size_t next_ = 0;  ///< index of the position being judged
  std::vector<Worth> worths_;
  std::vector<int> movers_;
  boost::json::array told_;
  SearchPool::Ticket ticket_ = 0;
  bool done_ = false;
  std::shared_ptr<ReviewJob*> self_ = std::make_shared<ReviewJob*>(this);
};

}  // namespace partita::server
