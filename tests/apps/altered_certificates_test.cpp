// A certificate that says anything else than what was proven is refused, by `partita verify` and by the checker in
// Python. Where the body is altered the header's number and digest are made to fit it again, so that the check meant is
// the one met.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>

#include "base/sha256.h"
#include "base/text.h"
#include "kit/effort.h"
#include "kit/program.h"
#include "kit/temporary_folder.h"
#include "study/certificate_file.h"

namespace partita::apps {
namespace {

using kit::run_program;
using Lines = std::vector<std::string>;

constexpr std::size_t kHeaderLines = 10;
enum HeaderLine : std::size_t {
  kFirst,
  kGame,
  kRules,
  kPosition,
  kClaim,
  kWinner,
  kImages,
  kImmediate,
  kEntries,
  kDigest
};

/// Black wins in 184 entries.
constexpr const char* kSolve =
    "solve --quiet --memory 16 --game andantino --side 10 --winner black "
    "--moves 'K10 K11 L11 L12 K12 J11 J9 I9' --certificate ";

std::string text_of(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

Lines lines_of_text(const std::string& text) {
  Lines lines;
  for (const std::string_view line : base::split(text, '\n')) lines.emplace_back(line);
  lines.pop_back();
  return lines;
}

/// Number and digest of the entries as they are now.
Lines resealed(Lines lines) {
  const Lines body(lines.begin() + kHeaderLines, lines.end());
  lines[kEntries] = "# entries: " + std::to_string(body.size());
  lines[kDigest] = "# sha256: " + base::sha256(text_of(body));
  return lines;
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Altered files by name.
class Alterations {
 public:
  explicit Alterations(const std::string& whole) : whole_(whole), lines_(lines_of_text(whole)) {
    every_header_line();
    claims_and_rules();
    positions_and_winners();
    promises();
    foreign_lines();
    bytes();
    bodies();
    moves();
  }
  const std::map<std::string, std::string>& files() const { return files_; }

 private:
  void add(const std::string& name, const std::string& text) {
    EXPECT_NE(text, whole_) << name;
    EXPECT_TRUE(files_.emplace(name, text).second) << name << " twice";
  }
  void add_header(const std::string& name, HeaderLine at, const std::string& line) {
    Lines lines = lines_;
    lines[at] = line;
    add(name, text_of(lines));
  }
  void add_value(const std::string& name, HeaderLine at, const std::string& value) {
    add_header(name, at, lines_[at].substr(0, lines_[at].find(": ") + 2) + value);
  }
  /// The body changed, and the header with it.
  void add_body(const std::string& name, const std::function<void(Lines&)>& change) {
    Lines lines = lines_;
    change(lines);
    add(name, text_of(resealed(lines)));
  }

  void every_header_line() {
    for (std::size_t i = 0; i < kHeaderLines; ++i) {
      const std::string at = "header" + std::to_string(i) + "_";
      const auto changed = [&](const std::string& name, const std::function<void(Lines&)>& change) {
        Lines lines = lines_;
        change(lines);
        add(at + name, text_of(lines));
      };
      const auto place = [i](Lines& lines) { return lines.begin() + static_cast<std::ptrdiff_t>(i); };
      changed("missing", [&](Lines& l) { l.erase(place(l)); });
      changed("twice", [&](Lines& l) { l.insert(place(l), lines_[i]); });
      changed("again_after_the_header", [&](Lines& l) { l.insert(l.begin() + kHeaderLines, lines_[i]); });
      changed("again_at_the_end", [&](Lines& l) { l.push_back(lines_[i]); });
      changed("trailing_space", [&](Lines& l) { l[i] += " "; });
      changed("carriage_return", [&](Lines& l) { l[i] += "\r"; });
      changed("two_spaces", [&](Lines& l) { l[i] = with(l[i], "# ", "#  "); });
      changed("upper_case", [&](Lines& l) { l[i][2] = static_cast<char>(std::toupper(l[i][2])); });
      changed("no_value", [&](Lines& l) { l[i] = l[i].substr(0, l[i].rfind(' ') + 1); });
      if (i + 1 < kHeaderLines) changed("swapped_with_next", [&](Lines& l) { std::swap(l[i], l[i + 1]); });
    }
  }
  /// One reading for people, another for the verifier: whichever counts, the file is refused.
  void add_doubled(const std::string& name, HeaderLine at, const std::string& line) {
    for (const std::size_t before : {std::size_t{0}, std::size_t{1}}) {
      Lines lines = lines_;
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at + before), line);
      add(name + (before == 0 ? "_before" : "_after"), text_of(lines));
    }
  }
  void claims_and_rules() {
    add_doubled("second_claim", kClaim, "# claim: White wins");
    add_doubled("second_rules", kRules, "# rules: rules=standard,side=4");
    add_doubled("second_winner", kWinner, "# winner: 0");
    add_doubled("second_game", kGame, "# game: hex");
    add_doubled("second_position", kPosition,
                "# position: 10 10/11/12/13/14/15/16/17/18/9B9/18/17/16/15/14/13/12/11/10 w");
    add_doubled("second_entries", kEntries, "# entries: 3");
    int number = 0;
    for (const char* claim : {"White wins", "black wins", "Black", "Black wins.", "Black wins at once", "Black  wins",
                              "Black does not lose", "wins", " wins", "draw", "Black wins wins", "Blackwins"}) {
      add_value("claim_" + std::to_string(number++), kClaim, claim);
    }
    for (const char* rules : {"rules=standard,side=4",
                              "rules=standard,side=9",
                              "rules=standard,side=16",
                              "rules=unbounded,side=10",
                              "rules=unbounded,side=16",
                              "side=10,rules=standard",
                              "side=10",
                              "rules=standard",
                              "",
                              "rules=standard, side=10",
                              "rules=standard side=10",
                              "rules=standard,side=010",
                              "rules=standard,side=+10",
                              "rules=standard,side=10,side=10",
                              "rules=standard,side=4,side=10",
                              "rules=standard,side=10,",
                              "rules=standard,side=10,swap=on",
                              "Rules=standard,side=10",
                              "rules=Standard,side=10",
                              "rules=standard,side=1000000"}) {
      add_value("rules_" + std::to_string(number++), kRules, rules);
    }
    for (const char* game : {"Andantino", "hex", "omega", "tafl", "chess", "", "andantino2"}) {
      add_value("game_" + std::to_string(number++), kGame, game);
    }
  }
  void positions_and_winners() {
    const std::string position = lines_[kPosition].substr(lines_[kPosition].find(": ") + 2);
    add_value("position_start", kPosition, "10 10/11/12/13/14/15/16/17/18/9B9/18/17/16/15/14/13/12/11/10 w");
    add_value("position_spaces", kPosition, with(position, " ", "  "));
    add_value("position_zero", kPosition, with(position, "/11/", "/011/"));
    add_value("position_split_run", kPosition, with(position, "/11/", "/1B10/"));
    add_value("position_lower_case", kPosition, with(position, "B", "b"));
    add_value("position_other_mover", kPosition, with(position, " w", " b"));
    add_value("position_colours_changed", kPosition, with(position, "BW", "WB"));
    add_value("position_side_zero", kPosition, "0" + position);
    add_value("position_last_entry", kPosition, lines_.back().substr(0, lines_.back().find('\t')));
    add_value("position_startpos", kPosition, "startpos");
    add_value("position_empty", kPosition, "");
    int number = 0;
    for (const char* winner :
         {"0", "2", "01", "+1", "-1", "1.0", " 1", "", "Black", "4294967297", "18446744073709551617"}) {
      add_value("winner_" + std::to_string(number++), kWinner, winner);
    }
    Lines lines = lines_;
    lines[kClaim] = "# claim: White wins";
    lines[kWinner] = "# winner: 0";
    add("claim_and_winner_of_the_loser", text_of(lines));
  }
  void promises() {
    int number = 0;
    for (const char* images : {"included", "Left out", "left  out", "left", "", "none"}) {
      add_value("images_" + std::to_string(number++), kImages, images);
    }
    for (const char* wins : {"included", "Left out", "left", "", "listed"}) {
      add_value("immediate_" + std::to_string(number++), kImmediate, wins);
    }
    const std::string count = std::to_string(lines_.size() - kHeaderLines);
    for (const std::string& entries :
         {std::string("3"), std::string("0"), "0" + count, "+" + count, count + ".0", count + "0", "-" + count,
          std::string("184467440737095518") + "00", std::string(""), std::string("many"),
          std::to_string(lines_.size() - kHeaderLines - 1), std::to_string(lines_.size() - kHeaderLines + 1)}) {
      add_value("entries_" + std::to_string(number++), kEntries, entries);
    }
    const std::string digest = lines_[kDigest].substr(lines_[kDigest].find(": ") + 2);
    add_value("digest_upper_case", kDigest, base::upper(digest));
    add_value("digest_cut", kDigest, digest.substr(0, 63));
    add_value("digest_longer", kDigest, digest + "0");
    add_value("digest_of_nothing", kDigest, base::sha256(""));
    add_value("digest_of_all", kDigest, base::sha256(whole_));
    add_value("digest_zeros", kDigest, std::string(64, '0'));
  }
  void foreign_lines() {
    int number = 0;
    for (const char* line : {"# note: checked by hand", "#", "", "# ", "# partita certificate 2", "# sha512: 00",
                             "claim: White wins", "# claim: White wins"}) {
      for (const std::size_t at :
           {std::size_t{0}, std::size_t{1}, std::size_t{5}, kHeaderLines, kHeaderLines + 1, lines_.size()}) {
        Lines lines = lines_;
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), line);
        const std::string name = "foreign_" + std::to_string(number++);
        add(name, text_of(lines));
        if (at > kHeaderLines) add(name + "_sealed", text_of(resealed(lines)));
      }
    }
  }
  void bytes() {
    add("no_last_newline", whole_.substr(0, whole_.size() - 1));
    add("no_last_byte", whole_.substr(0, whole_.size() - 2));
    add("last_byte_twice", whole_ + "\n");
    add("trailing_zero", whole_ + std::string(1, '\0'));
    add("trailing_word", whole_ + "x");
    add("trailing_space", whole_ + " ");
    add("leading_space", " " + whole_);
    add("leading_newline", "\n" + whole_);
    add("byte_order_mark", "\xEF\xBB\xBF" + whole_);
    add("twice", whole_ + whole_);
    add("header_only", text_of(Lines(lines_.begin(), lines_.begin() + kHeaderLines)));
    add("body_only", text_of(Lines(lines_.begin() + kHeaderLines, lines_.end())));
    add("first_line_only", lines_[0] + "\n");
    Lines windows = lines_;
    for (std::string& line : windows) line += "\r";
    add("carriage_returns", text_of(windows));
    std::string old_mac = whole_;
    std::replace(old_mac.begin(), old_mac.end(), '\n', '\r');
    add("carriage_returns_alone", old_mac);
    std::string form_feed = whole_;
    add("form_feed", form_feed.insert(whole_.find("\n# rules") + 1, "\f"));
  }
  void bodies() {
    const std::size_t last = lines_.size() - 1;
    const std::size_t middle = (kHeaderLines + last) / 2;
    const auto at = [](Lines& lines, std::size_t i) { return lines.begin() + static_cast<std::ptrdiff_t>(i); };
    add_body("carriage_returns_in_the_body", [&](Lines& l) {
      for (std::size_t i = kHeaderLines; i < l.size(); ++i) l[i] += "\r";
    });
    add_body("two_swapped", [&](Lines& l) { std::swap(l[middle], l[middle + 1]); });
    add_body("reversed", [&](Lines& l) { std::reverse(at(l, kHeaderLines), l.end()); });
    add_body("line_twice", [&](Lines& l) { l.insert(at(l, middle), l[middle]); });
    add_body("position_twice",
             [&](Lines& l) { l.insert(at(l, middle), l[middle].substr(0, l[middle].find('\t')) + "\tA1"); });
    add_body("first_line_taken", [&](Lines& l) { l.erase(at(l, kHeaderLines)); });
    add_body("line_taken", [&](Lines& l) { l.erase(at(l, middle)); });
    add_body("last_line_taken", [&](Lines& l) { l.pop_back(); });
    add_body("all_lines_taken", [&](Lines& l) { l.resize(kHeaderLines); });
    add_body("unreached_line", [&](Lines& l) { l.push_back("10 9B/x b\tA1"); });
    add_body("unreached_position", [&](Lines& l) {
      l.push_back("10 10/11/12/13/14/15/16/17/18/9BW8/18/17/16/15/14/13/12/11/10 b\tK11");
      std::sort(at(l, kHeaderLines), l.end());
    });
    add_body("no_tab", [&](Lines& l) { l[middle] = with(l[middle], "\t", " "); });
    add_body("two_tabs", [&](Lines& l) { l[middle] = with(l[middle], "\t", "\t\t"); });
    add_body("third_column", [&](Lines& l) { l[middle] += "\tcomment"; });
    add_body("tab_at_the_end", [&](Lines& l) { l[middle] += "\t"; });
    add_body("empty_line", [&](Lines& l) { l.insert(at(l, middle), ""); });
    add_body("comment_line", [&](Lines& l) { l.insert(at(l, middle), "# comment"); });
    add_body("space_before_tab", [&](Lines& l) { l[middle] = with(l[middle], "\t", " \t"); });
    add_body("two_spaces_in_position", [&](Lines& l) { l[last] = with(l[last], " b", "  b"); });
    add_body("other_mover_in_position", [&](Lines& l) { l[last] = with(l[last], " b\t", " w\t"); });
    add_body("lower_case_stone", [&](Lines& l) { l[last] = with(l[last], "B", "b"); });
    add_body("zero_in_position", [&](Lines& l) { l[last] = with(l[last], "/11/", "/011/"); });
  }
  void moves() {
    const std::size_t last = lines_.size() - 1;
    const auto add_move = [&](const std::string& name, const std::function<std::string(const std::string&)>& change) {
      add_body("move_" + name, [&](Lines& l) {
        const std::size_t tab = l[last].find('\t') + 1;
        l[last] = l[last].substr(0, tab) + change(l[last].substr(tab));
      });
    };
    add_move("lower_case", [](const std::string& move) { return base::lower(move); });
    add_move("zero", [](const std::string& move) { return move.substr(0, 1) + "0" + move.substr(1); });
    add_move("trailing_space", [](const std::string& move) { return move + " "; });
    add_move("leading_space", [](const std::string& move) { return " " + move; });
    add_move("carriage_return", [](const std::string& move) { return move + "\r"; });
    add_move("comment", [](const std::string& move) { return move + "!"; });
    add_move("off_the_board", [](const std::string&) { return std::string("Z26"); });
    add_move("corner", [](const std::string&) { return std::string("A1"); });
    add_move("taken", [](const std::string&) { return std::string("J10"); });
    add_move("empty", [](const std::string&) { return std::string(); });
    add_move("colour", [](const std::string& move) { return "B" + move; });
    add_move("two", [](const std::string& move) { return move + " " + move; });
    add_body("all_moves_lower_case", [&](Lines& l) {
      for (std::size_t i = kHeaderLines; i < l.size(); ++i) {
        const std::size_t tab = l[i].find('\t');
        l[i] = l[i].substr(0, tab) + base::lower(l[i].substr(tab));
      }
    });
    Lines unsealed = lines_;
    std::swap(unsealed[last], unsealed[last - 1]);
    add("swapped_unsealed", text_of(unsealed));
    unsealed = lines_;
    unsealed.pop_back();
    add("taken_unsealed", text_of(unsealed));
  }

