#pragma once

#include <string>
#include <string_view>

namespace partita::server {

/// 128 bits from the system's generator, as 32 hex digits: a seat's token, an invite.
std::string random_secret();
/// A game's id: 12 characters a-z0-9 (62 bits), long enough that nobody finds a game by guessing.
std::string random_game_id();
bool is_game_id(std::string_view text);
/// Compares in a time that does not depend on where the texts differ. Empty secrets match nothing.
bool is_same_secret(std::string_view a, std::string_view b);

}  // namespace partita::server
