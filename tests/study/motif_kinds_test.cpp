// What is said of moves in positions made for it, and how.
#include <gtest/gtest.h>

#include <algorithm>

#include "catalog/games.h"
#include "study/reason.h"

namespace partita::study {
namespace {

struct Board {
  const char* game;
  base::OptionValues rules;
  const char* text;

  catalog::AnyPosition position() const { return catalog::AnyPosition::from_text(game, rules, text).value(); }
};

/// Everything that is said of a move; each of it must be true.
std::vector<std::string> said_of(const Board& board, const std::string& move, Language language = Language::kEnglish) {
  const catalog::AnyPosition position = board.position();
  const auto& hooks = *(*catalog::find_game(board.game))->motifs;
  std::vector<std::string> sentences;
  for (const catalog::Motif& motif : hooks.find(position.model(), move)) {
    const Claim claim{{}, move, motif, false};
    sentences.push_back(claim_text(board.game, claim, language));
    EXPECT_TRUE(is_claim_true(position, claim)) << sentences.back();
  }
  return sentences;
}

void expect_said(const Board& board, const std::string& move, const std::string& english, const std::string& italian) {
  const auto in_english = said_of(board, move);
  const auto in_italian = said_of(board, move, Language::kItalian);
  EXPECT_NE(std::find(in_english.begin(), in_english.end(), english), in_english.end())
      << testing::PrintToString(in_english);
  EXPECT_NE(std::find(in_italian.begin(), in_italian.end(), italian), in_italian.end())
      << testing::PrintToString(in_italian);
}

TEST(MotifKinds, AnAreaIsClosedAndNobodyMayEnterIt) {
  expect_said({"andantino", {{"side", "5"}}, "5 5/6/4WW1/3BW1W1/3BBW3/2BBB3/7/6/5 w"}, "G5",
              "G5 closes an area of one cell, where the opponent's stone would lose",
              "G5 chiude un'area di una casella, dove una pedina dell'avversario perderebbe");
  const Board closed{"andantino", {{"side", "5"}}, "5 5/6/4WW1/3BW1W1/3BBWW2/2BBB3/7/6/5 b"};
  expect_said(closed, "F4", "F4 enters an area that the opponent has closed, and loses at once",
              "F4 entra in un'area chiusa dall'avversario e perde subito");
}

TEST(MotifKinds, AShieldwallIsNamed) {
  expect_said({"tafl", {{"rules", "copenhagen"}}, "/2tTT2t3/3tt6/11/11/11/5K5/11/11/11/11/11/ a 4"}, "h1-f1xd1/e1",
              "h1-f1xd1/e1 takes d1 and e1 by a shieldwall", "h1-f1xd1/e1 cattura d1 e e1 con un muro di scudi");
}

TEST(MotifKinds, AFortIsNamed) {
  expect_said({"tafl", {{"rules", "copenhagen"}}, "/2T1K1T4/3TT6/5T5/11/11/11/11/11/11/t9t/11/ d 4"}, "f3-f2",
              "f3-f2 completes a fort at the edge that cannot be broken, and wins",
              "f3-f2 completa al bordo un forte che non si può rompere, e vince");
}

TEST(MotifKinds, AnEncirclementIsNamedAndFeared) {
  const Board board{"tafl", {{"rules", "copenhagen"}}, "/11/11/11/4ttt4/3tT1Tt3/3tTKTt3/3tTTTt3/4t1t4/11/5t5/11/ a 4"};
  expect_said(board, "f10-f8", "f10-f8 encircles all defenders and wins", "f10-f8 accerchia tutti i difensori e vince");
}

TEST(MotifKinds, AKingIsShutInAndLetOut) {
  const base::OptionValues mcgill = {{"rules", "mcgill"}};
  expect_said({"tafl", mcgill, "/9/9/4t4/3t1t3/2t1K1t2/3t1t3/9/9/4t4/ a 4"}, "e9-e7",
              "e9-e7 shuts the king in: attackers stand across every way to the corners",
              "e9-e7 rinchiude il re: gli attaccanti sbarrano ogni via verso gli angoli");
  expect_said({"tafl", mcgill, "/9/9/4t4/3t1t3/2t1K1t2/3t1t3/T3tT3/9/9/ d 4"}, "a7-d7xe7",
              "a7-d7xe7 opens the ring that shut the king in", "a7-d7xe7 apre il cerchio che rinchiudeva il re");
}

TEST(MotifKinds, AnEdgeTemplateOfTheThirdRowHoldsOnlyWhereNobodyStandsInIt) {
  const base::OptionValues rules = {{"side", "7"}, {"swap", "off"}};
  const char* english =
      "d5 is safely joined to its edge from the third row: whatever the opponent plays there, the edge is reached";
  expect_said({"hex", rules, "7 7/7/7/7/7/7/7 r"}, "d5", english,
              "d5 è unita con sicurezza al suo bordo dalla terza riga: qualunque cosa giochi lì l'avversario, lo "
              "raggiunge");
  // A stone of the other colour in the middle below spoils both sides, one at a side leaves the other side.
  for (const char* broken : {"7 6R/7/7/7/7/3B3/7 r", "7 6R/7/7/7/7/2B4/7 r", "7 6R/7/7/7/7/7/3B3 r"}) {
    const auto said = said_of({"hex", rules, broken}, "d5");
    EXPECT_EQ(std::count(said.begin(), said.end(), english), 0) << broken;
  }
  const auto said = said_of({"hex", rules, "7 6R/7/7/7/7/4B2/7 r"}, "d5");
  EXPECT_EQ(std::count(said.begin(), said.end(), english), 1) << "the left side is free";
}

TEST(MotifKinds, ALadderIsNamedAndWhereItEscapes) {
  const base::OptionValues rules = {{"side", "7"}, {"swap", "off"}};
  expect_said({"hex", rules, "7 7/7/7/7/1R5/7/B6 r"}, "b6",
              "b6 makes a ladder of 5 stones along its edge: each threatens the edge and has one answer",
              "b6 fa una scala di 5 pedine lungo il suo bordo: ognuna minaccia il bordo e ha una sola risposta");
  // A stone ahead of it with two ways to the edge.
  expect_said({"hex", rules, "7 6B/7/7/7/1R5/5R1/B6 r"}, "b6",
              "b6 reaches its edge by a ladder of 4 stones: each threatens the edge and has one answer, the last has "
              "none",
              "b6 raggiunge il suo bordo con una scala di 4 pedine: ognuna minaccia il bordo e ha una sola risposta, "
              "l'ultima nessuna");
}

TEST(MotifKinds, OmegaSaysWhomACellHelpsAndHowTheGameEnds) {
  const Board board{"omega", {{"side", "2"}}, "2 2 W1/3/2 1 B"};
  expect_said(
      board, "B:B1",
      "B:B1 takes a cell that would have helped White: a stone of that colour there would have enlarged the "
      "group of 1 to 2",
      "B:B1 occupa una casella utile al Bianco: una pedina di quel colore lì avrebbe portato il gruppo da 1 a 2");
  expect_said(board, "B:B3", "B:B3 leaves one turn to play, the last one Black's, and 3 cells that will stay empty",
              "B:B3 lascia un turno da giocare, l'ultimo del Nero, e 3 caselle che resteranno vuote");
}

TEST(MotifKinds, OmegaSaysWhatAStoneBetweenGroupsMeans) {
  expect_said({"omega", {{"side", "3"}}, "3 2 W1W/4/5/4/B1B 1 WB"}, "B:B1",
              "B:B1 stands between White's groups of 1 and 1: a stone of that colour there would have turned their "
              "product of 1 into one group of 3",
              "B:B1 sta tra i gruppi del Bianco di 1 e 1: una pedina di quel colore lì avrebbe fatto del loro prodotto "
              "1 un solo gruppo di 3");
}

/// Each places stones of every colour: whom a join helps is not plain from who moves.
TEST(MotifKinds, OmegaSaysWhoGainsByAJoin) {
  const Board board{"omega", {{"side", "3"}}, "3 2 W1W/4/5/4/B1B 1 WB"};
  expect_said(
      board, "W:B1", "W:B1 joins White's groups of 1 and 1 without a loss: their product 1 becomes 3, a gain for White",
      "W:B1 unisce senza perdita i gruppi del Bianco di 1 e 1: il loro prodotto 1 diventa 3, un guadagno per il "
      "Bianco");
  expect_said(board, "B:D5",
              "B:D5 joins Black's groups of 1 and 1 without a loss: their product 1 becomes 3, a gain for Black",
              "B:D5 unisce senza perdita i gruppi del Nero di 1 e 1: il loro prodotto 1 diventa 3, un guadagno per il "
              "Nero");
}

TEST(MotifKinds, AJoinThatChangesNoProductIsNotTold) {
  // One group of 6 counts as much as those of 2 and 3 did.
  for (const std::string& sentence : said_of({"omega", {{"side", "3"}}, "3 2 3/3W/WW1WW/BBBB/B2 2 WB"}, "W:C3")) {
    EXPECT_EQ(sentence.find("groups of 2 and 3"), std::string::npos) << sentence;
  }
}

TEST(MotifKinds, WhatARepetitionCouldSaveIsNotCalledLost) {
  // On c5 the king has two ways out; by these rules a position that occurs again is a draw.
  const base::OptionValues ashton = {{"rules", "ashton"}};
  auto position = catalog::AnyPosition::from_text("tafl", ashton, "/3ttt3/9/9/9/3K5/9/9/1t7/9/ d 4").value();
  const auto& hooks = *(*catalog::find_game("tafl"))->motifs;
  const auto decides = [&](const std::string& move) {
    const auto motifs = hooks.find(position.model(), move);
    return std::any_of(motifs.begin(), motifs.end(), [&](const catalog::Motif& motif) {
      return find_kind(*hooks.kinds, motif.kind)->force == catalog::MotifForce::kDecides;
    });
  };
  EXPECT_TRUE(decides("d5-c5"));
  for (const char* move : {"d5-c5", "b8-a8", "c5-d5", "a8-a7"}) ASSERT_TRUE(position.play(move)) << move;
  // Now a7-a8 would answer it with what was on the board before.
  EXPECT_FALSE(decides("d5-c5"));
  ASSERT_TRUE(position.play("d5-c5"));
  ASSERT_TRUE(position.play("a7-a8"));
  EXPECT_EQ(position.ending().reason, "repetition");
}

/// "The opponent" is always that of who asks, whoever makes the move.
TEST(MotifText, AMoveOfTheOpponentIsSaidToBeOne) {
  Claim claim{{"F5"}, "E4", {"blocks-row", 1, {"A1", "B1", "C1"}, {3}}, false};
  EXPECT_EQ(claim_text("andantino", claim, Language::kEnglish),
            "after F5, E4 blocks a line where the opponent has 3 stones and could still make five: A1, B1 and C1");
  claim.is_askers = false;
  EXPECT_EQ(
      claim_text("andantino", claim, Language::kEnglish),
      "after F5, the opponent's E4 blocks a line where the other side has 3 stones and could still make five: A1, "
      "B1 and C1");
  EXPECT_EQ(claim_text("andantino", claim, Language::kItalian),
            "dopo F5, E4 dell'avversario blocca una linea dove l'altra parte ha 3 pedine e poteva ancora fare cinque: "
            "A1, B1 e C1");
}

/// "K6 stops K6 G6 L7" does not say whose moves these are; the answers stand in parentheses.
TEST(MotifText, ChainsAreSaidToBeWhoseTheyAre) {
  Claim claim{{}, "K6", {"breaks-chain", 0, {"K6", "G6", "L7"}, {2}}, true};
  EXPECT_EQ(claim_text("andantino", claim, Language::kEnglish),
            "K6 stops 2 threats of the opponent in a row that would win: K6 (G6) L7");
  EXPECT_EQ(claim_text("andantino", claim, Language::kItalian),
            "K6 ferma 2 minacce di fila dell'avversario che vincerebbero: K6 (G6) L7");
  claim.motif.kind = "threatens-chain";
  EXPECT_EQ(claim_text("andantino", claim, Language::kEnglish),
            "K6 threatens to win by 2 threats in a row: K6 (G6) L7");
  EXPECT_EQ(claim_text("andantino", claim, Language::kItalian),
            "K6 minaccia di vincere con 2 minacce di fila: K6 (G6) L7");
}

/// "E3 keeps the opponent from making five at E3" says the cell twice.
TEST(MotifText, ACellThatIsTheMoveItselfIsNotNamedTwice) {
  Claim claim{{}, "E3", {"stops-five", 0, {"E3"}, {}}, true};
  EXPECT_EQ(claim_text("andantino", claim, Language::kEnglish),
            "E3 keeps the opponent from making five in a row there");
  EXPECT_EQ(claim_text("andantino", claim, Language::kItalian),
            "E3 impedisce all'avversario di fare cinque in fila lì");
  claim.motif.cells = {"A3"};
  EXPECT_EQ(claim_text("andantino", claim, Language::kEnglish),
            "E3 keeps the opponent from making five in a row at A3");
  claim.motif = {"stops-joined", 0, {"E3"}, {}};
  EXPECT_EQ(claim_text("hex", claim, Language::kEnglish), "E3 stops the opponent from joining both edges there");
}

TEST(MotifText, AMoveThatTakesTheWinningCellDoesNotStopItself) {
  Claim claim{{}, "I9", {"breaks-chain", 0, {"I9"}, {1}}, true};
  EXPECT_EQ(claim_text("andantino", claim, Language::kEnglish),
            "I9 takes the cell where the opponent would win: every reply to it would lose");
  EXPECT_EQ(claim_text("andantino", claim, Language::kItalian),
            "I9 occupa la casella dove l'avversario vincerebbe: ogni risposta perderebbe");
  claim.move = "K6";
  EXPECT_EQ(claim_text("andantino", claim, Language::kEnglish), "K6 stops I9, after which every reply would lose");
}

/// Nobody reads a list of eight cells.
TEST(MotifText, ManyForcedRepliesAreCounted) {
  Claim claim{{}, "d8", {"must-play", 0, {"k4", "e5"}, {2}}, true};
  EXPECT_EQ(claim_text("hex", claim, Language::kEnglish),
            "d8 leaves the opponent 2 replies, k4 or e5: any other lets a chain from edge to edge be completed");
  claim.motif = {"must-play", 0, {"k4", "e5", "f5", "k5", "d7"}, {5}};
  EXPECT_EQ(claim_text("hex", claim, Language::kItalian),
            "d8 lascia all'avversario 5 risposte: ogni altra lascia completare una catena da bordo a bordo");
}

/// Who captures does not stand where the piece was: "captures on f4" would say so to a chess player.
TEST(MotifText, CapturesNameThePieceThatGoes) {
  Claim claim{{}, "g5-g4xf4", {"capture", 0, {"f4"}, {1}}, true};
  EXPECT_EQ(claim_text("tafl", claim, Language::kEnglish), "g5-g4xf4 captures the piece on f4");
  EXPECT_EQ(claim_text("tafl", claim, Language::kItalian), "g5-g4xf4 cattura il pezzo in f4");
  claim.motif = {"capture", 0, {"f4", "g3"}, {2}};
  EXPECT_EQ(claim_text("tafl", claim, Language::kEnglish), "g5-g4xf4 captures the pieces on f4 and g3");
  claim.motif = {"lets-take", 1, {"f4"}, {}};
  EXPECT_EQ(claim_text("tafl", claim, Language::kEnglish), "g5-g4xf4 lets the opponent capture the piece on f4");
}

/// Whoever does not know the game is told what the two cells are for, and whose reply is meant.
TEST(MotifText, BridgesAndForcedRepliesOfHexAreExplained) {
  const Claim bridge{{}, "c6", {"bridge", 0, {"d4", "c5", "d5"}, {}}, true};
  EXPECT_EQ(claim_text("hex", bridge, Language::kEnglish),
            "c6 makes a bridge to d4: if the opponent takes c5, d5 joins them, and the other way round");
  EXPECT_EQ(claim_text("hex", bridge, Language::kItalian),
            "c6 fa un ponte con d4: se l'avversario prende c5, d5 le unisce, e viceversa");
  const Claim edge{{}, "d6", {"edge-bridge", 0, {"c7", "d7"}, {}}, true};
  EXPECT_EQ(claim_text("hex", edge, Language::kEnglish),
            "d6 is safely joined to its edge: if the opponent takes c7, d7 joins it, and the other way round");
  EXPECT_EQ(claim_text("hex", edge, Language::kItalian),
            "d6 è unita con sicurezza al suo bordo: se l'avversario prende c7, d7 la unisce, e viceversa");
  Claim forced{{}, "d4", {"must-play", 0, {"c5"}, {1}}, true};
  EXPECT_EQ(claim_text("hex", forced, Language::kEnglish),
            "d4 leaves the opponent one reply, c5: any other lets a chain from edge to edge be completed");
  EXPECT_EQ(claim_text("hex", forced, Language::kItalian),
            "d4 lascia all'avversario una risposta, c5: ogni altra lascia completare una catena da bordo a bordo");
}

TEST(MotifText, EverySentenceOfEveryKindIsThereInBothLanguages) {
  for (const catalog::GameEntry& game : catalog::all_games()) {
    if (!game.motifs) continue;
    for (const catalog::MotifKind& kind : *game.motifs->kinds) {
      for (const auto* words : {&kind.english, &kind.italian}) {
        EXPECT_NE(words->sentence.find("{move}"), std::string_view::npos) << kind.name;
        EXPECT_NE(words->noun.find('|'), std::string_view::npos) << kind.name;
      }
      EXPECT_EQ(std::count(kind.english.sentence.begin(), kind.english.sentence.end(), '{'),
                std::count(kind.italian.sentence.begin(), kind.italian.sentence.end(), '{'))
          << kind.name;
    }
  }
}

TEST(MotifText, WhereNothingCanBeSaidALineIsToldAsFarAsSomebodyFollows) {
  Reason reason;
  reason.better = {"a1", "b1", "c1", "d1", "e1", "f1"};
  EXPECT_EQ(reason_text("hex", reason, Language::kEnglish), "The better line: a1 b1 c1 d1 e1 f1.");
  reason.better.emplace_back("g1");
  EXPECT_EQ(reason_text("hex", reason, Language::kItalian), "La variante migliore: a1 b1 c1 d1 e1 f1 …");
}

TEST(MotifText, NumbersAndListsAreFilledIn) {
  const catalog::MotifKind kind{"test",
                                catalog::MotifForce::kShape,
                                0,
                                {"a|b", "{move}: {cells}; {cells or}; {1}; {#0?one|{#0} many}; {#1:no|yes}; {#2..}"},
                                {"a|b", "{cells}"}};
  const catalog::Motif motif{"test", 0, {"A1", "B2", "C3"}, {4, 1, 7, 8}};
  EXPECT_EQ(motif_sentence(kind, motif, "X", Language::kEnglish),
            "X: A1, B2 and C3; A1, B2 or C3; B2; 4 many; yes; 7 and 8");
  EXPECT_EQ(motif_sentence(kind, motif, "X", Language::kItalian), "A1, B2 e C3");
  EXPECT_EQ(counted_noun(kind, 1, Language::kEnglish), "1 a");
  EXPECT_EQ(counted_noun(kind, 3, Language::kEnglish), "3 b");
}

}  // namespace
}  // namespace partita::study
