#include "saccade/formats/unpickle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/random.h"
#include "saccade/formats/pickle_samples.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = PickleValue::Kind;
using testing::MessageOf;

std::span<const std::byte> Bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

PickleValue Pickle(const std::string& bytes) { return ParsePickle(Bytes(bytes), "x.pkl"); }
PickleValue Torch(const std::string& bytes) { return ParseTorchFile(Bytes(bytes), "x.pt"); }

TEST(Unpickle, ReadsPlainValuesOfProtocol2) {
  const PickleValue root = Pickle(FromHex(kPlainProtocol2));
  const auto& items = root["a"].Items();
  ASSERT_EQ(items.size(), 11u);
  EXPECT_EQ(items[0].Integer(), 1);
  EXPECT_EQ(items[1].Integer(), -2);
  EXPECT_EQ(items[2].Real(), 3.5);
  EXPECT_TRUE(items[3].Is(Kind::kNone));
  EXPECT_TRUE(items[4].Bool());
  EXPECT_EQ(items[5].Text(), "\xc3\xa9");
  EXPECT_EQ(items[6].Bytes(), std::string("\x00\xff", 2));
  EXPECT_EQ(items[7].Items().size(), 4u);
  EXPECT_EQ(items[8].Integer(), std::int64_t{1} << 40);
  EXPECT_EQ(items[9].Integer(), -(std::int64_t{1} << 40));
  EXPECT_EQ(items[10].Long(), std::string("\0\0\0\0\0\0\0\0\x40", 9));
  EXPECT_EQ(root["o"]["k"].Integer(), 1);
  EXPECT_EQ(root.Entries()[2].first.Integer(), 5000000000);
}

TEST(Unpickle, ReadsPlainValuesOfProtocols0And4) {
  const PickleValue zero = Pickle(FromHex(kPlainProtocol0));
  EXPECT_EQ(zero["a"].Items()[5].Text(), "text");
  EXPECT_EQ(zero["a"].Items()[7].Integer(), std::int64_t{1} << 40);
  EXPECT_TRUE(zero["a"].Items()[4].Bool());
  const PickleValue four = Pickle(FromHex(kPlainProtocol4));
  EXPECT_EQ(four["a"].Items()[6].Bytes(), std::string("\x00\xff", 2));
  EXPECT_EQ(four["a"].Items()[7].Items().size(), 2u);
}

TEST(Unpickle, ReadsNumpyArraysInRowsWhateverTheirOrder) {
  for (const char* sample : {kNumpyProtocol2, kNumpyProtocol4}) {
    const PickleValue root = Pickle(FromHex(sample));
    const Tensor& rows = root["model"]["w"].AsTensor();
    EXPECT_EQ(rows.dtype, DType::kFloat32);
    EXPECT_THAT(rows.shape, ElementsAre(2, 3));
    EXPECT_THAT(rows.ToFloat(), ElementsAre(1, 2, 3, 4, 5, 6));
    // Stored by columns: (1 2), (3 4), (5 6).
    EXPECT_THAT(root["model"]["f"].AsTensor().ToFloat(), ElementsAre(1, 3, 5, 2, 4, 6));
    EXPECT_THAT(root["model"]["b"].AsTensor().ToFloat(), ElementsAre(-.5, 200));
    EXPECT_EQ(root["n"].Integer(), 7);
    EXPECT_TRUE(root["ok"].Bool());
  }
}

TEST(Unpickle, AnArrayOfOneObjectIsTheObject) {
  EXPECT_EQ(Pickle(FromHex(kObjectArray))["k"].Items().size(), 2u);
}

