#include "saccade/base/printable.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

TEST(Printable, LeavesWordsOfAnyLanguageAlone) {
  EXPECT_EQ(Printable("größe 目標 \"cup\" 🍵"), "größe 目標 \"cup\" 🍵");
}

TEST(Printable, ShowsControlBytesAndWhatIsNoUtf8) {
  EXPECT_EQ(Printable("a\nb\tc\x1b[31m\x7f"), "a\\nb\\tc\\x1b[31m\\x7f");
  EXPECT_EQ(Printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(Printable("\xff\xc3"), "\\xff\\xc3");           // no character, half a one
  EXPECT_EQ(Printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong "/"
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(Printable("\xc2\x85"), "\\xc2\\x85");           // C1: next line
  EXPECT_EQ(Printable("\xe2\x80\xae"
                      "cup"),
            "\\xe2\\x80\\xaecup");  // right-to-left override
}

TEST(Printable, CutsTheMiddleOfALongText) {
  EXPECT_EQ(Printable(std::string(9, 'a') + std::string(9, 'b'), 6), "aaaa...bb");
  EXPECT_EQ(Printable("123456", 6), "123456");
  // 300 digits, a name of a megabyte.
  EXPECT_EQ(Printable(std::string(1 << 20, 'x')).size(), 1003u);
  // Never through a character: three bytes each.
  const std::string cut = Printable("目標目標目標目標目標", 10);
  EXPECT_EQ(cut.find("\\x"), std::string::npos) << cut;
}

}  // namespace
}  // namespace saccade
