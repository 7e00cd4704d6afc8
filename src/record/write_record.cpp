// GameRecords to text: tags, then numbered moves wrapped at 80 columns.
#include <algorithm>

#include "base/text.h"
#include "record/commands.h"
#include "record/game_record.h"

namespace partita::record {

namespace {

constexpr std::size_t kColumns = 80;

std::string escaped(const std::string& value) {
  std::string result;
  for (const char c : value) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return result;
}

/// Words go behind each other until the line is full.
class WrappedText {
 public:
  void add(std::string_view word) {
    if (column_ > 0 && column_ + 1 + word.size() > kColumns) {
      text_ += '\n';
      column_ = 0;
    } else if (column_ > 0) {
      text_ += ' ';
      ++column_;
    }
    text_ += word;
    column_ += word.size();
  }
  /// A comment's words may be wrapped between them.
  void add_words(const std::string& words) {
    for (const std::string_view word : base::words(words)) add(word);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t column_ = 0;
};

/// Rounds of one turn per seat; who sits is said by the Seat tags, two if there are none.
int seats_of(const GameRecord& record) {
  int seats = 0;
  while (seats < catalog::kMaxSeats && record.has_tag(seat_tag(seats))) ++seats;
  return std::max(seats, 2);
}

class MoveTextWriter {
 public:
  explicit MoveTextWriter(int seats) : seats_(seats) {}

  void add_line(const RecordLine& line, int first_turn, const std::string& before, const std::string& after) {
    bool number_due = true;
    std::string opening = before;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const int turn = first_turn + static_cast<int>(i);
      std::string word = std::move(opening);
      opening.clear();
      if (number_due || turn % seats_ == 0) {
        text_.add(word + std::to_string(turn / seats_ + 1) + (turn % seats_ == 0 ? "." : "..."));
        word.clear();
      }
      const bool is_last = i + 1 == line.size();
      number_due = add_move(line[i], word, turn, is_last ? after : "");
    }
  }
  void add(std::string_view word) { text_.add(word); }
  void add_comment(const std::string& comment, const std::string& after = "") {
    text_.add_words("{" + comment + "}" + after);
  }
  const std::string& text() const { return text_.text(); }

 private:
  /// Whether something stands between this move and the next, so that the next needs its number.
  bool add_move(const RecordMove& move, const std::string& before, int turn, const std::string& after) {
    static constexpr const char* kMarks[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    std::vector<std::string> words = {before + move.text};
    for (std::size_t i = 0; i < move.glyphs.size(); ++i) {
      const int glyph = move.glyphs[i];
      if (i == 0 && glyph >= 1 && glyph <= 6)
        words.back() += kMarks[glyph];
      else
        words.push_back("$" + std::to_string(glyph));
    }
    const std::string comment = comment_text(move);
    if (!comment.empty()) words.push_back("{" + comment + "}");
    if (move.variations.empty()) words.back() += after;
    for (const std::string& word : words) text_.add_words(word);
    for (std::size_t i = 0; i < move.variations.size(); ++i) {
      const bool is_last = i + 1 == move.variations.size();
      add_line(move.variations[i], turn, "(", ")" + (is_last ? after : ""));
    }
    return !comment.empty() || !move.variations.empty();
  }

  int seats_;
  WrappedText text_;
};

}  // namespace

std::string write_record(const GameRecord& record) {
  std::string text;
  for (const auto& [name, value] : record.tags) text += "[" + name + " \"" + escaped(value) + "\"]\n";
  if (!text.empty()) text += "\n";
  MoveTextWriter writer(seats_of(record));
  if (!record.comment.empty()) writer.add_comment(tame_comment(record.comment));
  writer.add_line(record.moves, 0, "", "");
  writer.add(record.result);
  return text + writer.text() + "\n\n";
}

std::string write_records(const std::vector<GameRecord>& records) {
  std::string text;
  for (const GameRecord& record : records) text += write_record(record);
  return text;
}

}  // namespace partita::record
