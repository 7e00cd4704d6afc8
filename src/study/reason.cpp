#include "study/reason.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "base/text.h"
#include "catalog/games.h"

namespace partita::study {

namespace {

/// How far both lines are looked along for what decides the game; what is won on the way is told from the first plies.
constexpr std::size_t kMostPliesTold = 10;
constexpr std::size_t kMostGainPlies = 3;

const catalog::MotifHooks* motifs_of(std::string_view game) {
  const auto entry = catalog::find_game(game);
  return entry.ok() && (*entry)->motifs ? &*(*entry)->motifs : nullptr;
}

/// Whether a move of this kind only answers what was there: the opponent's answer is nothing that a player missed.
bool is_answer(std::string_view kind) {
  for (const std::string_view verb : {"stops-", "saves", "blocks-", "closes-", "cuts-"}) {
    if (kind.substr(0, verb.size()) == verb) return true;
  }
  return false;
}

/// A claim with what is needed to choose among claims.
struct WeighedClaim {
  Claim claim;
  std::size_t ply = 0;
  catalog::MotifForce force = catalog::MotifForce::kShape;
  int weight = 0;
  bool helps_asker = false;
  bool is_askers = false;  ///< the move is the asker's own
};

/// Everything that can be said along a line, in order of play, the heaviest claim of each move first, found only as far
/// as it is asked for. All motifs of the first move are used, of later moves only those that help the player who makes
/// them: a reply that lets the other side win is told by how that side wins, if need be beyond the end of the line.
class ToldLine {
 public:
  ToldLine(const catalog::MotifHooks& hooks, catalog::AnyPosition position, std::vector<std::string> line,
           bool is_better, std::optional<double> chance = {})
      : hooks_(hooks),
        position_(std::move(position)),
        line_(std::move(line)),
        asker_(position_.to_move()),
        is_better_(is_better),
        chance_(chance) {}

  /// Whether the search's value of the line agrees with what the claim says of the end of the game. A claim about the
  /// first moves is a fact about what was played or answered, and counts whatever the search has seen.
  bool is_believed(const WeighedClaim& claim) const {
    constexpr std::size_t kPlayedPlies = 2;
    if (claim.force != catalog::MotifForce::kDecides || claim.ply < kPlayedPlies || !chance_) return true;
    return claim.helps_asker ? *chance_ > 0.5 : *chance_ < 0.5;
  }

  /// The claims about one ply; none behind the line's end.
  const std::vector<WeighedClaim>& at(std::size_t ply) {
    static const std::vector<WeighedClaim> kNothing;
    while (told_.size() <= ply && told_.size() < line_.size() && told_.size() < kMostPliesTold && !is_broken_) look();
    return ply < told_.size() ? told_[ply] : kNothing;
  }

 private:
  void look() {
    const std::size_t ply = told_.size();
    const std::string move = line_[ply];
    std::vector<WeighedClaim> claims;
    std::string answer;
    for (catalog::Motif& motif : hooks_.find(position_.model(), move)) {
      const catalog::MotifKind* kind = find_kind(*hooks_.kinds, motif.kind);
      if (kind == nullptr) continue;
      const bool helps_asker = motif.side == asker_;
      if (ply > 0 && motif.side != position_.to_move()) {
        if (kind->force == catalog::MotifForce::kDecides && !motif.cells.empty()) answer = motif.cells.front();
        continue;
      }
      claims.push_back({{{line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(ply)},
                         move,
                         std::move(motif),
                         is_better_,
                         position_.to_move() == asker_},
                        ply,
                        kind->force,
                        kind->weight,
                        helps_asker,
                        position_.to_move() == asker_});
    }
    std::stable_sort(claims.begin(), claims.end(),
                     [](const WeighedClaim& a, const WeighedClaim& b) { return a.weight > b.weight; });
    told_.push_back(std::move(claims));
    is_broken_ = !position_.play(move).ok();
    if (!is_broken_ && !answer.empty() && told_.size() == line_.size()) go_on_with(answer);
  }

  /// A motif's first cell is a move in most games, but not in all.
  void go_on_with(const std::string& answer) {
    const auto legal = position_.legal_moves();
    if (std::find(legal.begin(), legal.end(), answer) != legal.end()) line_.push_back(answer);
  }

