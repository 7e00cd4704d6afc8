#include "protocol/ugi_client.h"

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "base/text.h"
#include "protocol/ugi_text.h"

namespace partita::protocol {

namespace {

constexpr int kMostOptions = 1000;
constexpr std::size_t kLongestMove = 64;
constexpr std::string_view kComplaint = "info string error";

int search_time_ms(const catalog::Limits& limits, std::size_t mover, const UgiPatience& patience) {
  std::int64_t ms = patience.unlimited_ms;
  if (limits.movetime_ms > 0)
    ms = limits.movetime_ms + patience.margin_ms;
  else if (limits.clock_ms[mover] > 0)
    ms = limits.clock_ms[mover] + patience.margin_ms;
  return static_cast<int>(std::min<std::int64_t>(ms, 24LL * 3600 * 1000));
}

}  // namespace

base::Parsed<std::unique_ptr<UgiClient>> UgiClient::start(std::vector<std::string> command, UgiPatience patience) {
  std::unique_ptr<UgiClient> client(new UgiClient(std::move(command), patience));
  auto launched = client->launch();
  if (!launched) return launched.forward_error();
  return client;
}

UgiClient::UgiClient(std::vector<std::string> command, UgiPatience patience)
    : command_(std::move(command)), patience_(patience) {}

base::Parsed<base::Done> UgiClient::launch() {
  child_.reset();
  auto child = ChildProcess::start(command_);
  if (!child) return child.forward_error();
  child_ = std::move(*child);
  if (!shake_hands()) {
    child_.reset();
    return base::Error{command_[0] + ": no ugiok from the engine"};
  }
  for (const auto& [name, value] : values_) tell("setoption name " + name + " value " + value);
  if (!synchronise()) return base::Error{command_[0] + ": no readyok from the engine"};
  return base::Done{};
}

bool UgiClient::tell(const std::string& line) {
  if (trace_) trace_("> " + line);
  return child_->write_line(line);
}

std::optional<LineInput::Line> UgiClient::hear(int timeout_ms) {
  auto line = child_->read_line(timeout_ms);
  if (trace_) trace_(line ? "< " + line->text : child_->has_ended() ? "(the engine has ended)" : "(no answer)");
  return line;
}

bool UgiClient::shake_hands() {
  options_.clear();
  tell("ugi");
  const base::Stopwatch watch;
  for (int lines = 0; lines < patience_.most_lines; ++lines) {
    const auto line = hear(std::max<int>(0, patience_.start_ms - static_cast<int>(watch.milliseconds())));
    if (!line) return false;
    const auto words = base::words(line->text);
    if (words.empty()) continue;
    if (words[0] == "ugiok") return true;
    if (words[0] == "id" && words.size() > 2 && words[1] == "name") {
      name_ = std::string(base::trim(std::string_view(line->text).substr(line->text.find("name") + 4)));
    }
    if (words[0] == "option" && options_.size() < kMostOptions) {
      if (auto option = read_option(line->text)) options_.push_back(std::move(*option));
    }
  }
  return false;
}

bool UgiClient::synchronise() {
  if (child_ == nullptr || !tell("isready")) return false;
  const base::Stopwatch watch;
  for (int lines = 0; lines < patience_.most_lines; ++lines) {
    const auto line = hear(std::max<int>(0, patience_.start_ms - static_cast<int>(watch.milliseconds())));
    if (!line) return false;
    if (base::trim(line->text) == "readyok") return true;
    if (line->text.rfind(kComplaint, 0) == 0)
      complaint_ = base::trim(std::string_view(line->text).substr(kComplaint.size()));
  }
  return false;
}

void UgiClient::set_option(const std::string& name, const std::string& value) {
  values_[name] = value;
  if (child_ != nullptr) tell("setoption name " + name + " value " + value);
}

void UgiClient::use_seed(std::uint64_t seed) {
  for (const base::OptionSpec& option : options_) {
    if (option.kind != base::OptionSpec::Kind::kSpin || base::lower(option.name) != "seed") continue;
    // Others may take small numbers only.
    const auto range = static_cast<std::uint64_t>(option.max - option.min) + 1;
    const std::uint64_t step = range == 0 ? seed : seed % range;
    return set_option(option.name, std::to_string(option.min + static_cast<std::int64_t>(step)));
  }
}

bool UgiClient::new_game() {
  if (child_ != nullptr && tell("uginewgame") && synchronise()) return true;
  // Dead or hanging since the last game: one fresh start.
  if (!launch()) return false;
  return tell("uginewgame") && synchronise();
}

UgiAnswer UgiClient::fail(const std::string& why) {
  child_.reset();
  UgiAnswer answer;
  answer.failure = why;
  return answer;
}

UgiAnswer UgiClient::search(const catalog::AnyPosition& position, const catalog::Limits& limits) {
  if (child_ == nullptr && !launch()) return fail("the engine cannot be started");
  // Engines of others need not share our position texts: the start goes by its name.
  const auto initial = catalog::AnyPosition::initial(position.game(), position.rules());
  const bool is_initial = initial && initial->text() == position.start_text();
  std::string line = is_initial ? "position startpos" : "position fen " + position.start_text();
  if (!position.moves().empty()) line += " moves " + base::join(position.moves(), " ");
  if (!tell(line) || !synchronise()) return fail("the engine has died");
  if (!tell(write_go(limits, position.seat_count()))) return fail("the engine has died");
  return wait_for_move(search_time_ms(limits, position.to_move(), patience_));
}

UgiAnswer UgiClient::wait_for_move(int timeout_ms) {
  const base::Stopwatch watch;
  UgiAnswer answer;
  for (int lines = 0; lines < patience_.most_lines; ++lines) {
    const auto line = hear(std::max<int>(0, timeout_ms - static_cast<int>(watch.milliseconds())));
    if (!line) return fail(child_->has_ended() ? "the engine has died" : "no answer in time");
    const auto words = base::words(line->text);
    if (words.empty()) continue;
    const auto has = [&](const char* field) { return line->text.find(field) != std::string::npos; };
    // A book's move comes without a score: it is no line of analysis.
    if (words[0] == "info" && has(" pv ") && has(" score ")) {
      catalog::LineReport report = read_info(line->text);
      if (report.rank == 1) {
        answer.line = std::move(report);
        answer.has_line = true;
      }
    }
    if (words[0] == "bestmove") {
      if (words.size() != 2 || words[1].size() > kLongestMove) return fail("malformed bestmove");
      answer.move = std::string(words[1]);
      return answer;
    }
  }
  return fail("the engine prints without end");
}

}  // namespace partita::protocol
