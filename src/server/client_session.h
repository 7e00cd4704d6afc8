#pragma once

#include <boost/json.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "record/json_fields.h"
#include "server/analysis_desk.h"
#include "server/lobby.h"
#include "server/loop_load.h"
#include "server/rate_limit.h"
#include "server/review_job.h"

namespace partita::server {

/// The socket under a session, as the network offers it. Used on the loop only.
class Channel {
 public:
  virtual ~Channel() = default;
  virtual void send(std::string message) = 0;
  virtual void close(const std::string& reason) = 0;
};

/// One WebSocket's conversation: reads ClientMessages, answers them, watches tables, holds one analysis and one review.
/// Made, used and destroyed on the loop. The channel outlives it.
class ClientSession final : public Watcher, public std::enable_shared_from_this<ClientSession> {
 public:
  /// Whose socket it is: ours, or that of another server, which passes on what is said about games of ours.
  enum class Origin { kSocket, kPeer };
  ClientSession(Services& services, Lobby& lobby, Channel& channel, std::string client,
                Origin origin = Origin::kSocket);
  ~ClientSession() override;

  void greet(const std::string& version);
  void receive(std::string_view text);
  /// The socket is gone: nothing is sent any more.
  void hang_up();

  void send(const boost::json::object& message) override;
  void send_text(std::string message) override;
  void let_reconnect(const std::string& reason) override;
  const std::string& client() const override { return client_; }

 private:
  void read(std::string_view text);
  void dispatch(const std::string& type, record::JsonFields& fields);
  void watch(record::JsonFields& fields);
  void unwatch(record::JsonFields& fields);
  void play(record::JsonFields& fields);
  void table_command(const std::string& type, record::JsonFields& fields);
  void answer_offer(record::JsonFields& fields);
  void analyse(record::JsonFields& fields);
  void review(record::JsonFields& fields);
  /// Fills in who asks and what engine, where the order does not say.
  void start_review(ReviewOrder order);

  /// Where another server has the game it is told what was said; true if so.
  bool is_passed_on(const std::string& type, record::JsonFields& fields);
  void pass_on(const std::string& server, const std::string& game_id, const std::string& text);
  /// The watched table the message names, or nothing after refusing.
  std::shared_ptr<Table> table_of(record::JsonFields& fields, std::string& game_id);
  Reply reply_to(std::optional<std::int64_t> request, std::string game_id);
  void refuse(std::optional<std::int64_t> request, const std::string& game_id, const Verdict& verdict);
  std::string default_engine(const std::string& game) const;

  Services& services_;
  Lobby& lobby_;
  Channel* channel_;
  const std::string client_;
  TokenBucket messages_;
  Fading loop_used_{LoopLoad::kHalfLifeMs};  ///< milliseconds of the loop for this socket's requests
  int ignored_limits_ = 0;
  std::optional<std::int64_t> request_;  ///< of the message being read
  record::JsonFault fault_;              ///< of the message being read
  std::string text_;                     ///< the message being read
  const Origin origin_;
  std::map<std::string, std::string> elsewhere_;  ///< the servers of games that others have
  std::map<std::string, std::shared_ptr<Table>> watched_;
  std::size_t watches_pending_ = 0;
  std::unique_ptr<AnalysisDesk> desk_;
  std::unique_ptr<ReviewJob> review_;
};

}  // namespace partita::server
