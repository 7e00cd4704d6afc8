#include "base/markup.h"

namespace partita::base {

std::string escaped_markup(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += c; break;
      default: result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  }
  return result;
}

}  // namespace partita::base
