#include "saccade/formats/protobuf.h"

#include <gtest/gtest.h>

namespace saccade {
namespace {

TEST(Protobuf, WritesTheBytesOfTheEncodingGuide) {
  // Examples of the encoding's documentation: field 1 = 150 is 08 96 01, field 2 = "testing" is
  // 12 07 and the letters; a negative number takes ten bytes.
  ProtobufMessage number;
  number.Integer(1, 150);
  EXPECT_EQ(number.bytes(), "\x08\x96\x01");
  ProtobufMessage text;
  text.Text(2, "testing");
  EXPECT_EQ(text.bytes(), "\x12\x07testing");
  ProtobufMessage nested;
  nested.Message(3, number);
  EXPECT_EQ(nested.bytes(), "\x1a\x03\x08\x96\x01");
  ProtobufMessage negative;
  negative.Integer(1, -2);
  EXPECT_EQ(negative.bytes(), "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  ProtobufMessage real;
  real.Float(2, 1.0f);
  EXPECT_EQ(real.bytes(), std::string("\x15\x00\x00\x80\x3f", 5));
}

TEST(Protobuf, ReadsBackWhatItWrote) {
  ProtobufMessage message;
  message.Integer(1, -1);
  message.Double(2, 0.5);
  message.Text(300, "a");
  const auto fields = ParseProtobuf(message.bytes());
  ASSERT_TRUE(fields);
  ASSERT_EQ(fields->size(), 3u);
  EXPECT_EQ((*fields)[0].number, ~0ull);
  EXPECT_EQ((*fields)[1].number, 0x3FE0000000000000ull);
  EXPECT_EQ((*fields)[2].field, 300);
  EXPECT_EQ((*fields)[2].bytes, "a");
}

TEST(Protobuf, RefusesWhatIsNotAMessage) {
  EXPECT_FALSE(ParseProtobuf("\x08"));                 // a key without value
  EXPECT_FALSE(ParseProtobuf("\x12\x07test"));         // cut text
  EXPECT_FALSE(ParseProtobuf("\x0b"));                 // groups are not read
  EXPECT_FALSE(ParseProtobuf(std::string("\0a", 2)));  // field 0
  EXPECT_FALSE(ParseProtobuf("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"));
}

}  // namespace
}  // namespace saccade
