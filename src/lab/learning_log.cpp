#include "lab/learning_log.h"

#include <algorithm>
#include <fstream>
#include <map>

#include "base/text.h"
#include "draw/plot.h"
#include "record/json_fields.h"

namespace partita::lab {

namespace {

constexpr std::int64_t kMost = 1'000'000'000'000;
constexpr std::size_t kLongest = 10'000;

std::array<int, 2> by_seat(record::JsonFields& fields, std::string_view name) {
  const auto counts = fields.integers(name, 0, kMost, 2);
  return counts.size() == 2 ? std::array<int, 2>{static_cast<int>(counts[0]), static_cast<int>(counts[1])}
                            : std::array<int, 2>{};
}

/// A line of the log; steps other than gates leave only what gates are told with.
class LogReader {
 public:
  base::Parsed<base::Done> read_line(const std::string& line, const std::string& place) {
    return record::read_json_object<base::Done>(line, place, [&](record::JsonFields& fields, base::Done&) {
      const std::string step = fields.text("step", kLongest);
      if (step == "train") positions_[fields.text("rules", kLongest)] = fields.integer("positions", 0, kMost);
      if (step == "gate") gates_.push_back(read_gate(fields));
    });
  }
  std::vector<LearningGate> taken() { return std::move(gates_); }

 private:
  LearningGate read_gate(record::JsonFields& fields) const {
    LearningGate gate;
    gate.rules = fields.text("rules", kLongest);
    gate.round = static_cast<int>(fields.integer("round", 1, 1'000'000));
    gate.milliseconds = static_cast<int>(fields.integer("ms", 1, 1'000'000));
    gate.won = by_seat(fields, "won");
    gate.drawn = by_seat(fields, "drawn");
    gate.lost = by_seat(fields, "lost");
    gate.elo = fields.number("elo");
    gate.error = fields.number("error");
    const auto known = positions_.find(gate.rules);
    gate.positions = fields.integer_or("positions", known == positions_.end() ? 0 : known->second, 0, kMost);
    return gate;
  }

  std::map<std::string, std::int64_t> positions_;
  std::vector<LearningGate> gates_;
};

std::string seat_text(const LearningGate& gate, std::size_t seat) {
  return base::format("+%d =%d -%d", gate.won[seat], gate.drawn[seat], gate.lost[seat]);
}

}  // namespace

base::Parsed<std::vector<LearningGate>> read_learning_logs(const std::vector<std::string>& files) {
  LogReader reader;
  for (const std::string& name : files) {
    std::ifstream file(name);
    if (!file) return base::Error{name + ": cannot be read"};
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      const auto read = reader.read_line(line, name + " line " + std::to_string(number));
      if (!read) return read.forward_error();
    }
  }
  std::vector<LearningGate> gates = reader.taken();
  if (gates.empty()) return base::Error{files.front() + ": no gate was played"};
  return gates;
}

std::string learning_plot(const std::vector<LearningGate>& gates) {
  draw::LinePlot plot;
  plot.title = "Elo against the hand-written evaluation, round by round";
  plot.x_label = "round";
  plot.y_label = "Elo";
  plot.dots = true;
  plot.guides = {{0, "hand-written"}};
  for (const LearningGate& gate : gates) {
    const std::string name = gate.rules + base::format(", %d ms", gate.milliseconds);
    auto line = std::find_if(plot.lines.begin(), plot.lines.end(),
                             [&](const draw::PlotLine& known) { return known.name == name; });
    if (line == plot.lines.end()) line = plot.lines.insert(line, draw::PlotLine{name, {}, {}, {}, {}});
    line->x.push_back(gate.round);
    line->y.push_back(gate.elo);
    line->low.push_back(gate.elo - gate.error);
    line->high.push_back(gate.elo + gate.error);
  }
  if (plot.lines.size() == 1) plot.title += ": " + plot.lines.front().name;  // one line has no legend
  return draw::lines_svg(plot);
}

std::string learning_table(const std::vector<LearningGate>& gates) {
  base::TextTable rows = {{"rules", "round", "positions", "ms a move", "on the first seat", "on the second", "Elo"}};
  for (const LearningGate& gate : gates) {
    rows.push_back({gate.rules, std::to_string(gate.round), base::with_thousands(gate.positions),
                    std::to_string(gate.milliseconds), seat_text(gate, 0), seat_text(gate, 1),
                    base::format("%+.0f ± %.0f", gate.elo, gate.error)});
  }
  return base::markdown_table(rows, 1);
}

}  // namespace partita::lab
