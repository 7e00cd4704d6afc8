#pragma once

#include <functional>
#include <string>

namespace partita::browser {

/// What a change leaves behind: the game's id and its record with the seats' secrets, as JSON. On the store's thread.
using KeepGame = std::function<void(const std::string& id, const std::string& record)>;

/// From now on every committed change of a game is told, so that somebody keeps it beyond this page. Once, before the
/// store is used.
void keep_games_with(KeepGame keep);

}  // namespace partita::browser
