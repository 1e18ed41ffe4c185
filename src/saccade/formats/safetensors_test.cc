#include "saccade/formats/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "saccade/base/error.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;

// A file as the format's description gives it: length, header, data.
std::string FileOf(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  return bytes + header + data;
}

SafetensorsHeader Parse(const std::string& bytes) {
  return ParseSafetensors("f.safetensors", std::as_bytes(std::span(bytes)));
}

std::string ErrorOf(const std::string& bytes) {
  return testing::MessageOf([&] { Parse(bytes); });
}

HostTensor Only(const std::string& header, const std::string& data) {
  const std::string bytes = FileOf(header, data);
  const SafetensorsHeader parsed = Parse(bytes);
  EXPECT_EQ(parsed.entries.size(), 1u);
  return SafetensorsFile::Convert(parsed.entries.at(0));
}

template <typename T>
std::string Bytes(std::initializer_list<T> values) {
  return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

TEST(Safetensors, WritesTheDocumentedLayout) {
  const testing::TemporaryFolder folder;
  WriteSafetensors(folder / "a", {{"b", {{2, 1}, {1.0f, -2.0f}}}, {"c", {{}, {0.5f}}}});
  // {"b":{...},"c":{...}} padded with blanks to a multiple of 8, then 1, -2 and .5 as floats.
  std::string header = R"({"b":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                       R"("c":{"dtype":"F32","shape":[],"data_offsets":[8,12]}})";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  EXPECT_EQ(ReadFile(folder / "a"), FileOf(header, Bytes<float>({1.0f, -2.0f, 0.5f})));
}

TEST(Safetensors, FloatsComeBackToTheBit) {
  const testing::TemporaryFolder folder;
  const NamedTensors tensors = {{"conv1.weight", {{1, 2, 2}, {0x1p-149f, -0.0f, 3e38f, 0.1f}}},
                                {"empty", {{0, 3}, {}}},
                                {"scalar", {{}, {-INFINITY}}}};
  const Metadata metadata = {{"step", "12"}, {"quote\"", "ü"}};
  WriteSafetensors(folder / "a", tensors, Precision::kFloat, metadata);
  EXPECT_EQ(ReadSafetensors(folder / "a"), tensors);
  EXPECT_TRUE(std::signbit(ReadSafetensors(folder / "a").at("conv1.weight").values[1]));
  EXPECT_EQ(ReadSafetensorsMetadata(folder / "a"), metadata);
}

TEST(Safetensors, HalvesAreRoundedToNearest) {
  const testing::TemporaryFolder folder;
  WriteSafetensors(folder / "a", {{"w", {{2}, {0.1f, 1.0f}}}}, Precision::kHalf);
  // .1 in half precision is 1638 / 2^14.
  EXPECT_EQ(ReadSafetensors(folder / "a").at("w").values, (std::vector<float>{1638 / 16384.0f, 1}));
  EXPECT_EQ(SafetensorsFile(folder / "a").entries()[0].type, "F16");
}

TEST(Safetensors, ReadsEveryType) {
  const auto header = [](const char* type, int bytes) {
    return fmt::format(R"({{"t":{{"dtype":"{}","shape":[2],"data_offsets":[0,{}]}}}})", type,
                       bytes);
  };
  const std::vector<float> expected = {1, 2};
  EXPECT_EQ(Only(header("F32", 8), Bytes<float>({1, 2})).values, expected);
  EXPECT_EQ(Only(header("F16", 4), Bytes<std::uint16_t>({0x3C00, 0x4000})).values, expected);
  EXPECT_EQ(Only(header("BF16", 4), Bytes<std::uint16_t>({0x3F80, 0x4000})).values, expected);
  EXPECT_EQ(Only(header("F64", 16), Bytes<double>({1, 2})).values, expected);
  EXPECT_EQ(Only(header("I64", 16), Bytes<std::int64_t>({1, 2})).values, expected);
  EXPECT_EQ(Only(header("I32", 8), Bytes<std::int32_t>({1, 2})).values, expected);
  EXPECT_EQ(Only(header("U8", 2), Bytes<std::uint8_t>({1, 2})).values, expected);
}

