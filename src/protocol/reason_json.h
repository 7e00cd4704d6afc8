#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

#include "catalog/any_position.h"
#include "study/reason.h"
#include "study/review.h"
#include "study/why.h"

/// Reasons in JSON: the facts as data, and the words for them in both languages.
namespace partita::protocol {

/// {"text": {"en", "it"}, "first": {"en", "it"}, "proofs": [{"move", "won", "plies"}], "claims": [{"of", "before",
/// "move", "kind", "side", "cells", "numbers", "text"}]}.
boost::json::object reason_to_json(std::string_view game, const study::Reason& reason);
/// What a seat missed, the most frequent first: [{"kind", "count", "text": {"en", "it"}, "two"}].
boost::json::array missed_to_json(std::string_view game, const study::SeatReview& seat);
/// One object on one line: move, best, both lines and the reason.
std::string write_why_json(const catalog::AnyPosition& position, const study::WhyAnswer& answer);

}  // namespace partita::protocol
