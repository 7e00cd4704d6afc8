#include "solve/certificate.h"

#include <algorithm>
#include <array>

#include "base/sha256.h"
#include "base/text.h"

namespace partita::solve {

namespace {

constexpr std::string_view kFirstLine = "# partita certificate 1";
constexpr std::string_view kLeftOut = "left out";
constexpr std::string_view kIncluded = "included";
constexpr std::string_view kWins = " wins";
constexpr std::size_t kDigestLetters = 64;

std::string all_values(const base::OptionValues& values) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : values) parts.push_back(name + "=" + value);
  return base::join(parts, ",");
}

std::string entry_line(const std::pair<std::string, std::string>& entry) {
  return entry.first + "\t" + entry.second + "\n";
}

base::Error error_at_line(std::size_t number, const std::string& message) {
  return base::Error{"certificate line " + std::to_string(number) + ": " + message};
}

/// The header's lines after the first one, in the order in which they must stand.
enum Field { kGame, kRules, kPosition, kClaim, kWinner, kImages, kImmediateWins, kEntries, kDigest, kFieldCount };
constexpr std::array<std::string_view, kFieldCount> kFieldNames = {
    "game", "rules", "position", "claim", "winner", "symmetric images", "immediate wins", "entries", "sha256"};
using Fields = std::array<std::string_view, kFieldCount>;

std::size_t line_of(Field field) { return static_cast<std::size_t>(field) + 2; }

/// The lines of a text one after another, each of which must end with a newline.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  bool is_at_end() const { return rest_.empty(); }
  std::size_t number() const { return number_; }  ///< of the line read last
  base::Parsed<std::string_view> next(const std::string& expected) {
    ++number_;
    if (is_at_end()) return error_at_line(number_, "expected " + expected + ", found the end of the file");
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return error_at_line(number_, "the last line does not end with a newline");
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

/// The header's values: each line once, in its place, and no other line between them.
base::Parsed<Fields> read_header(LineReader& lines) {
  const auto first = lines.next("'" + std::string(kFirstLine) + "'");
  if (!first) return first.forward_error();
  if (*first != kFirstLine)
    return error_at_line(1, "expected '" + std::string(kFirstLine) + "', got " + base::quoted(*first));
  Fields fields;
  for (std::size_t i = 0; i < kFieldCount; ++i) {
    const std::string begin = "# " + std::string(kFieldNames[i]) + ": ";
    const auto line = lines.next("'" + begin + "...'");
    if (!line) return line.forward_error();
    if (line->substr(0, begin.size()) != begin) {
      return error_at_line(lines.number(), "expected '" + begin + "...', got " + base::quoted(*line));
    }
    fields[i] = line->substr(begin.size());
  }
  return fields;
}

base::Error error_in_field(Field field, std::string_view expected, std::string_view found) {
  return error_at_line(line_of(field), std::string(kFieldNames[field]) + ": expected " + std::string(expected) +
                                           ", got " + base::quoted(found));
}

/// The claim. Each value must be written as Claim::text() writes it, so that the header has one form only.
base::Parsed<Claim> read_claim(const Fields& fields) {
  Claim claim;
  claim.game = fields[kGame];
  auto rules = base::read_values(fields[kRules]);
  if (!rules) return error_at_line(line_of(kRules), "rules: " + rules.error());
  claim.rules = *rules;
  if (all_values(claim.rules) != fields[kRules])
    return error_in_field(kRules, base::quoted(all_values(claim.rules)), fields[kRules]);
  claim.position = fields[kPosition];
  const auto winner = base::read_int(fields[kWinner]);
  if (!winner || *winner < 0 || *winner >= game::kMaxSeats || std::to_string(*winner) != fields[kWinner]) {
    return error_in_field(kWinner, "a seat number", fields[kWinner]);
  }
  claim.winner = static_cast<game::Seat>(*winner);
  const std::string_view words = fields[kClaim];
  if (words.size() <= kWins.size() || words.substr(words.size() - kWins.size()) != kWins) {
    return error_in_field(kClaim, "'<name> wins'", words);
  }
  claim.winner_name = words.substr(0, words.size() - kWins.size());
  return claim;
}

base::Parsed<ReadCertificate> read_fields(const Fields& fields) {
  auto claim = read_claim(fields);
  if (!claim) return claim.forward_error();
  ReadCertificate result;
  result.certificate.claim = std::move(*claim);
  if (fields[kImages] != kLeftOut && fields[kImages] != kIncluded) {
    return error_in_field(kImages, "'left out' or 'included'", fields[kImages]);
  }
  result.certificate.images_left_out = fields[kImages] == kLeftOut;
  if (fields[kImmediateWins] != kLeftOut) return error_in_field(kImmediateWins, "'left out'", fields[kImmediateWins]);
  const auto entries = base::read_int(fields[kEntries]);
  if (!entries || *entries < 0 || std::to_string(*entries) != fields[kEntries]) {
    return error_in_field(kEntries, "the number of entries", fields[kEntries]);
  }
  result.promised_entries = static_cast<std::size_t>(*entries);
  if (fields[kDigest].size() != kDigestLetters ||
      fields[kDigest].find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return error_in_field(kDigest, "64 hexadecimal digits in lower case", fields[kDigest]);
  }
  result.promised_digest = fields[kDigest];
  return result;
}

base::Error other_claim(const std::string& name, const std::string& found, const std::string& derived) {
  return base::Error{"the header's " + name + " is " + base::quoted(found) +
                     ", but its rules, position and winner make it " + base::quoted(derived)};
}

base::Parsed<base::Done> read_entry(std::string_view line, Certificate& certificate) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab == 0 || tab + 1 == line.size() ||
      line.find('\t', tab + 1) != std::string_view::npos) {
    return base::Error{"expected '<position><TAB><move>', got " + base::quoted(line)};
  }
  std::string position(line.substr(0, tab));
  if (!certificate.entries.empty() && certificate.entries.back().first >= position) {
    return base::Error{"entries must be sorted and unique"};
  }
  certificate.entries.emplace_back(std::move(position), std::string(line.substr(tab + 1)));
  return base::Done{};
}

}  // namespace

