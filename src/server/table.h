#pragma once

#include <boost/json.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/clock_face.h"
#include "server/engine_question.h"
#include "server/services.h"
#include "server/turns.h"
#include "server/verdict.h"
#include "server/wire.h"
#include "store/game_row.h"

namespace partita::server {

class Table;

/// Somebody who looks at tables through a socket.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// Never used twice, unlike an address: what a watcher that has gone asked for cannot fall to another.
  std::uint64_t serial() const { return serial_; }
  virtual void send(const boost::json::object& message) = 0;
  /// A message that is JSON text already.
  virtual void send_text(std::string message) = 0;
  /// Who is charged with what is done for this watcher.
  Payer payer() const { return {client(), "socket " + std::to_string(serial_)}; }
  /// Ends the connection so that its client makes another and asks for its games again.
  virtual void let_reconnect(const std::string&) {}
  /// The network's name for whoever is behind the socket.
  virtual const std::string& client() const = 0;

 private:
  static inline std::uint64_t last_serial_ = 0;
  const std::uint64_t serial_ = ++last_serial_;
};

/// What a table needs of the room it stands in.
class TableHost {
 public:
  using WithTable = std::function<void(const std::shared_ptr<Table>&, const Verdict&)>;
  virtual ~TableHost() = default;
  /// Writes the game and sets up its table.
  virtual void create_table(store::GameRow game, WithTable then) = 0;
  /// The table of a game, taken from the store if it is not set up.
  virtual void find_table(const std::string& id, WithTable then) = 0;
  /// The game belongs to another server by now: whoever looks at it here shall ask again.
  virtual void drop_table(Table& table) = 0;
};

/// One game being played: position, seats, clocks, offers, the thinking engine, and everybody who watches. Every change
/// is written to the store before anybody hears of it; commands that come meanwhile wait. Lives on the loop.
class Table : public std::enable_shared_from_this<Table> {
 public:
  /// Replays the game; an error if its moves do not fit its rules.
  static base::Parsed<std::shared_ptr<Table>> set_up(Services& services, TableHost& host, store::GameRow game);
  ~Table();

  const std::string& id() const { return row_.id; }
  /// With what the plies have become, as far as they are written; without secrets unless asked for by
  /// store::game_to_json.
  store::GameRow record() const;

  void watch(Watcher& watcher, const std::vector<std::string>& tokens, Reply reply);
  void unwatch(Watcher& watcher);
  void play(Watcher& watcher, int ply, const std::string& move, Reply reply);
  void undo(Watcher& watcher, Reply reply);
  void hint(Watcher& watcher, boost::json::object head, Reply reply);
  void resign(Watcher& watcher, int seat, Reply reply);
  void offer_draw(Watcher& watcher, Reply reply);
  void rematch(Watcher& watcher, Reply reply);
  void swap(Watcher& watcher, Reply reply);
  void answer(Watcher& watcher, const std::string& offer, bool accept, Reply reply);
  /// Seats the holder of the invite; `then` gets the seat and its new token.
  void join(const std::string& invite, const std::string& name,
            std::function<void(const Verdict&, int seat, const std::string& token)> then);

  /// Nobody watches, nothing is being written and no person's clock runs: the table may be put away.
  bool is_idle() const;
  /// Which of the store's generations the game was read in.
  void read_in(std::uint64_t generation) { generation_ = generation; }
  /// The number of our lease on the game, which every write carries: without one the database is ours alone. What the
  /// mover's clock ran before we had the game is taken off.
  void take_lease(std::int64_t fence, std::int64_t used_ms);
  std::int64_t fence() const { return fence_; }
  /// We know again that the game is ours: whoever was not shown its state meanwhile is shown it.
  void show_again();
  /// Sends everybody away, and writes nothing any more.
  void close(const std::string& reason);

 private:
  struct Place {
    Watcher* watcher = nullptr;
    std::vector<std::string> tokens;
    SeatSet seats = 0;
    std::size_t known_plies = 0;
    std::uint64_t known_layout = 0;
  };
  struct Offer {
    std::string kind;
    int from = 0;
    SeatSet from_seats = 0;
    SeatSet needed = 0;
    SeatSet agreed = 0;
  };

  Table(Services& services, TableHost& host, store::GameRow game, catalog::AnyPosition position);

  // Who is who.
  int seats() const { return position_.seat_count(); }
  const store::SeatRow& seat_row(int seat) const { return row_.seats[static_cast<std::size_t>(seat)]; }
  bool is_engine(int seat) const { return seat_row(seat).kind == store::SeatKind::kEngine; }
  SeatSet people() const;
  bool is_waiting() const;
  Place* place_of(std::uint64_t serial);
  SeatSet seats_of(const std::vector<std::string>& tokens) const;
  bool may_swap() const;
  /// False once another server may have taken the game.
  bool may_be_ours() const;

