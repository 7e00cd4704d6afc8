#pragma once

#include <string>

#include "study/review.h"

namespace partita::protocol {

/// The seats' chances over the game as an <svg> element: one line where two play (the first seat's), one a seat
/// otherwise; marked moves are dots.
std::string draw_review_graph(const study::GameReview& review);

}  // namespace partita::protocol
