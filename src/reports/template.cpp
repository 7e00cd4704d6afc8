#include "reports/template.h"

#include <map>

#include "base/text.h"
#include "draw/plot.h"

namespace partita::reports {

namespace {

const char* const kNotMeasured = "*Not measured yet.*\n";

/// What stands behind ```sql: the kind and its options.
struct BlockHead {
  std::string kind;
  std::map<std::string, std::string> options;
  bool has(const std::string& name) const { return options.contains(name); }
};

/// `lines file=a.svg title="two words" dots`.
BlockHead read_head(std::string_view text) {
  BlockHead head;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" ="), text.size());
    const std::string name(text.substr(0, end));
    std::string value;
    text.remove_prefix(end);
    if (!text.empty() && text.front() == '=') {
      const bool is_quoted = text.size() > 1 && text[1] == '"';
      text.remove_prefix(is_quoted ? 2 : 1);
      const std::size_t stop = std::min(text.find(is_quoted ? '"' : ' '), text.size());
      value = text.substr(0, stop);
      text.remove_prefix(std::min(text.size(), stop + (is_quoted ? 1 : 0)));
    }
    if (head.kind.empty()) head.kind = name;
    head.options[name] = value;
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  return head;
}

std::string write_table(const Found& found) {
  base::TextTable rows(1 + found.rows.size());
  for (std::size_t column = 0; column < found.columns.size(); ++column) {
    const std::string& name = found.columns[column];
    if (name.front() == '_') continue;
    // SQL wants a name where the page has none.
    rows[0].push_back(name == " " ? "" : name);
    for (std::size_t i = 0; i < found.rows.size(); ++i) rows[i + 1].push_back(cell_text(found.rows[i][column]));
  }
  return base::markdown_table(rows);
}

std::string write_text(const Found& found) {
  std::string text;
  for (const auto& row : found.rows) text += cell_text(row.front()) + "\n";
  return text;
}

base::Parsed<double> number(const Found& found, const std::vector<lab::Cell>& row, std::size_t column) {
  const auto* value = column < row.size() ? std::get_if<double>(&row[column]) : nullptr;
  if (value != nullptr) return *value;
  return base::Error{"column " + std::to_string(column + 1) +
                     (column < found.columns.size() ? " ('" + found.columns[column] + "')" : "") + " is no number"};
}

base::Parsed<std::string> lines_plot(BlockHead& head, const Found& found) {
  draw::LinePlot plot{head.options["title"], head.options["x"], head.options["y"], {}, {},
                      head.has("log"),       head.has("dots")};
  for (const auto& row : found.rows) {
    const auto x = number(found, row, 1), y = number(found, row, 2);
    if (!x || !y) return (x ? y : x).forward_error();
    const std::string name = cell_text(row.front());
    if (plot.lines.empty() || plot.lines.back().name != name) plot.lines.push_back({name, {}, {}, {}, {}});
    plot.lines.back().x.push_back(*x);
    plot.lines.back().y.push_back(*y);
  }
  return draw::lines_svg(plot);
}

base::Parsed<std::string> bars_plot(BlockHead& head, const Found& found) {
  std::vector<draw::PlotBar> bars;
  for (const auto& row : found.rows) {
    const auto value = number(found, row, 1), error = number(found, row, 2);
    if (!value || !error) return (value ? error : value).forward_error();
    bars.push_back({cell_text(row.front()), *value, *error});
  }
  return draw::bars_svg(head.options["title"], head.options["x"], bars);
}

base::Parsed<std::string> write_block(BlockHead head, const Found& found, std::vector<PageFile>& files) {
  if (!found.is_stored) return std::string(kNotMeasured);
  if (head.kind == "table") return write_table(found);
  if (head.kind == "text") return write_text(found);
  if (head.kind != "lines" && head.kind != "bars") return base::Error{"a block of the kind " + base::quoted(head.kind)};
  auto picture = head.kind == "lines" ? lines_plot(head, found) : bars_plot(head, found);
  if (!picture) return picture.forward_error();
  files.push_back({head.options["file"], std::move(*picture)});
  return "![" + head.options["alt"] + "](" + head.options["file"] + ")\n";
}

/// A line with its queries answered.
base::Parsed<std::string> fill_line(std::string_view line, const Database& database, const std::string& report) {
  std::string text;
  for (std::size_t begin = line.find("{{"); begin != std::string_view::npos; begin = line.find("{{")) {
    const std::size_t end = line.find("}}", begin);
    if (end == std::string_view::npos) return base::Error{"{{ without }}"};
    const auto found = database.ask(std::string(line.substr(begin + 2, end - begin - 2)), report);
    if (!found) return found.forward_error();
    text += line.substr(0, begin);
    text += found->rows.empty() ? "(not measured yet)" : cell_text(found->rows.front().front());
    line.remove_prefix(end + 2);
  }
  return text + std::string(line);
}

/// Queries that find nothing leave no hole.
std::string without_double_blanks(std::string text) {
  for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n", at)) text.erase(at, 1);
  return text;
}

}  // namespace

base::Parsed<std::string> fill_template(std::string_view text, const Database& database, const std::string& report,
                                        std::vector<PageFile>& files) {
  constexpr std::string_view kBlock = "```sql ";
  std::string page;
  const std::vector<std::string_view> lines = base::split(text, '\n');
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string place = std::to_string(i + 1);
    base::Parsed<std::string> filled = std::string();
    if (lines[i].substr(0, kBlock.size()) == kBlock) {
      const BlockHead head = read_head(lines[i].substr(kBlock.size()));
      std::string query;
      while (++i < lines.size() && lines[i] != "```") query += std::string(lines[i]) + "\n";
      const auto found = database.ask(query, report);
      if (!found) return found.error_at(place);
      filled = write_block(head, *found, files);
    } else {
      filled = fill_line(lines[i], database, report);
      if (filled && i + 1 < lines.size()) *filled += "\n";
    }
    if (!filled) return filled.error_at(place);
    page += *filled;
  }
  return without_double_blanks(std::move(page));
}

}  // namespace partita::reports
