#include "study/motif_text.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace partita::study {

namespace {

/// Words in a list, the last after "and" or "or".
std::string listed(const std::vector<std::string>& words, std::string_view last_word) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + std::string(last_word) + " " : ", ";
    text += words[i];
  }
  return text;
}

/// Where the brace that was opened just before `begin` is closed.
std::size_t closing_brace(std::string_view text, std::size_t begin) {
  int depth = 1;
  for (std::size_t i = begin; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (depth == 0) return i;
  }
  return text.size();
}

/// The two sides of a choice "one|other"; a bar within braces belongs to another choice.
std::pair<std::string_view, std::string_view> alternatives(std::string_view text) {
  std::size_t bar = 0;
  for (int depth = 0; bar < text.size() && (depth > 0 || text[bar] != '|'); ++bar) {
    depth += text[bar] == '{' ? 1 : text[bar] == '}' ? -1 : 0;
  }
  return {text.substr(0, bar), bar < text.size() ? text.substr(bar + 1) : std::string_view()};
}

/// Fills in a sentence of game/motif.h.
class SentenceFiller {
 public:
  SentenceFiller(const catalog::Motif& motif, std::string_view move, Language language)
      : motif_(motif), move_(move), language_(language) {}

  std::string fill(std::string_view sentence) const {
    std::string text;
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      if (sentence[i] != '{') {
        text += sentence[i];
        continue;
      }
      const std::size_t end = closing_brace(sentence, i + 1);
      text += value_of(sentence.substr(i + 1, end - i - 1));
      i = end;
    }
    return text;
  }

 private:
  std::string value_of(std::string_view slot) const {
    const bool is_english = language_ == Language::kEnglish;
    if (slot == "move") return std::string(move_);
    if (slot == "cells") return listed(motif_.cells, is_english ? "and" : "e");
    if (slot == "cells or") return cells_or();
    if (slot == "there")
      return is_own_cell() ? (is_english ? "there" : "lì") : (is_english ? "at " : "in ") + cells_or();
    if (slot.substr(0, kOwn.size()) == kOwn) {
      const auto [own, other] = alternatives(slot.substr(kOwn.size()));
      return fill(!motif_.cells.empty() && motif_.cells.front() == move_ ? own : other);
    }
    if (slot == ", few or") return motif_.cells.size() <= kFewCells ? ", " + cells_or() : "";
    if (slot == "line") return moves_of_chain();
    if (slot.substr(0, 1) == "#") return number_slot(slot.substr(1));
    return cell(index_in(slot));
  }

  static constexpr std::string_view kOwn = "own?";
  /// Longer lists are counted and not read.
  static constexpr std::size_t kFewCells = 4;
  std::string cells_or() const { return listed(motif_.cells, language_ == Language::kEnglish ? "or" : "o"); }
  bool is_own_cell() const { return motif_.cells.size() == 1 && motif_.cells.front() == move_; }

  /// Nobody follows a long chain in a sentence: its first moves are named, the others counted. The answers to the
  /// threats stand in parentheses, so that it is seen whose move is whose.
  std::string moves_of_chain() const {
    constexpr std::size_t kMostNamed = 5;
    constexpr std::size_t kNamedOfMore = 3;
    std::vector<std::string> moves = motif_.cells;
    for (std::size_t i = 1; i < moves.size(); i += 2) moves[i] = "(" + moves[i] + ")";
    if (moves.size() <= kMostNamed) return base::join(moves, " ");
    const std::string more = std::to_string(moves.size() - kNamedOfMore);
    moves.resize(kNamedOfMore);
    return base::join(moves, " ") +
           (language_ == Language::kEnglish ? " and " + more + " more moves" : " e altre " + more + " mosse");
  }

  /// "0", "3..", "0?one|several" or "0:zero|one".
  std::string number_slot(std::string_view slot) const {
    const std::size_t digits = slot.find_first_not_of("0123456789");
    const std::size_t index = index_in(slot.substr(0, digits));
    if (digits == std::string_view::npos) return std::to_string(number(index));
    const std::string_view rest = slot.substr(digits);
    if (rest == "..") return numbers_from(index);
    if (rest.front() == '?') {
      const auto [one, several] = alternatives(rest.substr(1));
      return fill(number(index) == 1 ? one : several);
    }
    const auto words = base::split(rest.substr(1), '|');
    const auto chosen = static_cast<std::size_t>(number(index));
    return chosen < words.size() ? std::string(words[chosen]) : "";
  }

  std::string numbers_from(std::size_t index) const {
    std::vector<std::string> words;
    for (; index < motif_.numbers.size(); ++index) words.push_back(std::to_string(motif_.numbers[index]));
    return listed(words, language_ == Language::kEnglish ? "and" : "e");
  }

  static std::size_t index_in(std::string_view digits) {
    const auto index = base::read_int(digits);
    return index && *index >= 0 ? static_cast<std::size_t>(*index) : 0;
  }
  std::string cell(std::size_t index) const { return index < motif_.cells.size() ? motif_.cells[index] : ""; }
  std::int64_t number(std::size_t index) const { return index < motif_.numbers.size() ? motif_.numbers[index] : 0; }

  const catalog::Motif& motif_;
  std::string_view move_;
  Language language_;
};

const catalog::MotifKind::Words& words_in(const catalog::MotifKind& kind, Language language) {
  return language == Language::kEnglish ? kind.english : kind.italian;
}

}  // namespace

base::Parsed<Language> read_language(std::string_view text) {
  if (text == "en") return Language::kEnglish;
  if (text == "it") return Language::kItalian;
  return base::Error{"expected a language, en or it, found " + base::quoted(text)};
}

const catalog::MotifKind* find_kind(const std::vector<catalog::MotifKind>& kinds, std::string_view name) {
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const catalog::MotifKind& kind) { return kind.name == name; });
  return found == kinds.end() ? nullptr : &*found;
}

std::string motif_sentence(const catalog::MotifKind& kind, const catalog::Motif& motif, std::string_view move,
                           Language language) {
  return SentenceFiller(motif, move, language).fill(words_in(kind, language).sentence);
}

std::string counted_noun(const catalog::MotifKind& kind, int count, Language language) {
  const std::string_view noun = words_in(kind, language).noun;
  const std::size_t bar = noun.find('|');
  return std::to_string(count) + " " + std::string(count == 1 ? noun.substr(0, bar) : noun.substr(bar + 1));
}

}  // namespace partita::study
