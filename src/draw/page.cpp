#include "draw/page.h"

namespace partita::draw {

namespace {

/// The one style of every page, by day and by night, on wide and on narrow screens. Plots take their colours from its
/// variables: --c0 to --c7 for their lines (told apart by people who see colours differently), --m1 to --m4 for marks
/// from good to bad.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #26221b; --dim: #6b5f45; --paper: #fbf9f4; --card: #fff; --edge: #d9cfb8;
  --grid: #e6dec9; --middle: #a89a78; --link: #2b5c94; --m4: #b3261e; --m3: #b35c00; --m2: #7a6a00; --m1: #1e7a34;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #8a6d00; --c5: #56b4e9; --c6: #444444; --c7: #7a3db8; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece5d6; --dim: #b3a88f; --paper: #1c1a16; --card: #26231d;
  --edge: #453f33; --grid: #38332a; --middle: #7d7460; --link: #8fb8ea; --m4: #ff8a80; --m3: #ffb74d; --m2: #e6d25a;
  --m1: #81c995; --c0: #5fb0e6; --c1: #ff9a57; --c2: #3fd0a4; --c3: #e6a3c8; --c4: #d9bb4a; --c5: #9ad4f7; --c6: #c4bdb0; --c7: #b58cf0; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 1080px; padding: 1.5rem; color: var(--ink);
  background: var(--paper); }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; } a { color: var(--link); }
.sub, .note { color: var(--dim); } .sub { margin: 0 0 1rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; min-width: 0; }
.scroll > svg { width: 100%; min-width: 480px; max-width: 860px; height: auto; display: block; box-sizing: border-box;
  background: var(--card); border: 1px solid var(--edge); border-radius: 8px; margin: .6rem 0; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr)); gap: 1.2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .15rem .6rem; border-bottom: 1px solid var(--grid); white-space: nowrap; }
th { vertical-align: bottom; white-space: normal; } td.n, th.n { text-align: right; }
td.w { white-space: normal; min-width: 14rem; } td.line { white-space: normal; color: var(--dim); min-width: 16rem; }
tr:target, tr:target td { background: var(--grid); }
.cards { display: flex; flex-wrap: wrap; gap: .75rem; }
.card { border: 1px solid var(--edge); border-radius: 8px; padding: .6rem 1rem; background: var(--card); flex: 1 1 8rem;
  max-width: 14rem; }
.card b { font-size: 1.5rem; display: block; }
.m4 { color: var(--m4); font-weight: 700; } .m3 { color: var(--m3); font-weight: 700; }
.m2 { color: var(--m2); font-weight: 700; } .m1 { color: var(--m1); font-weight: 700; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); gap: 1.25rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--edge); border-radius: 8px; padding: .75rem; }
figure svg { width: 100%; height: auto; background: #fdfaf3; border-radius: 6px; }
figcaption { font-size: .92rem; overflow-wrap: anywhere; }
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

std::string html_table(const base::TextTable& rows) {
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
