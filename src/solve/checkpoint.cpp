#include "solve/checkpoint.h"

#include <fstream>
#include <sstream>

#include "base/random.h"
#include "base/replacing_file.h"
#include "base/text.h"

namespace partita::solve {

namespace {

constexpr std::string_view kKind = "partita proof checkpoint ";
/// 2: slots with their buckets and keys of 64 bits beside; 1 had 56 bits in all.
constexpr std::string_view kMagic = "partita proof checkpoint 2";
/// Positions that cost less are found again faster than they are read.
constexpr std::uint64_t kMinEffort = 8;

/// Order-dependent sum of all slots: catches truncated and damaged files.
struct Checksum {
  std::uint64_t sum = 0;
  void add(const ProofTable::Image& image) {
    for (const std::uint64_t word : {image.bucket, image.check, image.content}) sum = base::mix64(sum ^ word);
  }
};

/// A line of a file that may be anything: no longer than a claim can be.
std::string bounded_line(std::istream& in) {
  constexpr std::size_t kLongest = std::size_t{1} << 16;
  std::string line;
  for (int c = in.get(); c != '\n' && in && line.size() < kLongest; c = in.get()) line += static_cast<char>(c);
  return line;
}

/// What a table must be like to hold the slots of another.
struct TableShape {
  std::uint64_t buckets = 0;
  std::uint64_t seed = 0;

  static TableShape of(const ProofTable& table) { return {table.bucket_count(), table.seed()}; }
};

base::Parsed<base::Done> check_shape(const std::string& name, const TableShape& saved, const ProofTable& table) {
  constexpr std::uint64_t kBucketsPerMebibyte = (std::uint64_t{1} << 20) / 64;
  if (saved.buckets != table.bucket_count()) {
    return base::Error{name + " was written with another size of the table: " +
                       std::to_string(saved.buckets / kBucketsPerMebibyte) + " MiB"};
  }
  if (saved.seed != table.seed())
    return base::Error{name + " was written with another seed: " + std::to_string(saved.seed)};
  return base::Done{};
}

base::Error wrong_kind(const std::string& name, const std::string& magic) {
  if (magic.compare(0, kKind.size(), kKind) == 0)
    return {name + " is a proof checkpoint of another version of the program and cannot be gone on with"};
  return {name + " is no proof checkpoint"};
}

}  // namespace

base::Parsed<base::Done> write_checkpoint(const std::string& path, const CheckpointHeader& header,
                                          const ProofTable& table) {
  base::ReplacingFile out(path, kKind);
  std::ostringstream first_lines;
  const TableShape shape = TableShape::of(table);
  first_lines << kMagic << '\n' << header.claim << '\n' << header.nodes << ' ' << header.seconds << '\n';
  first_lines << shape.buckets << ' ' << shape.seed << '\n';
  out.write(first_lines.str());
  Checksum checksum;
  const auto put = [&out](const ProofTable::Image& image) {
    out.write({reinterpret_cast<const char*>(&image), sizeof image});
  };
  table.for_each_valuable(kMinEffort, [&](const ProofTable::Image& image) {
    put(image);
    checksum.add(image);
  });
  put({0, checksum.sum, 0});
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
  if (magic != kMagic) return wrong_kind(name, magic);
  header.claim = bounded_line(in);
  TableShape shape;
  in >> header.nodes >> header.seconds >> shape.buckets >> shape.seed;
  if (!in || in.get() != '\n') return base::Error{name + " is damaged"};
  if (header.claim != claim) return base::Error{name + " belongs to another claim: " + base::quoted(header.claim, 200)};
  if (const auto fits = check_shape(name, shape, table); !fits) return fits.forward_error();
  Checksum checksum;
  ProofTable::Image image;
  while (in.read(reinterpret_cast<char*>(&image), sizeof image)) {
    if (image.content == 0) {
      if (image.check == checksum.sum && in.peek() == std::istream::traits_type::eof()) return header;
      break;
    }
    checksum.add(image);
    if (!table.restore(image)) break;
  }
  return base::Error{name + " is damaged"};
}

}  // namespace partita::solve