TEST(Unpickle, ReadsBothTorchFormatsAndTheirViews) {
  for (const char* sample : {kTorchLegacy, kTorchZip}) {
    const PickleValue root = Torch(FromHex(sample));
    EXPECT_THAT(root["w"].AsTensor().shape, ElementsAre(2, 3));
    EXPECT_THAT(root["w"].AsTensor().ToFloat(), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(root["t"].AsTensor().shape, ElementsAre(3, 2));
    EXPECT_THAT(root["t"].AsTensor().ToFloat(), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(root["tail"].AsTensor().ToFloat(), ElementsAre(5, 6));
    EXPECT_EQ(root["step"].Integer(), std::int64_t{1} << 33);
  }
}

TEST(Unpickle, NamesAndRefusesEverythingElse) {
  EXPECT_THAT(MessageOf([] { Pickle(FromHex(kPosixGetcwd)); }),
              AllOf(HasSubstr("x.pkl"), HasSubstr("refuses posix.getcwd")));
  EXPECT_THAT(MessageOf([] { Pickle(FromHex(kEval)); }), HasSubstr("refuses builtins.eval"));
}

TEST(Unpickle, ATypeAloneIsNoValue) {
  EXPECT_THAT(MessageOf([] { Pickle("ccollections\nOrderedDict\n."); }), HasSubstr("a type"));
}

TEST(Unpickle, AContainerInsideItselfIsRefused) {
  EXPECT_THAT(MessageOf([] { Pickle(FromHex(kCycle)); }), HasSubstr("contains itself"));
}

TEST(Unpickle, DeepNestingIsRefusedWithoutOverflow) {
  std::string outside_in = std::string(200'000, ']') + std::string(199'999, 'a') + ".";
  EXPECT_THAT(MessageOf([&] { Pickle(outside_in); }), HasSubstr("nested"));
  std::string inside_out = "]" + std::string(200'000, '\x85') + ".";
  EXPECT_THAT(MessageOf([&] { Pickle(inside_out); }), HasSubstr("nested"));
  std::string thrown_away = "]" + std::string(200'000, '\x85') + "0N.";
  EXPECT_TRUE(Pickle(thrown_away).Is(Kind::kNone));
}

TEST(Unpickle, ASmallFileThatExpandsIsRefused) {
  // 64 lists, each twice the one before: 2^64 values.
  std::string bomb = "]";
  for (int i = 0; i < 64; ++i)
    bomb +=
        "q\x01]h\x01"
        "ah\x01"
        "a";
  EXPECT_THAT(MessageOf([&] { Pickle(bomb + "."); }), HasSubstr("too many"));
}

TEST(Unpickle, OpcodesThatEachMakeAValueAreRefusedBeforeTheyFillTheMemory) {
  for (const char* opcode : {"]", "}", "]\x94", "(]"}) {
    SCOPED_TRACE(opcode);
    std::string bomb = "]";
    for (int i = 0; i < 2'000'000; ++i) bomb += opcode;
    EXPECT_THAT(MessageOf([&] { Pickle(bomb + "."); }), HasSubstr("far larger"));
  }
  EXPECT_THAT(MessageOf([&] { Pickle(std::string(2'000'000, ']') + "."); }),
              HasSubstr("far larger than the file"));
}

TEST(Unpickle, AListOfAMillionNumbersIsRead) {
  std::string small = "](", large = "](";
  for (int i = 0; i < 1'000'000; ++i) {
    small += std::string("K") + static_cast<char>(i % 256);
    large += std::string("J\x01\x02\x03", 4) + '\x04';
  }
  EXPECT_EQ(Pickle(small + "e.").Items().size(), 1'000'000u);
  EXPECT_EQ(Pickle(large + "e.").Items().size(), 1'000'000u);
}

TEST(Unpickle, ATensorLargerThanItsStorageIsRefused) {
  std::string bytes = FromHex(kTorchLegacy);
  // The shape (2, 3) as K\x02K\x03\x86 becomes (2, 200).
  const auto shape = bytes.find(std::string("K\x02K\x03\x86"));
  ASSERT_NE(shape, std::string::npos);
  bytes[shape + 3] = static_cast<char>(200);
  EXPECT_THAT(MessageOf([&] { Torch(bytes); }), HasSubstr("beyond its storage"));
}

TEST(Unpickle, EveryCutTorchFileIsRefused) {
  for (const char* sample : {kTorchLegacy, kTorchZip}) {
    const std::string good = FromHex(sample);
    for (std::size_t size = 0; size < good.size(); ++size) {
      EXPECT_THROW(Torch(good.substr(0, size)), InputError) << size;
    }
  }
}

TEST(Unpickle, EveryChangedByteIsReadOrRefusedButNeverMore) {
  Random random(7);
  for (const char* sample : {kTorchLegacy, kTorchZip, kNumpyProtocol2, kPlainProtocol4}) {
    const std::string good = FromHex(sample);
    for (std::size_t i = 0; i < good.size(); ++i) {
      std::string bad = good;
      bad[i] = static_cast<char>(random.Below(256));
      try {
        Torch(bad);
      } catch (const InputError&) {
      }
      try {
        Pickle(bad);
      } catch (const InputError&) {
      }
    }
  }
}

TEST(Unpickle, ACompressedArchiveIsNamed) {
  EXPECT_THAT(MessageOf([] { Torch(FromHex(kDeflatedZip)); }), HasSubstr("compressed"));
}

TEST(Unpickle, AWrongKindSaysWhatWasFound) {
  const PickleValue root = Pickle(FromHex(kPlainProtocol0));
  EXPECT_THAT(MessageOf([&] { root["a"].Entries(); }),
              AllOf(HasSubstr("a dict"), HasSubstr("a list")));
  EXPECT_THAT(MessageOf([&] { root["b"]; }), HasSubstr("\"b\""));
}

TEST(Unpickle, ReadsTheAuthorsDiscriminator) {
  SACCADE_NEEDS_DATA("official/trained_discriminator.pkg");
  const PickleValue root = ReadTorchFile(testing::SharedData("official/trained_discriminator.pkg"));
  EXPECT_EQ(root["global_step"].Integer(), 500);
  const PickleValue& model = root["model"];
  // 134 belief channels and 18 task channels at every convolution's input.
  EXPECT_THAT(model["conv1.weight"].AsTensor().shape, ElementsAre(128, 152, 3, 3));
  EXPECT_THAT(model["conv2.weight"].AsTensor().shape, ElementsAre(64, 146, 3, 3));
  EXPECT_THAT(model["conv3.weight"].AsTensor().shape, ElementsAre(32, 82, 3, 3));
  EXPECT_THAT(model["conv4.weight"].AsTensor().shape, ElementsAre(1, 50, 1, 1));
  EXPECT_EQ(model["conv1.bias"].AsTensor().ToFloat().size(), 128u);
  // Adam's step, stored under integer keys over 2^32.
  const auto& state = root["optim"]["state"].Entries();
  ASSERT_EQ(state.size(), 8u);
  EXPECT_GT(state[0].first.Integer(), std::int64_t{1} << 32);
  EXPECT_EQ(state[0].second["step"].Integer(), 3672);
}

TEST(Unpickle, ReadsAZipStateDictOfHalves) {
  SACCADE_NEEDS_DATA("resnet50_imagenet_fp16.pt");
  const PickleValue root = ReadTorchFile(testing::SharedData("resnet50_imagenet_fp16.pt"));
  EXPECT_EQ(root.Entries().size(), 267u);
  const Tensor& stem = root["conv1.weight"].AsTensor();
  EXPECT_EQ(stem.dtype, DType::kFloat16);
  EXPECT_THAT(stem.shape, ElementsAre(64, 3, 7, 7));
}

}  // namespace
}  // namespace saccade
