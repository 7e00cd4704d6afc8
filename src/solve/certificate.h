#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"
#include "game/types.h"

namespace partita::solve {

/// What a certificate says: under these rules, from this position, this seat wins whatever the others do.
struct Claim {
  std::string game;
  base::OptionValues rules;  ///< every rule option with its value
  std::string position;
  game::Seat winner = 0;
  std::string winner_name;  ///< for people

  /// The claim's lines as they stand in the header; their digest names the claim.
  std::string text() const;
  std::string digest() const;
};

/// A winning strategy: for each position that can arise with the winner to move, its reply. Positions in which the
/// winner can win at once have no entry; of positions that are images of each other one stands for all, if the header
/// says so. docs/solving.md describes the text form.
struct Certificate {
  Claim claim;
  bool images_left_out = false;
  std::vector<std::pair<std::string, std::string>> entries;  ///< position and move, sorted by position

  /// Digest of the entries as written.
  std::string entries_digest() const;
};

/// The index of the position's entry.
std::optional<std::size_t> find_entry(const Certificate& certificate, std::string_view position);

std::string write_certificate(const Certificate& certificate);

/// A certificate as it was found in a file, with what its header promises of the entries.
struct ReadCertificate {
  Certificate certificate;
  std::size_t promised_entries = 0;
  std::string promised_digest;
};
/// Errors name the line. Every header line must stand once and in its place, nothing else among them; entries must be
/// sorted and unique, and every line must end with a newline. Whether the claim is what its parts say is not looked at:
/// that takes the rules (check_claim), and the promises are compared by check_promises.
base::Parsed<ReadCertificate> read_certificate(std::string_view text);

/// Whether number and digest of the entries are those of the header.
base::Parsed<base::Done> check_promises(const ReadCertificate& read);

/// Whether a header says what the rules make of its parts: `derived` is the claim of the header's position as the rules
/// read it, with their own names and texts.
base::Parsed<base::Done> check_claim(const Claim& header, const Claim& derived);

}  // namespace partita::solve
