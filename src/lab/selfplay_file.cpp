#include "lab/selfplay_file.h"

#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/replacing_file.h"
#include "base/sha256.h"
#include "lab/selfplay_code.h"
#include "record/declared_json.h"

namespace partita::lab {

namespace {

constexpr std::uint32_t kGamesInBlock = 64;
constexpr int kLevel = 9;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

bool read_bytes(std::FILE* file, std::string& bytes, std::size_t count) {
  bytes.resize(count);
  return std::fread(bytes.data(), 1, count, file) == count;
}

std::uint32_t u32_at(const std::string& bytes, std::size_t at) {
  return get_u32(reinterpret_cast<const unsigned char*>(bytes.data()) + at);
}

/// How a block begins: behind a damaged place the next one is found by it.
constexpr std::string_view kBlockMark = "PBLK";
constexpr std::size_t kNumbersBytes = 12;
constexpr std::size_t kDigestBytes = 16;
constexpr std::size_t kBlockHeadBytes = kBlockMark.size() + kNumbersBytes + kDigestBytes;

std::string digest_of(std::string_view bytes) { return base::sha256(bytes).substr(0, kDigestBytes); }

std::string header_bytes(const SelfplayHeader& header) {
  const std::string text = record::write_object(header);
  std::string bytes(kSelfplayMagic);
  bytes += static_cast<char>(kSelfplayVersion);
  put_u32(bytes, static_cast<std::uint32_t>(text.size()));
  return bytes + text + digest_of(text);
}

base::Parsed<SelfplayHeader> read_header(std::FILE* file) {
  std::string bytes;
  if (!read_bytes(file, bytes, kSelfplayMagic.size() + 5) ||
      bytes.compare(0, kSelfplayMagic.size(), kSelfplayMagic) != 0) {
    return base::Error{"no self-play file"};
  }
  const auto version = static_cast<std::uint8_t>(bytes[kSelfplayMagic.size()]);
  if (version == 1) return base::Error{"of version 1, which has no checksums and is read no more"};
  if (version != kSelfplayVersion) return base::Error{"of another version"};
  const std::uint32_t length = u32_at(bytes, kSelfplayMagic.size() + 1);
  std::string digest;
  if (length > kMostHeaderBytes || !read_bytes(file, bytes, length) || !read_bytes(file, digest, kDigestBytes)) {
    return base::Error{"cut off in its header"};
  }
  if (digest != digest_of(bytes)) return base::Error{"damaged in its header"};
  return record::read_object<SelfplayHeader>(bytes);
}

struct Block {
  std::string bytes;  ///< as they stand in the file
  std::string games;
  std::uint32_t count = 0;
};

/// The checksum is taken of the header too: a block belongs to its file.
std::string block_digest(const SelfplayHeader& header, std::string_view numbers, std::string_view packed) {
  return digest_of(record::write_object(header) + std::string(numbers) + std::string(packed));
}

/// The block that begins where the file stands; false if there is none or it is damaged in any bit.
bool read_block(std::FILE* file, const SelfplayHeader& header, Block& block) {
  std::string head, packed;
  if (!read_bytes(file, head, kBlockHeadBytes) || head.compare(0, kBlockMark.size(), kBlockMark) != 0) return false;
  const std::string numbers = head.substr(kBlockMark.size(), kNumbersBytes);
  const std::uint32_t packed_bytes = u32_at(numbers, 0), raw_bytes = u32_at(numbers, 4);
  if (packed_bytes > kMostBlockBytes || raw_bytes > kMostBlockBytes || !read_bytes(file, packed, packed_bytes))
    return false;
  if (head.substr(kBlockMark.size() + kNumbersBytes) != block_digest(header, numbers, packed)) return false;
  block.games.resize(raw_bytes);
  if (ZSTD_decompress(block.games.data(), raw_bytes, packed.data(), packed_bytes) != raw_bytes) return false;
  block.count = u32_at(numbers, 8);
  block.bytes = head + packed;
  return true;
}

bool is_at_end(std::FILE* file) {
  const int next = std::fgetc(file);
  if (next != EOF) std::ungetc(next, file);
  return next == EOF;
}

/// Moves the file on to the next whole block behind `from`, or to its end.
void seek_next_block(std::FILE* file, const SelfplayHeader& header, long from) {
  constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
  std::string piece(kPieceBytes, '\0');
  for (long at = from;;) {
    std::fseek(file, at, SEEK_SET);
    const std::size_t got = std::fread(piece.data(), 1, piece.size(), file);
    const std::string_view seen(piece.data(), got);
    for (std::size_t mark = seen.find(kBlockMark); mark != std::string_view::npos;
         mark = seen.find(kBlockMark, mark + 1)) {
      const long candidate = at + static_cast<long>(mark);
      std::fseek(file, candidate, SEEK_SET);
      Block block;
      if (!read_block(file, header, block)) continue;
      std::fseek(file, candidate, SEEK_SET);
      return;
    }
    if (got < piece.size()) break;
    at += static_cast<long>(got - kBlockMark.size() + 1);  // a mark may lie across two pieces
  }
  std::fseek(file, 0, SEEK_END);
}

/// The numbers of a block's games; nothing if they are not games of this header.
std::optional<std::vector<std::uint64_t>> numbers_in(const SelfplayHeader& header, const Block& block) {
  std::vector<std::uint64_t> numbers;
  std::string_view rest = block.games;
  SelfplayGame game;
  for (std::uint32_t i = 0; i < block.count; ++i) {
    if (!decode_game(header, rest, game)) return std::nullopt;
    numbers.push_back(game.number);
  }
  if (!rest.empty()) return std::nullopt;
  return numbers;
}

base::Error failure(const std::string& path, const char* what) {
  return base::Error{path + ": cannot " + what + ": " + std::strerror(errno)};
}

}  // namespace

base::Parsed<SelfplayHeader> read_selfplay(const std::string& path,
                                           const std::function<bool(const SelfplayGame&)>& on_game) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return failure(path, "open");
  auto header = read_header(file.get());
  if (!header) return base::Error{path + ": is " + header.error()};
  std::uint64_t games = 0;
  while (!is_at_end(file.get())) {
    Block block;
    const base::Error damaged{path + ": cut off or damaged after " + std::to_string(games) +
                              " games; selfplay --resume drops what is damaged"};
    if (!read_block(file.get(), *header, block)) return damaged;
    std::string_view rest = block.games;
    for (std::uint32_t i = 0; i < block.count; ++i) {
      SelfplayGame game;
      if (!decode_game(*header, rest, game)) return damaged;
      ++games;
      if (!on_game(game)) return header;
    }
    if (!rest.empty()) return damaged;
  }
  return header;
}