  // Doing one thing at a time.
  /// What the table must do itself: never dropped.
  void in_turn(std::function<void()> command);
  /// What somebody asked for: refused as busy where too much waits already.
  void in_turn(const Reply& reply, std::function<void()> command);
  void write(store::StoreThread::Task task, std::function<void(bool written)> then);
  void drain();
  /// The task, done only if the game is still ours.
  store::StoreThread::Task checked(store::StoreThread::Task task, std::shared_ptr<bool> is_lost, std::int64_t used_ms);
  // After a write that failed.
  void reload();
  void wait_for_store();
  void take_stored(store::GameRow game, std::uint64_t generation);

  // Changes, each written before it is shown.
  void commit_ply(PlyView ply, int mover, std::int64_t arrived_ms, Reply reply);
  void take_back(std::size_t plies, Reply reply);
  void end_game(store::EndingRow ending, Reply reply);
  void swap_players(Reply reply);
  void start_rematch(Reply reply);
  void after_change();
  void restore_clocks();
  ClockFace stored_clock() const;
  /// What the mover has used of its clock in this turn.
  std::int64_t used_in_turn_ms() const;

  // Offers.
  void make_offer(const std::string& kind, Place& place, Reply reply);
  void carry_out(const Offer& offer, Reply reply);
  enum class OfferState { kOpen, kDeclined, kWithdrawn };
  void send_offer(const Offer& offer, OfferState state);
  void send_rematch_grants(const std::shared_ptr<Table>& next);

  // Clocks.
  void run_clock();
  void note_clock();
  void flag_fell();

  // Engines.
  void think_if_due();
  void start_thinking();
  /// The engine of a seat with the game's seed, unless it names one.
  std::string seeded_engine(int seat) const;
  void cancel_thinking();
  void end_pause();
  /// Whose turn the engines' searches take: a player's if one is here, else whoever has watched longest.
  const Watcher& charged_watcher() const;
  void engine_answered(const EngineAnswer& answer);
  catalog::Limits limits_for(int seat) const;

  // What watchers see.
  void broadcast();
  void send_state(Place& place);
  void refresh_view();
  SeatSet present() const;
  const std::string& position_text(Legal legal);
  std::string moves_text(std::size_t from);
  boost::json::array seats_json(const Place& place) const;
  boost::json::array allowed_json(const Place& place) const;
  boost::json::value clocks_json() const;

  Services& services_;
  TableHost& host_;
  store::GameRow row_;  ///< its moves stay empty: plies_ has them
  catalog::AnyPosition position_;
  int start_ply_ = 0;
  std::vector<PlyView> plies_;
  std::vector<Place> watchers_;
  std::optional<Offer> offer_;
  bool writing_ = false;
  bool is_ply_unwritten_ = false;  ///< the last of plies_ may yet be refused: nobody is shown it
  bool is_away_ = false;           ///< a write failed and the store has not told yet what it holds
  bool is_closed_ = false;
  bool owes_state_ = false;  ///< somebody was not told because the game may have been another server's by then
  std::uint64_t generation_ = 0;
  std::int64_t fence_ = 0;
  std::string unanswered_token_;  ///< of a friend whose joining failed, as far as could be told
  Loop::TimerId reload_timer_ = 0;
  std::deque<std::function<void()>> mailbox_;
  std::size_t asked_waiting_ = 0;  ///< how much of the mailbox is requests
  ClockFace clock_;
  bool clock_awake_ = false;  ///< after a restart clocks stand until a player is back
  Loop::TimerId flag_timer_ = 0;
  Loop::TimerId pace_timer_ = 0;
  std::string pausing_for_;  ///< the client for whom the engines pause
  SearchPool::Ticket thinking_ = 0;
  std::uint64_t thinking_for_ = 0;  ///< the watcher who is charged with it
  std::uint64_t thought_ = 0;       ///< number of the search whose answer counts
  std::string trace_;               ///< names the last move of a person, and what follows from it, in the log
  std::uint64_t revision_ = 0;
  catalog::BoardView view_;
  std::uint64_t layout_version_ = 0;
  /// Parts of a state as JSON text, the same for all who watch; empty until somebody needs them. refresh_view() empties
  /// them.
  struct Texts {
    std::string head;
    std::string layout;
    std::string moves;        ///< all of them
    std::string position[2];  ///< by Legal
  };
  Texts texts_;
};

/// The ending in which one seat loses and the others share the point.
store::EndingRow loss_of(int loser, int seats, std::string reason);

/// The seats' secrets as the creator or the player gets them.
boost::json::array grants_to_json(const store::GameRow& game, SeatSet seats);

}  // namespace partita::server