  const catalog::MotifHooks& hooks_;
  catalog::AnyPosition position_;
  std::vector<std::string> line_;
  catalog::Seat asker_;
  bool is_better_;
  std::optional<double> chance_;
  bool is_broken_ = false;
  std::vector<std::vector<WeighedClaim>> told_;
};

/// Which claims of a line are looked for.
struct Wanted {
  catalog::MotifForce force;
  bool helps_asker;
  std::size_t most_plies;
};

bool says_the_same(const Claim& a, const Claim& b) { return a.motif == b.motif; }

/// The first claim of that force along the line which the other line does not make at the same ply.
std::optional<WeighedClaim> first_claim(ToldLine& line, ToldLine& other, const Wanted& wanted) {
  for (std::size_t ply = 0; ply < wanted.most_plies; ++ply) {
    for (const WeighedClaim& claim : line.at(ply)) {
      if (claim.force != wanted.force || claim.helps_asker != wanted.helps_asker || !line.is_believed(claim)) continue;
      const auto& others = other.at(ply);
      const bool is_common = std::any_of(others.begin(), others.end(), [&](const WeighedClaim& another) {
        return says_the_same(claim.claim, another.claim);
      });
      if (!is_common) return claim;
    }
  }
  return std::nullopt;
}

/// What the better line does for the asker, and what the other does to it, at one level of force.
std::vector<Claim> claims_of_force(ToldLine& better, ToldLine& played, catalog::MotifForce force, std::size_t plies) {
  std::vector<Claim> claims;
  if (auto good = first_claim(better, played, {force, true, plies})) claims.push_back(std::move(good->claim));
  if (auto bad = first_claim(played, better, {force, false, plies})) claims.push_back(std::move(bad->claim));
  return claims;
}

/// What the first move of the better line does besides, where the other line's fault is told: mostly it stops it.
void add_what_it_stops(ToldLine& better, ToldLine& played, std::vector<Claim>& claims) {
  if (claims.size() != 1 || claims.front().is_of_better) return;
  if (auto stop = first_claim(better, played, {catalog::MotifForce::kThreat, true, 1})) {
    claims.push_back(std::move(stop->claim));
  }
}

std::vector<Claim> compare_lines(ToldLine& better, ToldLine& played) {
  using enum catalog::MotifForce;
  auto claims = claims_of_force(better, played, kDecides, kMostPliesTold);
  if (!claims.empty()) {
    add_what_it_stops(better, played, claims);
    return claims;
  }
  claims = claims_of_force(better, played, kThreat, 1);
  const auto gains = claims_of_force(better, played, kGain, kMostGainPlies);
  claims.insert(claims.end(), gains.begin(), gains.end());
  if (claims.empty()) claims = claims_of_force(better, played, kThreat, kMostGainPlies);
  if (claims.empty()) claims = claims_of_force(better, played, kShape, 2);
  if (claims.size() > 2) claims.resize(2);
  return claims;
}

/// The first claim of the strongest force that a line has for the asker, or for the others; of all but the decisive
/// ones within so many plies. What is good for the asker is told of his own moves.
std::vector<Claim> strongest(ToldLine& line, bool for_asker, std::size_t most_plies) {
  using enum catalog::MotifForce;
  for (const auto& [force, plies] :
       {std::pair{kDecides, kMostPliesTold}, {kThreat, most_plies}, {kGain, most_plies}, {kShape, most_plies}}) {
    for (std::size_t ply = 0; ply < plies; ++ply) {
      for (const WeighedClaim& claim : line.at(ply)) {
        if (for_asker && !claim.is_askers) continue;
        if (claim.force == force && claim.helps_asker == for_asker && line.is_believed(claim)) return {claim.claim};
      }
    }
  }
  return {};
}

/// How many plies of the line are its first turn: one, but where a turn has several.
std::size_t first_turn(catalog::AnyPosition position, const std::vector<std::string>& line) {
  std::size_t plies = 0;
  while (plies < line.size() && position.play(line[plies])) {
    ++plies;
    if (position.is_over() || position.starts_turn()) break;
  }
  return std::max<std::size_t>(1, plies);
}

/// What one line is proven to come to and the other is not. A win or loss at hand is seen without it.
std::vector<ProvenClaim> compare_ends(const ReasonQuestion& question) {
  constexpr int kAtHand = 3;
  std::vector<ProvenClaim> proofs;
  const int played = question.played_end.value_or(0);
  const int better = question.better_end.value_or(0);
  if (question.better.empty()) {
    if (played > kAtHand) proofs.push_back({question.played.front(), true, played});
    return proofs;
  }
  if (better > kAtHand && played <= 0) proofs.push_back({question.better.front(), true, better});
  if (played < -kAtHand && better >= 0) proofs.push_back({question.played.front(), false, -played - 1});
  return proofs;
}

/// Whether the claim says how the proof goes: about the move that wins, or the answer that wins at once.
bool shows_how(const Claim& claim, const ProvenClaim& proof) {
  if (proof.is_won) return claim.before.empty() && claim.move == proof.move;
  return claim.before.empty() ? claim.move == proof.move
                              : claim.before.size() == 1 && claim.before.front() == proof.move;
}

/// A proof is left out where a claim says how it is won. Beside a proof that is told, how the stones stand is left out:
/// that is not why the game is won.
void leave_out_told(const catalog::MotifHooks& hooks, Reason& reason) {
  const auto force_of = [&](const Claim& claim) {
    const catalog::MotifKind* kind = find_kind(*hooks.kinds, claim.motif.kind);
    return kind == nullptr ? catalog::MotifForce::kNote : kind->force;
  };
  std::erase_if(reason.proofs, [&](const ProvenClaim& proof) {
    return std::any_of(reason.claims.begin(), reason.claims.end(), [&](const Claim& claim) {
      return force_of(claim) == catalog::MotifForce::kDecides && shows_how(claim, proof);
    });
  });
  if (reason.proofs.empty()) return;
  std::erase_if(reason.claims, [&](const Claim& claim) { return force_of(claim) == catalog::MotifForce::kShape; });
}

/// Nobody follows a long line in a sentence: the first moves are named, the others counted.
std::string named_moves(const std::vector<std::string>& moves, Language language) {
  constexpr std::size_t kMostNamed = 3;
  if (moves.size() <= kMostNamed) return base::join(moves, " ");
  const std::vector<std::string> named(moves.begin(), moves.begin() + kMostNamed - 1);
  const std::string more = std::to_string(moves.size() - named.size());
  return base::join(named, " ") +
         (language == Language::kEnglish ? " and " + more + " more moves" : " e altre " + more + " mosse");
}

/// The end of the sentence where there is nothing else to say: as much of a line as somebody follows on the board.
std::string begun_line(const std::vector<std::string>& moves) {
  constexpr std::size_t kMostTold = 6;
  if (moves.size() <= kMostTold) return base::join(moves, " ") + ".";
  return base::join({moves.begin(), moves.begin() + kMostTold}, " ") + " …";
}

/// A sentence about a move of the asker's opponent: it says so, and does not call the asker the opponent.
std::string as_opponents(std::string sentence, const std::string& move, Language language) {
  const bool is_english = language == Language::kEnglish;
  const std::string opponent = is_english ? "the opponent" : "'avversario";
  const std::string other = is_english ? "the other side" : "'altra parte";
  for (std::size_t at = sentence.find(opponent); at != std::string::npos;
       at = sentence.find(opponent, at + other.size())) {
    sentence.replace(at, opponent.size(), other);
  }
  if (sentence.compare(0, move.size(), move) != 0) return sentence;
  return is_english ? "the opponent's " + sentence : sentence.insert(move.size(), " dell'avversario");
}

std::string proof_text(const ProvenClaim& proof, Language language) {
  const std::string plies = std::to_string(proof.plies);
  if (language == Language::kEnglish) {
    const std::string length = ", in at most " + plies + " moves of both sides together.";
    return proof.is_won ? proof.move + " wins by force" + length
                        : "After " + proof.move + " the opponent wins by force" + length;
  }
  const std::string length = ", in al più " + plies + " mosse contando quelle di entrambi.";
  return proof.is_won ? proof.move + " vince per forza" + length
                      : "Dopo " + proof.move + " l'avversario vince per forza" + length;
}

std::string left_open_text(const std::string& move, Language language) {
  return language == Language::kEnglish ? "After " + move + " no win has been proven."
                                        : "Dopo " + move + " nessuna vittoria è stata dimostrata.";
}

}  // namespace

std::optional<double> chance_of(const catalog::LineReport& line, catalog::Seat seat) {
  if (seat >= line.score.by_seat.size()) return std::nullopt;
  return line.score.by_seat[seat];
}

std::optional<int> end_before_ply(const std::optional<int>& end, catalog::Seat before, catalog::Seat after) {
  if (!end || *end == 0) return end;
  const bool is_won = (before == after) == (*end > 0);
  return is_won ? std::abs(*end) + 1 : -std::abs(*end) - 1;
}

Reason find_reason(const ReasonQuestion& question) {
  Reason reason;
  reason.better = question.better;
  if (question.is_left_open) reason.left_open = question.played.front();
  if (question.position.seat_count() == 2) reason.proofs = compare_ends(question);
  const catalog::MotifHooks* hooks = motifs_of(question.position.game());
  if (hooks == nullptr) return reason;
  ToldLine played(*hooks, question.position, question.played, false, question.played_chance);
  if (question.better.empty()) {
    reason.claims = strongest(played, true, first_turn(question.position, question.played));
    leave_out_told(*hooks, reason);
    return reason;
  }
  ToldLine better(*hooks, question.position, question.better, true, question.better_chance);
  reason.claims = compare_lines(better, played);
  leave_out_told(*hooks, reason);
  return reason;
}

Reason find_refutation(const catalog::AnyPosition& position, const std::vector<std::string>& line) {
  Reason reason;
  const catalog::MotifHooks* hooks = motifs_of(position.game());
  if (hooks == nullptr) return reason;
  ToldLine told(*hooks, position, line, false);
  reason.claims = strongest(told, false, kMostGainPlies);
  return reason;
}

bool is_claim_true(catalog::AnyPosition position, const Claim& claim) {
  const catalog::MotifHooks* hooks = motifs_of(position.game());
  for (const std::string& move : claim.before) {
    if (!position.play(move)) return false;
  }
  return hooks != nullptr && hooks->is_true(position.model(), claim.move, claim.motif);
}

std::string claim_text(std::string_view game, const Claim& claim, Language language) {
  const catalog::MotifHooks* hooks = motifs_of(game);
  const catalog::MotifKind* kind = hooks == nullptr ? nullptr : find_kind(*hooks->kinds, claim.motif.kind);
  if (kind == nullptr) return "";
  std::string sentence = motif_sentence(*kind, claim.motif, claim.move, language);
  if (!claim.is_askers) sentence = as_opponents(std::move(sentence), claim.move, language);
  if (claim.before.empty()) return sentence;
  return (language == Language::kEnglish ? "after " : "dopo ") + named_moves(claim.before, language) + ", " + sentence;
}

std::string first_sentence(std::string_view game, const Reason& reason, Language language) {
  Reason first = reason;
  first.claims.resize(std::min<std::size_t>(first.claims.size(), 1));
  first.proofs.resize(first.claims.empty() ? std::min<std::size_t>(first.proofs.size(), 1) : 0);
  return reason_text(game, first, language);
}

std::string reason_text(std::string_view game, const Reason& reason, Language language) {
  std::string text;
  for (const ProvenClaim& proof : reason.proofs) text += (text.empty() ? "" : " ") + proof_text(proof, language);
  for (const Claim& claim : reason.claims) {
    std::string sentence = claim_text(game, claim, language);
    if (sentence.empty()) continue;
    // A sentence that begins with a move keeps it as it is written: some games write squares with small letters.
    if (sentence.compare(0, claim.move.size(), claim.move) != 0) {
      sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
    }
    text += (text.empty() ? "" : " ") + sentence + ".";
  }
  if (!reason.left_open.empty() && !text.empty()) text += " " + left_open_text(reason.left_open, language);
  if (!text.empty() || reason.better.empty()) return text;
  return (language == Language::kEnglish ? "The better line: " : "La variante migliore: ") + begun_line(reason.better);
}

bool has_words(const Reason& reason) { return !reason.claims.empty() || !reason.proofs.empty(); }

std::string mistake_kind(const Reason& reason) {
  const auto is_missed = [](const Claim& claim) { return claim.is_askers || !is_answer(claim.motif.kind); };
  const auto found = std::find_if(reason.claims.begin(), reason.claims.end(), is_missed);
  return found == reason.claims.end() ? "" : std::string(found->motif.kind);
}

}  // namespace partita::study