std::string Claim::text() const {
  return "# game: " + game + "\n# rules: " + all_values(rules) + "\n# position: " + position +
         "\n# claim: " + winner_name + std::string(kWins) + "\n# winner: " + std::to_string(winner) + "\n";
}

std::string Claim::digest() const { return base::sha256(text()); }

std::string Certificate::entries_digest() const {
  base::Sha256 hash;
  for (const auto& entry : entries) hash.add(entry_line(entry));
  return hash.finish();
}

std::string write_certificate(const Certificate& certificate) {
  std::string text = std::string(kFirstLine) + "\n" + certificate.claim.text();
  text += "# symmetric images: " + std::string(certificate.images_left_out ? kLeftOut : kIncluded) + "\n";
  text += "# immediate wins: " + std::string(kLeftOut) + "\n";
  text += "# entries: " + std::to_string(certificate.entries.size()) + "\n";
  text += "# sha256: " + certificate.entries_digest() + "\n";
  for (const auto& entry : certificate.entries) text += entry_line(entry);
  return text;
}

std::optional<std::size_t> find_entry(const Certificate& certificate, std::string_view position) {
  const auto& entries = certificate.entries;
  const auto found = std::lower_bound(entries.begin(), entries.end(), position,
                                      [](const auto& entry, std::string_view text) { return entry.first < text; });
  if (found == entries.end() || found->first != position) return std::nullopt;
  return static_cast<std::size_t>(found - entries.begin());
}

base::Parsed<ReadCertificate> read_certificate(std::string_view text) {
  LineReader lines(text);
  const auto fields = read_header(lines);
  if (!fields) return fields.forward_error();
  auto result = read_fields(*fields);
  if (!result) return result;
  while (!lines.is_at_end()) {
    const auto line = lines.next("an entry");
    if (!line) return line.forward_error();
    const auto done = read_entry(*line, result->certificate);
    if (!done) return error_at_line(lines.number(), done.error());
  }
  return result;
}

base::Parsed<base::Done> check_promises(const ReadCertificate& read) {
  const std::size_t count = read.certificate.entries.size();
  if (count != read.promised_entries) {
    return base::Error{"the header promises " + std::to_string(read.promised_entries) + " entries, the file has " +
                       std::to_string(count)};
  }
  if (read.certificate.entries_digest() != read.promised_digest) {
    return base::Error{
        "the entries are not those the header's sha256 was taken of (no line refutes them: they win as well)"};
  }
  return base::Done{};
}

base::Parsed<base::Done> check_claim(const Claim& header, const Claim& derived) {
  if (header.game != derived.game) return other_claim("game", header.game, derived.game);
  if (header.rules != derived.rules) return other_claim("rules", all_values(header.rules), all_values(derived.rules));
  if (header.position != derived.position) return other_claim("position", header.position, derived.position);
  if (header.winner_name != derived.winner_name) {
    return other_claim("claim", header.winner_name + std::string(kWins), derived.winner_name + std::string(kWins));
  }
  return base::Done{};
}

}  // namespace partita::solve
