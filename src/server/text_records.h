#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/any_position.h"
#include "store/game_row.h"

/// Games of the store as the house's text records, and the other way.
namespace partita::server {

/// The seed of the random choices of a game's first seat; the next seat counts on. It follows from the game's id, so
/// that games differ and a game remains the same when the server starts again.
std::uint64_t seed_of_game(std::string_view id);

/// A stored game as one text record with names, clocks and result, and the seed where engines play.
base::Parsed<std::string> record_text(const store::GameRow& game);
/// The moves played on a free board as one text record.
std::string record_text(const catalog::AnyPosition& position);

/// Every game of a text in any format the house reads (records, JSON, OpenTafl, corpora), or why one was refused.
std::vector<base::Parsed<store::GameRow>> games_from_text(std::string_view text, std::size_t most);

}  // namespace partita::server
