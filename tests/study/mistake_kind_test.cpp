// What a review counts as missed.
#include <gtest/gtest.h>

#include "study/reason.h"

namespace partita::study {
namespace {

Claim claim(const char* kind, bool is_askers) {
  Claim made;
  made.move = "e5-e6";
  made.motif.kind = kind;
  made.is_askers = is_askers;
  return made;
}

TEST(MistakeKind, TheOpponentsAnswerWasNotMissed) {
  Reason reason;
  // Attackers let the king be saved: they had no king to save.
  reason.claims = {claim("saves-king", false)};
  EXPECT_EQ(mistake_kind(reason), "");
  reason.claims.push_back(claim("capture", true));
  EXPECT_EQ(mistake_kind(reason), "capture");
}

TEST(MistakeKind, WhatOneCouldHaveSavedOrLetHappenWas) {
  Reason reason;
  reason.claims = {claim("saves-king", true)};
  EXPECT_EQ(mistake_kind(reason), "saves-king");
  reason.claims = {claim("double-road", false)};
  EXPECT_EQ(mistake_kind(reason), "double-road");
  EXPECT_EQ(mistake_kind(Reason{}), "");
}

}  // namespace
}  // namespace partita::study
