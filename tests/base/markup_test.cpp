#include "base/text.h"

#include <gtest/gtest.h>

namespace partita::base {
namespace {

TEST(Markup, NothingFromOutsideBecomesATag) {
  EXPECT_EQ(escaped_markup("<b a=\"1\">x & y</b>"), "&lt;b a=&quot;1&quot;&gt;x &amp; y&lt;/b&gt;");
  EXPECT_EQ(escaped_markup(std::string("a\x01"
                                       "b\nc\0d",
                                       7)),
            "a b\nc d");
}

}  // namespace
}  // namespace partita::base
