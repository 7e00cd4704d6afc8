#include "study/move_mark.h"

#include <gtest/gtest.h>

namespace partita::study {
namespace {

TEST(MoveMark, FaultsFollowTheLoss) {
  EXPECT_EQ(fault_of(0.6, 0.3), MoveMark::kBlunder);
  EXPECT_EQ(fault_of(0.6, 0.48), MoveMark::kMistake);
  EXPECT_EQ(fault_of(0.6, 0.54), MoveMark::kInaccuracy);
  EXPECT_EQ(fault_of(0.6, 0.59), MoveMark::kNone);
  EXPECT_EQ(fault_of(0.6, 0.7), MoveMark::kNone) << "the engine changed its mind";
}

TEST(MoveMark, WalkingIntoAProvenLossIsABlunderAsLongAsThereWereChances) {
  EXPECT_EQ(fault_of(0.12, 0.0), MoveMark::kBlunder);
  EXPECT_EQ(fault_of(0.12, 0.01), MoveMark::kMistake) << "bad, but not proven";
  EXPECT_EQ(fault_of(0.03, 0.0), MoveMark::kMistake);
  EXPECT_EQ(fault_of(0.01, 0.0), MoveMark::kInaccuracy);
  EXPECT_EQ(fault_of(0.0, 0.0), MoveMark::kNone) << "it was lost before";
}

TEST(MoveMark, AccuracyFallsWithLoss) {
  EXPECT_NEAR(move_accuracy(0.0), 100.0, 0.01);
  EXPECT_GT(move_accuracy(0.1), move_accuracy(0.2));
  EXPECT_EQ(move_accuracy(1.0), 0.0);
}

TEST(MoveMark, IsWrittenAsInChess) {
  EXPECT_STREQ(mark_text(MoveMark::kBlunder), "??");
  EXPECT_STREQ(mark_text(MoveMark::kNone), "");
}

}  // namespace
}  // namespace partita::study
