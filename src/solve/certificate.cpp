#include "solve/certificate.h"

#include <algorithm>
#include <map>

#include "base/sha256.h"
#include "base/text.h"

namespace partita::solve {

namespace {

constexpr std::string_view kFirstLine = "# partita certificate 1";
constexpr std::string_view kLeftOut = "left out";
constexpr std::string_view kIncluded = "included";

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

using Fields = std::map<std::string, std::string, std::less<>>;

/// "# name: value" into the fields.
base::Parsed<base::Done> read_header_line(std::string_view line, Fields& fields) {
  const std::string_view text = line.substr(std::min<std::size_t>(2, line.size()));
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) return base::Error{"expected '# name: value', got " + base::quoted(line)};
  fields[std::string(text.substr(0, colon))] = std::string(text.substr(colon + 2));
  return base::Done{};
}

base::Parsed<ReadCertificate> read_fields(const Fields& fields) {
  for (const char* name : {"game", "rules", "position", "claim", "winner", "symmetric images", "entries", "sha256"}) {
    if (fields.find(name) == fields.end()) {
      return base::Error{"the certificate's header has no line '# " + std::string(name) + ": ...'"};
    }
  }
  ReadCertificate result;
  Claim& claim = result.certificate.claim;
  claim.game = fields.find("game")->second;
  auto rules = base::read_values(fields.find("rules")->second);
  if (!rules) return rules.error_at("certificate's rules");
  claim.rules = *rules;
  claim.position = fields.find("position")->second;
  const auto winner = base::read_int(fields.find("winner")->second);
  if (!winner || *winner < 0 || *winner >= game::kMaxSeats) return base::Error{"certificate's winner: expected a seat number"};
  claim.winner = static_cast<game::Seat>(*winner);
  const std::string& words = fields.find("claim")->second;
  claim.winner_name = words.substr(0, words.find(" wins"));
  result.certificate.images_left_out = fields.find("symmetric images")->second == kLeftOut;
  result.promised_digest = fields.find("sha256")->second;
  return result;
}

base::Parsed<base::Done> read_entry(std::string_view line, Certificate& certificate) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab == 0 || tab + 1 == line.size()) {
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
  return "# game: " + game + "\n# rules: " + all_values(rules) + "\n# position: " + position + "\n# claim: " + winner_name +
         " wins\n# winner: " + std::to_string(winner) + "\n";
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
  std::optional<ReadCertificate> result;
  Fields fields;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (++number == 1) {
      if (line != kFirstLine) return error_at_line(1, "expected '" + std::string(kFirstLine) + "'");
      continue;
    }
    const bool is_header = !result && !line.empty() && line.front() == '#';
    if (!is_header && !result) {
      auto header = read_fields(fields);
      if (!header) return header.forward_error();
      result = std::move(*header);
    }
    const auto done = is_header ? read_header_line(line, fields) : read_entry(line, result->certificate);
    if (!done) return error_at_line(number, done.error());
  }
  if (!result) {
    auto header = read_fields(fields);
    if (!header) return header.forward_error();
    result = std::move(*header);
  }
  return *std::move(result);
}

}  // namespace partita::solve
