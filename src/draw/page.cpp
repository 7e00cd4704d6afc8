#include "draw/page.h"

#include "base/markup.h"

namespace partita::draw {

namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1080px; padding: 1.5rem; color: #26221b; background: #fbf9f4; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
.sub, .note { color: #6b5f45; } .sub { margin: 0 0 1rem; }
svg { width: 100%; min-width: 480px; max-width: 860px; height: auto; display: block; box-sizing: border-box; background: #fff; border: 1px solid #d9cfb8; border-radius: 8px; margin: .6rem 0; }
.scroll { overflow-x: auto; min-width: 0; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 1.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .15rem .6rem; border-bottom: 1px solid #e6dec9; white-space: nowrap; }
th { vertical-align: bottom; white-space: normal; } td.n { text-align: right; } td.w { white-space: normal; min-width: 14rem; }
)";

bool looks_like_number(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789.,+-±%/ ()kM–<") == std::string::npos;
}

/// Words that had better break than push the numbers off the page.
bool is_long(const std::string& cell) { return cell.size() > 32; }

}  // namespace

std::string html_page(const std::string& title, const std::string& subtitle, const std::string& body) {
  return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         base::escaped_markup(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" +
         base::escaped_markup(title) + "</h1>\n<p class=\"sub\">" + base::escaped_markup(subtitle) + "</p>\n" + body +
         "</body>\n</html>\n";
}

std::string html_table(const std::vector<std::vector<std::string>>& rows) {
  std::string text = "<div class=\"scroll\"><table>\n";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    text += "<tr>";
    for (const std::string& cell : rows[row]) {
      const std::string tag = row == 0 ? "th" : "td";
      const char* kind = row == 0 ? "" : looks_like_number(cell) ? " class=\"n\"" : is_long(cell) ? " class=\"w\"" : "";
      text += "<" + tag + kind + ">" + base::escaped_markup(cell) + "</" + tag + ">";
    }
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

}  // namespace partita::draw