  std::string whole_;
  Lines lines_;
  std::map<std::string, std::string> files_;
};

/// The second checker, on files that stand in its arguments.
kit::ProgramRun run_checker(const std::string& arguments) {
  return kit::run_command("/usr/bin/python3 " + std::string(PARTITA_SOURCE_DIR) + "/tools/verify_certificate.py " +
                          arguments);
}

/// The small certificate and its altered copies, as files.
class AlteredCertificates : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = (folder_.path() / "whole.tsv.zst").string();
    const auto solved = run_program(kSolve + path);
    ASSERT_EQ(solved.exit_code, 0) << solved.err;
    const auto text = study::read_certificate_file(path);
    ASSERT_TRUE(text.ok()) << text.error();
    write("whole", *text);
    altered_ = Alterations(*text).files();
    ASSERT_GE(altered_.size(), 100u);
    for (const auto& [name, bytes] : altered_) write(name, bytes);
  }
  std::string path_of(const std::string& name) const { return (folder_.path() / (name + ".tsv")).string(); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_of(name), std::ios::binary) << bytes;
  }

  kit::TemporaryFolder folder_;
  std::map<std::string, std::string> altered_;
};

/// Nothing of the claim is said, only one line of why not; with it, where play refutes the file, the line of play.
void expect_refusal(const kit::ProgramRun& run, const std::string& name) {
  const bool is_told = run.exit_code == 2
                           ? run.out.empty() && run.err.rfind("partita: ", 0) == 0
                           : run.exit_code == 1 && run.err.empty() && run.out.rfind("rejected: ", 0) == 0;
  EXPECT_TRUE(is_told) << name << ": exit code " << run.exit_code << "\n" << run.out << run.err;
  const std::string said = run.out + run.err;
  const std::size_t first = said.find('\n');
  EXPECT_TRUE(first + 1 == said.size() || said.compare(first + 1, 15, "refuting line: ") == 0) << name << said;
  EXPECT_EQ(said.find("accepted"), std::string::npos) << name << said;
}

