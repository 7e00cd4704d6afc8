#include "study/reply_book.h"

#include <utility>

#include "base/text.h"
#include "study/image_moves.h"
#include "study/shipped_file.h"
#include "study/shipped_strategies.h"

namespace partita::study {

namespace {

constexpr std::string_view kBookHead = "# partita replies 1";

/// What stands behind "# name: " in a line of the header.
base::Parsed<std::string> header_value(std::string_view line, std::string_view name) {
  const std::string begin = "# " + std::string(name) + ": ";
  if (line.substr(0, begin.size()) != begin) return base::Error{"expected " + base::quoted(begin)};
  return std::string(line.substr(begin.size()));
}

}  // namespace

base::Parsed<ReplyBook> ReplyBook::read(std::string_view text) {
  const auto lines = base::split(text, '\n');
  if (lines.size() < 4 || lines[0] != kBookHead) return base::Error{"line 1: expected " + base::quoted(kBookHead)};
  auto game = header_value(lines[1], "game");
  if (!game) return game.error_at("line 2");
  const auto rules_text = header_value(lines[2], "rules");
  if (!rules_text) return rules_text.error_at("line 3");
  auto rules = base::read_values(*rules_text);
  if (!rules) return rules.error_at("line 3");
  ReplyBook book(std::move(*game), std::move(*rules));
  for (std::size_t i = 3; i < lines.size(); ++i) {
    if (lines[i].empty() && i + 1 == lines.size()) break;
    const auto columns = base::split(lines[i], '\t');
    if (columns.size() != 2 || !book.replies_.emplace(columns[0], columns[1]).second)
      return base::Error{"line " + std::to_string(i + 1) + ": expected a new position and a move"};
  }
  return book;
}

std::string ReplyBook::write() const {
  std::string text = std::string(kBookHead) + "\n# game: " + game_ + "\n# rules: " + rules_column(rules_) + "\n";
  for (const auto& [position, move] : replies_) text += position + "\t" + move + "\n";
  return text;
}

/// The book's move is one of the canonical image: the move that leads to the same place from here is the reply.
std::optional<std::string> ReplyBook::reply(const catalog::AnyPosition& position) const {
  if (position.game() != game_ || position.rules() != rules_) return std::nullopt;
  const std::string name = catalog::canonical_text(position);
  const auto found = replies_.find(name);
  if (found == replies_.end()) return std::nullopt;
  auto image = catalog::AnyPosition::from_text(game_, rules_, name);
  if (!image || !image->play(found->second)) return std::nullopt;
  return move_to(position, catalog::canonical_text(*image));
}

base::Parsed<base::Done> ReplyBook::add(const catalog::AnyStrategy& strategy, std::uint64_t weight) {
  const catalog::Certificate& certificate = strategy.certificate();
  if (certificate.claim.game != game_ || certificate.claim.rules != rules_)
    return base::Error{"the strategy is about " + certificate.claim.game + " under other rules"};
  const auto weights = strategy.weights();
  if (weights.size() != certificate.entries.size()) return base::Error{"the game's strategies cannot be weighed"};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] > weight) replies_.insert(certificate.entries[i]);
  }
  return base::Done{};
}

std::shared_ptr<const ReplyBook> shipped_replies(std::string_view game, const base::OptionValues& rules) {
  return read_once<ReplyBook>(
      "atlas/" + rules_file_name(game, rules) + "-replies.tsv.zst", [&](const std::string& text) {
        auto book = ReplyBook::read(text);
        const bool is_other = book && (book->game() != game || book->rules() != rules);
        return is_other ? base::Parsed<ReplyBook>(base::Error{"a book of other rules"}) : std::move(book);
      });
}

}  // namespace partita::study
