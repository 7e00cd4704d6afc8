#include "lab/selfplay_file.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>

#include "lab/selfplay_code.h"

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

base::Parsed<SelfplayHeader> read_header(std::FILE* file) {
  std::string bytes;
  if (!read_bytes(file, bytes, kSelfplayMagic.size() + 5) ||
      bytes.compare(0, kSelfplayMagic.size(), kSelfplayMagic) != 0) {
    return base::Error{"no self-play file"};
  }
  if (static_cast<std::uint8_t>(bytes[kSelfplayMagic.size()]) != kSelfplayVersion)
    return base::Error{"of another version"};
  const std::uint32_t length = u32_at(bytes, kSelfplayMagic.size() + 1);
  if (length > kMostHeaderBytes || !read_bytes(file, bytes, length)) return base::Error{"cut off in its header"};
  return read_selfplay_header(bytes);
}

/// The games of the next block, none at the end of the file; false if the block is cut off or damaged.
bool read_block(std::FILE* file, std::string& games, std::uint32_t& count) {
  std::string bytes;
  count = 0;
  const std::size_t got = (bytes.resize(12), std::fread(bytes.data(), 1, 12, file));
  if (got == 0) return true;
  if (got != 12) return false;
  const std::uint32_t packed = u32_at(bytes, 0), raw = u32_at(bytes, 4), number = u32_at(bytes, 8);
  if (packed > kMostBlockBytes || raw > kMostBlockBytes || !read_bytes(file, bytes, packed)) return false;
  games.resize(raw);
  if (ZSTD_decompress(games.data(), raw, bytes.data(), packed) != raw) return false;
  count = number;
  return true;
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
  while (true) {
    std::string block;
    std::uint32_t count = 0;
    const base::Error damaged{path + ": cut off or damaged after " + std::to_string(games) + " games"};
    if (!read_block(file.get(), block, count)) return damaged;
    if (count == 0) return header;
    std::string_view rest = block;
    for (std::uint32_t i = 0; i < count; ++i) {
      SelfplayGame game;
      if (!decode_game(*header, rest, game)) return damaged;
      ++games;
      if (!on_game(game)) return header;
    }
    if (!rest.empty()) return damaged;
  }
}

base::Parsed<std::unique_ptr<SelfplayWriter>> SelfplayWriter::open(const std::string& path,
                                                                   const SelfplayHeader& header, Mode mode) {
  std::unique_ptr<SelfplayWriter> writer(new SelfplayWriter);
  writer->header_ = header;
  File old(std::fopen(path.c_str(), "rb"));
  if (old && mode == Mode::kNew) return base::Error{path + ": exists already; use --resume to go on with it"};
  long whole = 0;
  if (old) {
    const auto found = read_header(old.get());
    if (!found) return base::Error{path + ": is " + found.error()};
    if (!(*found == header)) return base::Error{path + ": was made with another game, engine, control or seed"};
    std::string block;
    std::uint32_t count = 0;
    for (whole = std::ftell(old.get()); read_block(old.get(), block, count) && count > 0;
         whole = std::ftell(old.get())) {
      std::string_view rest = block;
      SelfplayGame game;
      for (std::uint32_t i = 0; i < count && decode_game(header, rest, game); ++i)
        writer->earlier_.push_back(game.number);
    }
    if (::truncate(path.c_str(), whole) != 0) return failure(path, "resize");
  }
  writer->file_ = std::fopen(path.c_str(), "ab");
  if (writer->file_ == nullptr) return failure(path, "open");
  if (!old) {
    const std::string text = write_selfplay_header(header);
    std::string bytes(kSelfplayMagic);
    bytes += static_cast<char>(kSelfplayVersion);
    put_u32(bytes, static_cast<std::uint32_t>(text.size()));
    bytes += text;
    if (std::fwrite(bytes.data(), 1, bytes.size(), writer->file_) != bytes.size()) return failure(path, "write");
  }
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
  std::string bytes;
  put_u32(bytes, static_cast<std::uint32_t>(size));
  put_u32(bytes, static_cast<std::uint32_t>(block_.size()));
  put_u32(bytes, games_);
  bytes.append(packed, 0, size);
  block_.clear();
  games_ = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size() || std::fflush(file_) != 0)
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
