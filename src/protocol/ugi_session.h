#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/option.h"
#include "catalog/any_engine.h"
#include "catalog/any_position.h"
#include "catalog/games.h"

namespace partita::protocol {

/// What a session starts with; all of it can be changed by options.
struct UgiSetup {
  std::string game = catalog::default_game();
  base::OptionValues rules;
  catalog::EngineSpec engine;
};

/// The engine's side of UGI: takes lines, answers through a sink. Searches run on a thread of the session's own, so
/// that lines are answered at any time. handle() is called by one thread; the sink by that one and the searching one,
/// never at once. Any line whatever is survived: what cannot be done is answered with one "info string error ..." line
/// and changes nothing.
class UgiSession {
 public:
  using Sink = std::function<void(const std::string& line)>;

  /// REQUIRES: the setup's game, rules and engine were checked by make().
  static base::Parsed<std::unique_ptr<UgiSession>> make(const UgiSetup& setup, Sink sink);
  ~UgiSession();
  UgiSession(const UgiSession&) = delete;
  UgiSession& operator=(const UgiSession&) = delete;

  /// False when the line was "quit".
  bool handle(std::string_view line);
  /// Waits for a running search to end by itself. REQUIRES: it is not infinite.
  void wait();
  /// The end of the input: a limited search may still finish, for `patience_ms` at most and while `is_heard` says that
  /// somebody reads the answer; then it is stopped.
  void leave(int patience_ms, const std::function<bool()>& is_heard);
  bool is_searching() const;

 private:
  UgiSession(UgiSetup setup, Sink sink, std::unique_ptr<catalog::AnyEngine> engine, catalog::AnyPosition position);

  using Words = std::vector<std::string_view>;
  /// REQUIRES: no search runs.
  void obey(std::string_view command, std::string_view line, const Words& words);
  void identify();
  void set_option(std::string_view line);
  void change_setup(UgiSetup setup);
  /// A fresh seed for the engine, which is told, unless the user has chosen one.
  void draw_seed();
  /// Every game has a seed of its own.
  void begin_game();
  void set_position(const Words& words);
  void go(const Words& words);
  void query(const Words& words);
  void draw();
  void start(const catalog::SearchRequest& request);
  void wait_for_stop();
  /// The declared name of an option: case and underscores do not matter, as runners write Hash and OwnBook.
  std::string option_name(const std::string& name) const;
  /// Returns at once: "isready" may be next.
  void ask_to_stop();
  void stop_and_join();
  void say(const std::string& line);
  void complain(const std::string& what);
  std::vector<base::OptionSpec> setup_options() const;

  UgiSetup setup_;
  Sink sink_;
  std::mutex sink_mutex_;
  std::unique_ptr<catalog::AnyEngine> engine_;
  catalog::AnyPosition position_;
  int lines_ = 1;
  bool has_drawn_seed_ = false;  ///< the engine's seed is of this session, not the declared default
  std::thread searcher_;
  std::atomic<bool> searching_{false};
  bool is_infinite_ = false;  ///< the running search waits for stop
  base::StopFlag stop_;       ///< of the running search; lowered when the next one begins
  std::mutex stop_mutex_;     ///< for the signal alone
  std::condition_variable stop_signal_;
};

}  // namespace partita::protocol
