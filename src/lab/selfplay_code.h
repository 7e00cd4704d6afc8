#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/parsed.h"
#include "lab/selfplay_file.h"

/// How games and blocks of a self-play file are put into bytes (docs/lab.md).
namespace partita::lab {

inline constexpr std::string_view kSelfplayMagic = "PARTITA\x1a";
inline constexpr std::uint8_t kSelfplayVersion = 2;
inline constexpr std::uint32_t kMostHeaderBytes = 1 << 16;
inline constexpr std::uint32_t kMostBlockBytes = 1 << 26;

/// Appends a game. A move is its place among the legal moves sorted by their texts. False if a move is not legal.
bool encode_game(const SelfplayHeader& header, const SelfplayGame& game, std::string& bytes);
/// Takes a game off the front of `bytes`; nothing if they are not one.
bool decode_game(const SelfplayHeader& header, std::string_view& bytes, SelfplayGame& game);

void put_u32(std::string& bytes, std::uint32_t value);
std::uint32_t get_u32(const unsigned char* bytes);

}  // namespace partita::lab