namespace {

/// What can be gone on with: the whole blocks, and what lies between them.
struct Salvage {
  bool is_header_whole = false;
  std::vector<std::uint64_t> numbers;
  std::vector<std::pair<long, long>> kept;  ///< from, to: places of whole blocks
  std::vector<std::pair<long, long>> damaged;
};

/// Whether the file is no more than the beginning of what a new one would have: somebody was killed in the first
/// moment.
bool is_just_begun(std::FILE* file, const SelfplayHeader& header) {
  const std::string expected = header_bytes(header);
  std::string found(expected.size() + 1, '\0');
  std::fseek(file, 0, SEEK_SET);
  found.resize(std::fread(found.data(), 1, found.size(), file));
  return found.size() < expected.size() && expected.compare(0, found.size(), found) == 0;
}

Salvage salvage(std::FILE* file, const SelfplayHeader& header, long from) {
  Salvage result;
  std::fseek(file, from, SEEK_SET);
  while (!is_at_end(file)) {
    const long begin = std::ftell(file);
    Block block;
    if (read_block(file, header, block)) {
      if (const auto numbers = numbers_in(header, block)) {
        result.numbers.insert(result.numbers.end(), numbers->begin(), numbers->end());
        result.kept.emplace_back(begin, std::ftell(file));
        continue;
      }
    }
    seek_next_block(file, header, begin + 1);
    const long end = std::ftell(file);
    if (!result.damaged.empty() && result.damaged.back().second == begin) {
      result.damaged.back().second = end;
    } else {
      result.damaged.emplace_back(begin, end);
    }
  }
  return result;
}

std::string told_damage(const std::string& path, const Salvage& found) {
  if (found.is_header_whole && found.damaged.empty()) return {};
  std::string text = path + ": ";
  if (!found.is_header_whole) text += "the header was damaged and is written anew; ";
  long bytes = 0;
  for (const auto& [from, to] : found.damaged) bytes += to - from;
  return text + std::to_string(bytes) + " damaged bytes in " + std::to_string(found.damaged.size()) +
         " places were dropped, " + std::to_string(found.numbers.size()) + " games are whole";
}

/// The file without what is damaged.
base::Parsed<base::Done> rewrite(const std::string& path, std::FILE* old, const SelfplayHeader& header,
                                 const Salvage& found) {
  base::ReplacingFile fresh(path, kSelfplayMagic);
  fresh.write(header_bytes(header));
  std::string bytes;
  for (const auto& [from, to] : found.kept) {
    std::fseek(old, from, SEEK_SET);
    if (!read_bytes(old, bytes, static_cast<std::size_t>(to - from))) return failure(path, "read");
    fresh.write(bytes);
  }
  return fresh.commit();
}

}  // namespace

