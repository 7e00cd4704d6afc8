#include "lab/selfplay_code.h"

#include <algorithm>

namespace partita::lab {

namespace {

void put_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

bool get_varint(std::string_view& bytes, std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

std::vector<std::string> sorted_moves(const catalog::AnyPosition& position) {
  auto moves = position.legal_moves();
  std::sort(moves.begin(), moves.end());
  return moves;
}

}  // namespace

void put_u32(std::string& bytes, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xFF);
}
std::uint32_t get_u32(const unsigned char* bytes) {
  return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8 | static_cast<std::uint32_t>(bytes[2]) << 16 |
         static_cast<std::uint32_t>(bytes[3]) << 24;
}

bool encode_game(const SelfplayHeader& header, const SelfplayGame& game, std::string& bytes) {
  auto position = catalog::AnyPosition::initial(header.game, header.rules);
  if (!position) return false;
  std::string body;
  put_varint(body, game.number);
  put_varint(body, static_cast<std::uint64_t>(game.opening));
  put_varint(body, game.plies.size());
  for (int seat = 0; seat < position->seat_count(); ++seat)
    body += static_cast<char>(game.payoff[static_cast<std::size_t>(seat)]);
  for (const SelfplayGame::Ply& ply : game.plies) {
    const auto moves = sorted_moves(*position);
    const auto place = std::lower_bound(moves.begin(), moves.end(), ply.move);
    if (place == moves.end() || *place != ply.move || !position->play(ply.move)) return false;
    put_varint(body, static_cast<std::uint64_t>(place - moves.begin()));
    const std::uint64_t kind = ply.has_value ? (ply.is_proven ? 2 : 1) : 0;
    put_varint(body, ply.has_value ? zigzag(ply.value) * 3 + kind : kind);
  }
  bytes += body;
  return true;
}

bool decode_game(const SelfplayHeader& header, std::string_view& bytes, SelfplayGame& game) {
  auto position = catalog::AnyPosition::initial(header.game, header.rules);
  std::uint64_t opening = 0, plies = 0;
  if (!position || !get_varint(bytes, game.number) || !get_varint(bytes, opening) || !get_varint(bytes, plies))
    return false;
  if (opening > plies || plies > bytes.size() || bytes.size() < static_cast<std::size_t>(position->seat_count()))
    return false;
  game.opening = static_cast<int>(opening);
  game.payoff = {};
  for (int seat = 0; seat < position->seat_count(); ++seat) {
    game.payoff[static_cast<std::size_t>(seat)] = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
  }
  game.plies.clear();
  for (std::uint64_t i = 0; i < plies; ++i) {
    std::uint64_t place = 0, code = 0;
    if (!get_varint(bytes, place) || !get_varint(bytes, code)) return false;
    const auto moves = sorted_moves(*position);
    if (place >= moves.size() || !position->play(moves[place])) return false;
    game.plies.push_back({moves[place], code % 3 != 0, code % 3 == 2, unzigzag(code / 3)});
  }
  return true;
}

}  // namespace partita::lab
