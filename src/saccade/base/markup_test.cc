#include "saccade/base/markup.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

TEST(EscapeMarkup, HoldsForContentAndForAttributes) {
  EXPECT_EQ(EscapeMarkup("<b title='x'>\"a & b\""),
            "&lt;b title=&#39;x&#39;&gt;&quot;a &amp; b&quot;");
}

TEST(EscapeMarkup, KeepsLineEndsAndBlanksOtherControlCharacters) {
  EXPECT_EQ(EscapeMarkup("a\n\tb\x01\xc3\xa9"), "a\n\tb \xc3\xa9");
}

TEST(Markup, EncodesBase64WithItsPadding) {  // RFC 4648, section 10
  EXPECT_EQ(DataUri("a/b", ""), "data:a/b;base64,");
  EXPECT_EQ(DataUri("a/b", "f"), "data:a/b;base64,Zg==");
  EXPECT_EQ(DataUri("a/b", "fo"), "data:a/b;base64,Zm8=");
  EXPECT_EQ(DataUri("a/b", "foobar"), "data:a/b;base64,Zm9vYmFy");
  EXPECT_EQ(DataUri("a/b", "\xff\xfe"), "data:a/b;base64,//4=");
}

}  // namespace
}  // namespace saccade
