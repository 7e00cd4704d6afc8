#include "study/certificate_file.h"

#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>

#include "base/text.h"

namespace partita::study {

namespace {

constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";
/// Strategies are written once and shipped: worth the slowest useful level.
constexpr int kLevel = 19;
/// A hostile file must not fill the memory. Strategies are packed 20 to 25 times smaller than their text; what claims
/// to grow much more, beyond what any machine can spare, is none.
constexpr std::size_t kMebibyte = std::size_t{1} << 20;
constexpr std::size_t kMostGrowth = 200;
constexpr std::size_t kAlwaysAllowed = 16 * kMebibyte;
constexpr std::size_t kLargestFile = 256 * kMebibyte;
constexpr std::size_t kLargestText = 1024 * kMebibyte;
/// The memory a stream asks for before it says anything: ours ask for 8 MiB.
constexpr int kWindowLogMax = 24;

std::size_t most_text_from(std::size_t packed_bytes) {
  return std::clamp(packed_bytes * kMostGrowth, kAlwaysAllowed, kLargestText);
}

base::Parsed<std::string> decompressed(const std::string& path, const std::string& bytes) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(ZSTD_createDStream(), ZSTD_freeDStream);
  ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, kWindowLogMax);
  const std::size_t most = most_text_from(bytes.size());
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
    if (text.size() > most) {
      return base::Error{base::quoted(path) + " unpacks to more than " + std::to_string(most / kMebibyte) +
                         " MiB, the most allowed for a file of " + std::to_string(bytes.size()) + " bytes"};
    }
    if (output.pos == 0 && input.pos == input_before && left != 0)
      return base::Error{base::quoted(path) + " is cut short"};
  }
  return text;
}

}  // namespace

base::Parsed<std::string> read_certificate_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return base::Error{"cannot read " + base::quoted(path)};
  std::string text;
  std::string piece(kMebibyte, '\0');
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
    text.append(piece, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargestFile) {
      return base::Error{base::quoted(path) + " is larger than " + std::to_string(kLargestFile / kMebibyte) +
                         " MiB, the most that is read"};
    }
  }
  if (in.bad() || !in.eof()) return base::Error{"cannot read " + base::quoted(path)};
  if (text.compare(0, kZstdMagic.size(), kZstdMagic) != 0) return text;
  return decompressed(path, text);
}

base::Parsed<base::Done> write_certificate_file(const std::string& path, std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size = ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), kLevel);
  if (ZSTD_isError(size)) return base::Error{std::string("zstd: ") + ZSTD_getErrorName(size)};
  std::error_code failure;
  // A device or a pipe is written to: a new file in its place would take it away from everybody.
  const bool is_replaced = !std::filesystem::exists(path, failure) || std::filesystem::is_regular_file(path, failure);
  const std::string fresh = is_replaced ? path + ".new" : path;
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(size));
  out.close();
  failure.clear();
  if (out && is_replaced) std::filesystem::rename(fresh, path, failure);
  if (!out || failure) return base::Error{"cannot write " + base::quoted(path)};
  return base::Done{};
}

}  // namespace partita::study
