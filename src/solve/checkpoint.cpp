#include "solve/checkpoint.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/random.h"
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

}  // namespace

base::Parsed<base::Done> write_checkpoint(const std::string& path, const CheckpointHeader& header,
                                          const ProofTable& table) {
  const std::string fresh = path + ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  if (!out) return base::Error{"cannot write " + base::quoted(fresh)};
  out << kMagic << '\n' << header.claim << '\n' << header.nodes << ' ' << header.seconds << '\n';
  Checksum checksum;
  const auto put = [&out](const ProofTable::Image& image) {
    out.write(reinterpret_cast<const char*>(&image), sizeof image);
  };
  table.for_each_valuable(kMinEffort, [&](const ProofTable::Image& image) {
    put(image);
    checksum.add(image);
  });
  put({checksum.sum, 0});
  out.close();
  std::error_code failure;
  if (out) std::filesystem::rename(fresh, path, failure);
  if (!out || failure) return base::Error{"cannot write " + base::quoted(path)};
  return base::Done{};
}

base::Parsed<CheckpointHeader> read_checkpoint(const std::string& path, const std::string& claim, ProofTable& table) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return base::Error{"cannot read " + base::quoted(path)};
  std::string magic;
  CheckpointHeader header;
  std::getline(in, magic);
  std::getline(in, header.claim);
  in >> header.nodes >> header.seconds;
  if (magic != kMagic || !in || in.get() != '\n') return base::Error{base::quoted(path) + " is no proof checkpoint"};
  if (header.claim != claim) return base::Error{base::quoted(path) + " belongs to another claim: " + base::quoted(header.claim, 200)};
  Checksum checksum;
  ProofTable::Image image;
  while (in.read(reinterpret_cast<char*>(&image), sizeof image)) {
    if (image.numbers == 0) {
      if (image.marked_key == checksum.sum) return header;
      break;
    }
    checksum.add(image);
    table.restore(image);
  }
  return base::Error{base::quoted(path) + " is damaged"};
}

}  // namespace partita::solve
