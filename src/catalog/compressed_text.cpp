#include "catalog/compressed_text.h"

#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <system_error>

#include "base/text.h"

namespace partita::catalog {

namespace {

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
/// Strategies are written once and shipped: worth the slowest useful level.
constexpr int kLevel = 19;
/// No file of ours comes near it; a hostile one must not fill the memory.
constexpr std::size_t kLargestText = std::size_t{1} << 30;

base::Parsed<std::string> decompressed(const std::string& path, const std::string& bytes) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
  std::string text;
  std::string piece(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  std::size_t left = 1;
  while (input.pos < input.size || left != 0) {
    ZSTD_outBuffer output{piece.data(), piece.size(), 0};
    const std::size_t input_before = input.pos;
    left = ZSTD_decompressStream(stream.get(), &output, &input);
    if (ZSTD_isError(left)) return base::Error{base::quoted(path) + " is damaged: " + ZSTD_getErrorName(left)};
    text.append(piece, 0, output.pos);
    if (text.size() > kLargestText) return base::Error{base::quoted(path) + " is too large"};
    if (output.pos == 0 && input.pos == input_before && left != 0) return base::Error{base::quoted(path) + " is cut short"};
  }
  return text;
}

}  // namespace

base::Parsed<std::string> read_compressed_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return base::Error{"cannot read " + base::quoted(path)};
  std::ostringstream bytes;
  bytes << in.rdbuf();
  std::string text = bytes.str();
  if (text.compare(0, kZstdMagic.size(), kZstdMagic) != 0) return text;
  return decompressed(path, text);
}

base::Parsed<base::Done> write_compressed_text(const std::string& path, std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size)) return base::Error{std::string("zstd: ") + ZSTD_getErrorName(size)};
  const std::string fresh = path + ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(size));
  out.close();
  std::error_code failure;
  if (out) std::filesystem::rename(fresh, path, failure);
  if (!out || failure) return base::Error{"cannot write " + base::quoted(path)};
  return base::Done{};
}

}  // namespace partita::catalog