base::Parsed<base::Done> SelfplayWriter::take_over(const std::string& path, std::FILE* old) {
  const auto found = read_header(old);
  if (found && !(*found == header_)) return base::Error{path + ": was made with another game, engine, control or seed"};
  Salvage whole;
  if (found || !is_just_begun(old, header_)) {
    // Blocks know their header: where it is damaged they say whose file it was.
    whole = salvage(old, header_, found ? static_cast<long>(header_bytes(header_).size()) : 0);
    if (!found && whole.kept.empty()) return base::Error{path + ": is " + found.error()};
    whole.is_header_whole = found.ok();
    damage_ = told_damage(path, whole);
    if (damage_.empty()) {
      earlier_ = std::move(whole.numbers);
      return base::Done{};
    }
  }
  earlier_ = whole.numbers;
  return rewrite(path, old, header_, whole);
}

base::Parsed<std::unique_ptr<SelfplayWriter>> SelfplayWriter::open(const std::string& path,
                                                                   const SelfplayHeader& header, Mode mode) {
  std::unique_ptr<SelfplayWriter> writer(new SelfplayWriter);
  writer->header_ = header;
  const File old(std::fopen(path.c_str(), "rb"));
  if (old && mode == Mode::kNew)
    return base::Error{path + ": exists already; --resume goes on with it, --force begins it anew"};
  if (old) {
    if (auto taken = writer->take_over(path, old.get()); !taken) return taken.forward_error();
  } else {
    base::ReplacingFile fresh(path, kSelfplayMagic);
    fresh.write(header_bytes(header));
    if (auto written = fresh.commit(); !written) return base::Error{path + ": " + written.error()};
  }
  writer->file_ = std::fopen(path.c_str(), "ab");
  if (writer->file_ == nullptr) return failure(path, "open");
  return writer;
}

SelfplayWriter::~SelfplayWriter() {
  if (file_ == nullptr) return;
  static_cast<void>(flush());
  std::fclose(file_);
}

base::Parsed<base::Done> SelfplayWriter::add(const SelfplayGame& game) {
  if (!encode_game(header_, game, block_))
    return base::Error{"game " + std::to_string(game.number) + " has an illegal move"};
  if (++games_ < kGamesInBlock) return base::Done{};
  return flush();
}

base::Parsed<base::Done> SelfplayWriter::flush() {
  if (games_ == 0) return base::Done{};
  std::string packed(ZSTD_compressBound(block_.size()), '\0');
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), block_.data(), block_.size(), kLevel);
  if (ZSTD_isError(size) != 0) return base::Error{std::string("cannot compress: ") + ZSTD_getErrorName(size)};
  packed.resize(size);
  std::string numbers;
  put_u32(numbers, static_cast<std::uint32_t>(size));
  put_u32(numbers, static_cast<std::uint32_t>(block_.size()));
  put_u32(numbers, games_);
  const std::string bytes = std::string(kBlockMark) + numbers + block_digest(header_, numbers, packed) + packed;
  block_.clear();
  games_ = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size() || std::fflush(file_) != 0 ||
      ::fsync(::fileno(file_)) != 0)
    return failure("self-play file", "write");
  return base::Done{};
}

void for_each_position(const SelfplayHeader& header, const SelfplayGame& game,
                       const std::function<void(const catalog::AnyPosition&, const SelfplayGame::Ply&)>& on_position) {
  auto position = catalog::AnyPosition::initial(header.game, header.rules);
  for (const SelfplayGame::Ply& ply : game.plies) {
    if (!position) return;
    on_position(*position, ply);
    if (!position->play(ply.move)) return;
  }
}

SelfplayGame selfplay_game(std::uint64_t number, const arena::PlayedGame& played) {
  SelfplayGame game;
  game.number = number;
  game.opening = played.opening;
  game.payoff = played.payoff;
  for (const arena::PlayedMove& move : played.moves) {
    game.plies.push_back(
        {move.move, move.has_score, move.distance != 0, move.distance != 0 ? move.distance : move.value});
  }
  return game;
}

}  // namespace partita::lab
