#include "solve/checkpoint.h"

#include <fstream>
#include <sstream>

#include "base/random.h"
#include "base/replacing_file.h"
#include "base/text.h"

namespace partita::solve {

namespace {

constexpr std::string_view kMagic = "partita proof checkpoint 1";
/// Positions that cost less are found again faster than they are read.
constexpr std::uint64_t kMinEffort = 8;

/// Order-dependent sum of all slots: catches truncated and damaged files.
struct Checksum {
  std::uint64_t sum = 0;
  void add(const ProofTable::Image& image) { sum = base::mix64(sum ^ image.marked_key) + image.numbers; }
};

/// A line of a file that may be anything: no longer than a claim can be.
std::string bounded_line(std::istream& in) {
  constexpr std::size_t kLongest = std::size_t{1} << 16;
  std::string line;
  for (int c = in.get(); c != '\n' && in && line.size() < kLongest; c = in.get()) line += static_cast<char>(c);
  return line;
}

}  // namespace

base::Parsed<base::Done> write_checkpoint(const std::string& path, const CheckpointHeader& header,
                                          const ProofTable& table) {
  base::ReplacingFile out(path, kMagic);
  std::ostringstream first_lines;
  first_lines << kMagic << '\n' << header.claim << '\n' << header.nodes << ' ' << header.seconds << '\n';
  out.write(first_lines.str());
  Checksum checksum;
  const auto put = [&out](const ProofTable::Image& image) {
    out.write({reinterpret_cast<const char*>(&image), sizeof image});
  };
  table.for_each_valuable(kMinEffort, [&](const ProofTable::Image& image) {
    put(image);
    checksum.add(image);
  });
  put({checksum.sum, 0});
  return out.commit();
}

base::Parsed<CheckpointHeader> read_checkpoint(const std::string& path, const std::string& claim, ProofTable& table) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return base::Error{"cannot read " + base::quoted(path)};
  return read_checkpoint(in, base::quoted(path), claim, table);
}

base::Parsed<CheckpointHeader> read_checkpoint(std::istream& in, const std::string& name, const std::string& claim,
                                               ProofTable& table) {
  CheckpointHeader header;
  const std::string magic = bounded_line(in);
  header.claim = bounded_line(in);
  in >> header.nodes >> header.seconds;
  if (magic != kMagic || !in || in.get() != '\n') return base::Error{name + " is no proof checkpoint"};
  if (header.claim != claim) return base::Error{name + " belongs to another claim: " + base::quoted(header.claim, 200)};
  Checksum checksum;
  ProofTable::Image image;
  while (in.read(reinterpret_cast<char*>(&image), sizeof image)) {
    if (image.numbers == 0) {
      if (image.marked_key == checksum.sum && in.peek() == std::istream::traits_type::eof()) return header;
      break;
    }
    checksum.add(image);
    table.restore(image);
  }
  return base::Error{name + " is damaged"};
}

}  // namespace partita::solve
