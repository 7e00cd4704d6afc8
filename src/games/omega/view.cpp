// What people see of a position.
#include <cmath>

#include "games/omega/omega.h"

namespace partita::games::omega {

namespace {

constexpr std::array<const char*, kMaxColours> kColourNames = {"White", "Black", "Red", "Blue"};
constexpr std::array<const char*, kMaxColours> kStoneNames = {"white stone", "black stone", "red stone", "blue stone"};

constexpr std::array<game::PieceColour, kMaxColours> kLooks = {game::PieceColour::kWhite, game::PieceColour::kBlack,
                                                               game::PieceColour::kRed, game::PieceColour::kBlue};

game::Overlay group_overlay(const Position& pos, int root, Colour colour, int size) {
  game::Overlay overlay;
  overlay.name = "groups";
  overlay.label = std::string(kColourNames[colour]) + " group of " + std::to_string(size);
  overlay.seat = pos.seat_of(colour);
  for (int cell = 0; cell < pos.cells(); ++cell) {
    if (!pos.is_free(cell) && pos.group_of(cell) == root) overlay.cells.push_back(cell_name(pos, cell));
  }
  return overlay;
}

}  // namespace

std::string Omega::seat_name(const Position& pos, game::Seat seat) { return kColourNames[pos.colour_of(seat)]; }

game::BoardView Omega::view(const Position& pos) {
  const double row_height = std::sqrt(3.0) / 2;
  game::BoardView view;
  view.shape = game::BoardView::Shape::kHex;
  for (int cell = 0; cell < pos.cells(); ++cell) {
    const board::Hex hex = pos.board().hex[static_cast<std::size_t>(cell)];
    game::CellView shown;
    shown.name = cell_name(pos, cell);
    shown.x = hex.q + hex.r / 2.0;
    shown.y = hex.r * row_height;
    if (!pos.is_free(cell)) shown.piece = kColourLetters[pos.stone_at(cell)];
    view.cells.push_back(std::move(shown));
  }
  for (int colour = 0; colour < pos.players(); ++colour) {
    const auto at = static_cast<std::size_t>(colour);
    view.pieces.push_back({kColourLetters[at], kStoneNames[at], pos.seat_of(static_cast<Colour>(colour)), kLooks[at]});
  }
  pos.for_each_group(
      [&](int root, Colour colour, int size) { view.overlays.push_back(group_overlay(pos, root, colour, size)); });
  return view;
}

std::vector<std::string> Omega::move_path(const Position& pos, Move move) {
  if (move.is_swap()) return {"@swap"};
  return {std::string("@") + kColourLetters[move.colour()], cell_name(pos, move.cell())};
}

std::vector<std::string> Omega::scores(const Position& pos) {
  const auto products = pos.scores();
  std::vector<std::string> texts;
  for (int seat = 0; seat < pos.seat_count(); ++seat) {
    texts.push_back(write_exact(products[pos.colour_of(static_cast<game::Seat>(seat))]));
  }
  return texts;
}

}  // namespace partita::games::omega
