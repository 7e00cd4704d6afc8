// Record text to GameRecords: tags, then move text up to a result, as often as there are games.
#include <algorithm>

#include "base/text.h"
#include "record/commands.h"
#include "record/game_record.h"
#include "record/result_text.h"
#include "record/scanner.h"

namespace partita::record {

namespace {

using base::Done;
using base::Parsed;

bool ends_word(char c) {
  return Scanner::is_space(c) || c == '\0' || c == '{' || c == '}' || c == '(' || c == ')' || c == '[' || c == ']' ||
         c == ';' || c == '$';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_tag_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_'; }

/// 1 ! 2 ? 3 !! 4 ?? 5 !? 6 ?!
int glyph_of(std::string_view marks) {
  static constexpr std::string_view kMarks[] = {"!", "?", "!!", "??", "!?", "?!"};
  const auto found = std::find(std::begin(kMarks), std::end(kMarks), marks);
  return found == std::end(kMarks) ? 0 : static_cast<int>(found - std::begin(kMarks)) + 1;
}

class RecordReader {
 public:
  explicit RecordReader(std::string_view text) : scan_(text) {}

  Parsed<std::vector<GameRecord>> read() {
    std::vector<GameRecord> games;
    for (skip_outside(); !scan_.at_end(); skip_outside()) {
      GameRecord game;
      game.line = scan_.line();
      if (auto tags = read_tags(game); !tags) return tags.forward_error();
      if (auto moves = read_move_text(game); !moves) return moves.forward_error();
      games.push_back(std::move(game));
    }
    return games;
  }

 private:
  /// Between games and tags: white space, and lines that begin with '%' or '#'.
  void skip_outside() {
    scan_.skip_space();
    while (scan_.at_line_start() && (scan_.peek() == '%' || scan_.peek() == '#')) {
      scan_.skip_line();
      scan_.skip_space();
    }
  }

  Parsed<Done> read_tags(GameRecord& game) {
    for (skip_outside(); scan_.peek() == '['; skip_outside()) {
      scan_.take();
      scan_.skip_space();
      std::string name;
      while (is_tag_letter(scan_.peek())) name += scan_.take();
      if (name.empty()) return scan_.error("expected a tag name after '['");
      scan_.skip_space();
      if (scan_.peek() != '"') return scan_.error("expected '\"' before the value of tag " + name);
      auto value = read_quoted(name);
      if (!value) return value.forward_error();
      scan_.skip_space();
      if (scan_.peek() != ']') return scan_.error("expected ']' after the value of tag " + name);
      scan_.take();
      game.tags.emplace_back(std::move(name), std::move(*value));
    }
    return Done{};
  }
  Parsed<std::string> read_quoted(const std::string& name) {
    scan_.take();
    std::string value;
    while (scan_.peek() != '"') {
      if (scan_.at_end() || scan_.peek() == '\n')
        return scan_.error("the value of tag " + name + " has no closing '\"'");
      if (scan_.peek() == '\\' && (scan_.peek(1) == '"' || scan_.peek(1) == '\\')) scan_.take();
      value += scan_.take();
    }
    scan_.take();
    return value;
  }

  /// Up to and with the result, which ends the game.
  Parsed<Done> read_move_text(GameRecord& game) {
    std::string result;
    RecordMove before;  // collects what is said before the first move
    if (auto line = read_line(game.moves, before, 0, result); !line) return line.forward_error();
    game.comment = comment_text(before);
    game.result = result;
    const std::string& tag = game.tag(kResultTag);
    if (!tag.empty() && tag != result) {
      return scan_.error("the game ends with " + result + " but its Result tag says " + base::quoted(tag));
    }
    return Done{};
  }

  /// The main line (depth 0, ended by a result) or a variation (ended by ')').
  Parsed<Done> read_line(RecordLine& line, RecordMove& before, int depth, std::string& result) {
    while (true) {
      scan_.skip_space();
      if (scan_.at_end()) {
        return scan_.error(depth > 0 ? "a variation has no closing ')'"
                                     : "the game has no result, '*' if it is unfinished");
      }
      RecordMove& current = line.empty() ? before : line.back();
      switch (scan_.peek()) {
        case '{':
          if (auto done = read_comment(current); !done) return done;
          break;
        case ';': read_line_comment(current); break;
        case '$':
          if (auto done = read_numeric_glyph(line); !done) return done;
          break;
        case '(':
          if (auto done = read_variation(line, depth); !done) return done;
          break;
        case ')':
          if (depth == 0) return scan_.error("')' closes no variation");
          scan_.take();
          return Done{};
        case '[':
        case ']':
        case '}': return scan_.error(std::string("'") + scan_.peek() + "' has no place among moves");
        default:
          if (auto done = read_word(line, depth, result); !done) return done;
          if (!result.empty()) return Done{};
      }
    }
  }

  Parsed<Done> read_comment(RecordMove& move) {
    const int line = scan_.line();
    const int column = scan_.column();
    scan_.take();
    std::string text;
    while (scan_.peek() != '}') {
      if (scan_.at_end()) return Scanner::error_at(line, column, "the comment has no closing '}'");
      text += scan_.take();
    }
    scan_.take();
    add_comment(move, text);
    return Done{};
  }
  void read_line_comment(RecordMove& move) {
    scan_.take();
    std::string text;
    while (!scan_.at_end() && scan_.peek() != '\n') text += scan_.take();
    add_comment(move, text);
  }
  Parsed<Done> read_numeric_glyph(RecordLine& line) {
    scan_.take();
    std::string digits;
    while (is_digit(scan_.peek())) digits += scan_.take();
    const auto number = base::read_int(digits);
    if (!number || *number > 255) return scan_.error("expected a number from 0 to 255 after '$'");
    if (line.empty()) return scan_.error("'$" + digits + "' stands before the first move");
    line.back().glyphs.push_back(static_cast<int>(*number));
    return Done{};
  }
  Parsed<Done> read_variation(RecordLine& line, int depth) {
    if (line.empty()) return scan_.error("a variation stands before the first move");
    if (depth == kDeepestVariation) return scan_.error("variations are nested too deep");
    scan_.take();
    RecordLine variation;
    RecordMove before;
    std::string result;
    if (auto done = read_line(variation, before, depth + 1, result); !done) return done;
    if (variation.empty()) return scan_.error("a variation has no move");
    if (!variation.front().comment.empty()) before.comment = without_openings(std::move(before.comment));
    if (const std::string text = comment_text(before); !text.empty()) {
      variation.front().comment = text + (variation.front().comment.empty() ? "" : " ") + variation.front().comment;
    }
    line.back().variations.push_back(std::move(variation));
    return Done{};
  }

  /// A move number, a result or a move with its marks.
  Parsed<Done> read_word(RecordLine& line, int depth, std::string& result) {
    RecordMove move;
    move.line = scan_.line();
    move.column = scan_.column();
    std::string word;
    while (!ends_word(scan_.peek())) {
      const char c = scan_.peek();
      if (c < 33 || c > 126) return scan_.error("a byte that belongs to no move");
      word += scan_.take();
      if (is_move_number(word) && scan_.peek() != '.') return Done{};
    }
    if (word.empty()) return scan_.error("a byte that belongs to no move");
    if (read_result(word)) {
      if (depth > 0) return Scanner::error_at(move.line, move.column, "a result inside a variation");
      result = word;
      return Done{};
    }
    return add_move(line, std::move(move), word);
  }
  static bool is_move_number(std::string_view word) {
    const std::size_t digits = word.find_first_not_of("0123456789");
    return digits != 0 && digits != std::string_view::npos &&
           word.find_first_not_of('.', digits) == std::string_view::npos;
  }
  Parsed<Done> add_move(RecordLine& line, RecordMove move, std::string_view word) {
    const std::size_t marks = std::min(word.find_first_of("!?"), word.size());
    if (marks < word.size()) {
      const int glyph = glyph_of(word.substr(marks));
      if (glyph == 0) {
        return Scanner::error_at(move.line, move.column, base::quoted(word.substr(marks)) + " is no annotation");
      }
      move.glyphs.push_back(glyph);
    }
    move.text = word.substr(0, marks);
    if (!move.text.empty()) {
      line.push_back(std::move(move));
    } else if (line.empty()) {
      return Scanner::error_at(move.line, move.column, "an annotation stands before the first move");
    } else {
      line.back().glyphs.push_back(move.glyphs.front());
    }
    return Done{};
  }

  Scanner scan_;
};

}  // namespace

base::Parsed<std::vector<GameRecord>> read_records(std::string_view text) { return RecordReader(text).read(); }

}  // namespace partita::record
