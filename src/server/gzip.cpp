#include "server/gzip.h"

#include <algorithm>
#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/crc.hpp>
#include <cassert>
#include <cstdint>

namespace partita::server {

namespace {

namespace zlib = boost::beast::zlib;

/// Quick rather than small: the loop does it, and others wait.
constexpr int kQuickLevel = 1;
constexpr int kSmallLevel = 9;
constexpr int kWindowBits = 15;
constexpr int kMemoryLevel = 8;
/// Smaller responses fit into one packet anyway.
constexpr std::size_t kWorthPacking = 1'400;
/// An export is megabytes, and the loop has others to serve.
constexpr std::size_t kLargestPacked = 1U << 20U;

void append_little_endian(std::string& out, std::uint32_t value) {
  for (int byte = 0; byte < 4; ++byte) out += static_cast<char>(value >> (8 * byte) & 0xFFU);
}

bool is_packed(const HttpResponse& response) {
  return std::any_of(response.headers.begin(), response.headers.end(),
                     [](const auto& header) { return header.first == "Content-Encoding"; });
}

}  // namespace

std::string gzipped(std::string_view text, Packing packing) {
  zlib::deflate_stream stream;
  stream.reset(packing == Packing::kQuick ? kQuickLevel : kSmallLevel, kWindowBits, kMemoryLevel,
               zlib::Strategy::normal);
  // Magic number, deflate, no flags, no time, no word on the level, no word on the system.
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  const std::size_t head = out.size();
  out.resize(head + stream.upper_bound(text.size()));
  zlib::z_params params;
  params.next_in = text.data();
  params.avail_in = text.size();
  params.next_out = out.data() + head;
  params.avail_out = out.size() - head;
  boost::system::error_code end;
  stream.write(params, zlib::Flush::finish, end);
  assert(end == zlib::error::end_of_stream);
  out.resize(out.size() - params.avail_out);
  boost::crc_32_type checksum;
  checksum.process_bytes(text.data(), text.size());
  append_little_endian(out, checksum.checksum());
  append_little_endian(out, static_cast<std::uint32_t>(text.size()));
  return out;
}

void pack_for(const HttpRequest& request, HttpResponse& response) {
  const std::size_t size = response.body.size();
  if (size < kWorthPacking || size > kLargestPacked || is_packed(response)) return;
  const bool is_text =
      response.content_type.rfind("text/", 0) == 0 || response.content_type.rfind("application/", 0) == 0;
  if (!is_text) return;
  const bool varies = std::any_of(response.headers.begin(), response.headers.end(),
                                  [](const auto& header) { return header.first == "Vary"; });
  if (!varies) response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!request.accepts_gzip) return;
  response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = gzipped(response.body);
}

}  // namespace partita::server
