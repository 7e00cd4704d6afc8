#include "protocol/reason_json.h"

#include <boost/json.hpp>

namespace partita::protocol {

namespace json = boost::json;

namespace {

json::object claim_to_json(std::string_view game, const study::Claim& claim) {
  return {{"of", claim.is_of_better ? "better" : "played"},
          {"before", json::value_from(claim.before)},
          {"move", claim.move},
          {"kind", claim.motif.kind},
          {"side", claim.motif.side},
          {"cells", json::value_from(claim.motif.cells)},
          {"numbers", json::value_from(claim.motif.numbers)},
          {"text",
           {{"en", study::claim_text(game, claim, study::Language::kEnglish)},
            {"it", study::claim_text(game, claim, study::Language::kItalian)}}}};
}

}  // namespace

json::object reason_to_json(std::string_view game, const study::Reason& reason) {
  json::array claims;
  for (const study::Claim& claim : reason.claims) claims.push_back(claim_to_json(game, claim));
  json::array proofs;
  for (const study::ProvenClaim& proof : reason.proofs) {
    proofs.push_back(json::object{{"move", proof.move}, {"won", proof.is_won}, {"plies", proof.plies}});
  }
  return {{"text",
           {{"en", study::reason_text(game, reason, study::Language::kEnglish)},
            {"it", study::reason_text(game, reason, study::Language::kItalian)}}},
          {"first",
           {{"en", study::first_sentence(game, reason, study::Language::kEnglish)},
            {"it", study::first_sentence(game, reason, study::Language::kItalian)}}},
          {"proofs", std::move(proofs)},
          {"claims", std::move(claims)}};
}

json::array missed_to_json(std::string_view game, const study::SeatReview& seat) {
  json::array missed;
  for (const study::MissedKind& kind : study::missed_kinds(game, seat)) {
    missed.push_back(json::object{{"kind", kind.name},
                                  {"count", kind.count},
                                  {"text", {{"en", kind.english}, {"it", kind.italian}}},
                                  {"two", {{"en", kind.english_two}, {"it", kind.italian_two}}}});
  }
  return missed;
}

std::string write_why_json(const catalog::AnyPosition& position, const study::WhyAnswer& answer) {
  const json::object object{{"move", answer.move},
                            {"best", answer.best_line.front()},
                            {"best_line", json::value_from(answer.best_line)},
                            {"line", json::value_from(answer.line)},
                            {"reason", reason_to_json(position.game(), answer.reason)}};
  return json::serialize(object);
}

}  // namespace partita::protocol
