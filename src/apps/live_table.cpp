#include "apps/live_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "base/text.h"

namespace partita::apps {

LiveTable::LiveTable() : is_watched_(::isatty(STDERR_FILENO) == 1) {}

void LiveTable::show(const std::string& text) {
  if (!is_watched_) return;
  winsize size{};
  const std::size_t columns = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
  const std::size_t rows = size.ws_row > 1 ? size.ws_row - 1u : 24;
  std::string out = lines_ > 0 ? "\033[" + std::to_string(lines_) + "A" : "";
  lines_ = 0;
  for (const std::string_view line : base::split(base::trim(text), '\n')) {
    if (static_cast<std::size_t>(lines_) >= rows) break;
    out += "\r" + std::string(line.substr(0, columns)) + "\033[K\n";
    ++lines_;
  }
  out += "\033[J";
  std::fputs(out.c_str(), stderr);
  std::fflush(stderr);
  since_.restart();
}

void LiveTable::clear() {
  if (!is_watched_ || lines_ == 0) return;
  std::fprintf(stderr, "\033[%dA\r\033[J", lines_);
  std::fflush(stderr);
  lines_ = 0;
}

}  // namespace partita::apps