TEST_F(AlteredCertificates, AreRefusedByTheProgram) {
  EXPECT_EQ(run_program("verify " + path_of("whole")).exit_code, 0);
  int number = 0;
  int accepted = 0;
  for (const auto& [name, bytes] : altered_) {
    // Sanitizers make a process slow: there every eighth file.
    if (kit::kIsSanitized && number++ % 8 != 0) continue;
    const auto run = run_program("verify " + path_of(name));
    accepted += run.exit_code == 0 ? 1 : 0;
    expect_refusal(run, name);
  }
  EXPECT_EQ(accepted, 0) << "of " << altered_.size();
}

TEST_F(AlteredCertificates, AreRefusedByThePythonChecker) {
  std::string files = path_of("whole");
  for (const auto& [name, bytes] : altered_) files += " " + path_of(name);
  const auto run = run_checker(files);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(run.err, "");
  const Lines said = lines_of_text(run.out);
  ASSERT_EQ(said.size(), altered_.size() + 1) << run.out;
  EXPECT_EQ(said.front().rfind(path_of("whole") + ": accepted: Black wins, entries ", 0), 0u) << said.front();
  std::size_t number = 1;
  for (const auto& [name, bytes] : altered_) {
    EXPECT_EQ(said[number].rfind(path_of(name) + ": refused: ", 0), 0u) << said[number];
    ++number;
  }
}

/// Both checkers come to the same numbers.
TEST_F(AlteredCertificates, TheWholeOneIsReadAlikeByBoth) {
  const auto ours = run_program("verify " + path_of("whole"));
  const auto theirs = run_checker(path_of("whole"));
  const auto word_after = [](const std::string& text, const std::string& marker) {
    const std::size_t at = text.find(marker);
    return at == std::string::npos ? "no " + marker : std::string(base::words(text.substr(at + marker.size())).front());
  };
  EXPECT_EQ(word_after(ours.out, "longest line "), word_after(theirs.out, "longest line ")) << ours.out << theirs.out;
  EXPECT_EQ(word_after(ours.out, "\nclaim sha256 "), base::split(word_after(theirs.out, "claim sha256 "), ',').front())
      << theirs.out;
}

}  // namespace
}  // namespace partita::apps