TEST(Safetensors, RefusesFilesThatAreCut) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("0 bytes"));
  EXPECT_THAT(ErrorOf("abc"), HasSubstr("3 bytes"));
  EXPECT_THAT(ErrorOf(Bytes<std::uint64_t>({3}) + "{}"), HasSubstr("claims a header of 3 bytes"));
  EXPECT_THAT(ErrorOf(Bytes<std::uint64_t>({~0ull}) + "{}"), HasSubstr("claims a header"));
  const std::string header = R"({"t":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})";
  EXPECT_THAT(ErrorOf(FileOf(header, "abc")), HasSubstr("f.safetensors:t: lies at bytes 0 to 4"));
}

TEST(Safetensors, RefusesHeadersThatAreNotWhatTheyShouldBe) {
  EXPECT_THAT(ErrorOf(FileOf("[]", "")), HasSubstr("list"));
  EXPECT_THAT(ErrorOf(FileOf("{", "")), HasSubstr("not JSON"));
  EXPECT_THAT(ErrorOf(FileOf(R"({"t":3})", "")), HasSubstr("described by 3"));
  EXPECT_THAT(ErrorOf(FileOf(R"({"t":{"shape":[],"data_offsets":[0,1]}})", "a")),
              HasSubstr("'dtype'"));
  EXPECT_THAT(
      ErrorOf(FileOf(R"({"t":{"dtype":"C64","shape":[],"data_offsets":[0,8]}})", "12345678")),
      HasSubstr("C64"));
  EXPECT_THAT(ErrorOf(FileOf(R"({"t":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})", "a")),
              HasSubstr("-1"));
  EXPECT_THAT(ErrorOf(FileOf(R"({"t":{"dtype":"U8","shape":[2],"data_offsets":[0,1]}})", "a")),
              HasSubstr("shape [2] of U8 in 1 bytes"));
  EXPECT_THAT(ErrorOf(FileOf(R"({"t":{"dtype":"U8","shape":[4294967296,4294967296],)"
                             R"("data_offsets":[0,0]}})",
                             "")),
              HasSubstr("in 0 bytes"));
  EXPECT_THAT(ErrorOf(FileOf(R"({"__metadata__":{"a":1}})", "")), HasSubstr("__metadata__"));
  EXPECT_THAT(ErrorOf(FileOf(R"({"__metadata__":[1]})", "")), HasSubstr("__metadata__"));
}

TEST(Safetensors, RefusesOverlapsGapsAndRests) {
  const auto two = [](int begin, int end) {
    return fmt::format(R"({{"a":{{"dtype":"U8","shape":[2],"data_offsets":[0,2]}},)"
                       R"("b":{{"dtype":"U8","shape":[2],"data_offsets":[{},{}]}}}})",
                       begin, end);
  };
  EXPECT_EQ(ErrorOf(FileOf(two(2, 4), "abcd")), "no error");
  EXPECT_THAT(ErrorOf(FileOf(two(1, 3), "abc")), HasSubstr("b: overlaps"));
  EXPECT_THAT(ErrorOf(FileOf(two(0, 2), "ab")), HasSubstr("overlaps"));
  EXPECT_THAT(ErrorOf(FileOf(two(3, 5), "abcde")), HasSubstr("b: has unused bytes"));
  EXPECT_THAT(ErrorOf(FileOf(two(2, 4), "abcde")), HasSubstr("1 bytes after"));
}

TEST(Safetensors, RefusesANameThatStandsTwice) {
  EXPECT_THAT(ErrorOf(FileOf(R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                             R"("t":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
                             "a")),
              HasSubstr("'t' twice"));
}

TEST(Safetensors, RefusesToWriteWhatCannotBeRead) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(WriteSafetensors(folder / "a", {{"t", {{3}, {1, 2}}}}), InputError);
  EXPECT_THROW(WriteSafetensors(folder / "a", {{"t", {{1}, {1e6f}}}}, Precision::kHalf),
               InputError);
  EXPECT_THROW(WriteSafetensors(folder / "a", {{"__metadata__", {{1}, {1}}}}), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(NamedTensors, PrefixesComeAndGo) {
  const NamedTensors tensors = {
      {"policy.a", {{1}, {1}}}, {"policy.b", {{1}, {2}}}, {"policyx", {{1}, {3}}}};
  const NamedTensors policy = WithoutPrefix(tensors, "policy.");
  EXPECT_EQ(policy, (NamedTensors{{"a", {{1}, {1}}}, {"b", {{1}, {2}}}}));
  EXPECT_EQ(WithoutPrefix(WithPrefix(policy, "x."), "x."), policy);
}

}  // namespace
}  // namespace saccade
