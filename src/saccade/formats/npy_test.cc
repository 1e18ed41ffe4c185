#include "saccade/formats/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/formats/pickle_samples.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::ElementsAre;

std::span<const std::byte> Bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// A file as NumPy's version 1 has it, header as given.
std::string Npy(const std::string& header, const std::string& data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes.push_back(static_cast<char>(header.size() & 0xFF));
  bytes.push_back(static_cast<char>(header.size() >> 8));
  return bytes + header + data;
}

Tensor Parse(const std::string& bytes) { return ParseNpy(Bytes(bytes), "x.npy"); }

TEST(Npy, ReadsRowsColumnsAndBothByteOrders) {
  const std::string rows("\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00", 12);
  const Tensor tensor =
      Parse(Npy("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }\n", rows));
  EXPECT_THAT(tensor.shape, ElementsAre(2, 3));
  EXPECT_THAT(tensor.ToFloat(), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(
      Parse(Npy("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3)}", rows)).ToFloat(),
      ElementsAre(1, 3, 5, 2, 4, 6));
  EXPECT_THAT(
      Parse(Npy("{\"descr\": \">i2\", 'fortran_order': False, 'shape': (6,), }", rows)).ToFloat(),
      ElementsAre(256, 512, 768, 1024, 1280, 1536));
}

TEST(Npy, WhatIsWrittenComesBack) {
  for (const auto& shape : {std::vector<std::int64_t>{}, {3}, {2, 0}, {2, 3, 4}}) {
    for (const DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64, DType::kUint8,
                              DType::kInt32, DType::kInt64, DType::kBool}) {
      Tensor tensor{dtype, shape, {}};
      tensor.bytes.resize(*CheckedProduct(shape) * BytesOf(dtype), std::byte{1});
      const std::string bytes = EncodeNpy(tensor);
      EXPECT_EQ(Parse(bytes), tensor);
      EXPECT_EQ((bytes.size() - tensor.bytes.size()) % 64, 0u);
    }
  }
}

TEST(Npy, RefusesWhatIsNoArrayOfNumbers) {
  EXPECT_THROW(Parse(""), InputError);
  EXPECT_THROW(Parse("PK\x03\x04"), InputError);
  EXPECT_THROW(Parse(Npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "12345678")),
               InputError);
  EXPECT_THROW(
      Parse(Npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234")),
      InputError);
  EXPECT_THROW(Parse(Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "1234")),
               InputError);
  EXPECT_THROW(
      Parse(
          Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", "")),
      InputError);
  EXPECT_THROW(Parse(Npy("{'descr': '<f4', 'shape': (1,), }", "1234")), InputError);
}

TEST(Npy, ReadsObjectsThroughTheRestrictedUnpickler) {
  const std::string bytes =
      Npy("{'descr': '|O', 'fortran_order': False, 'shape': (), }\n", FromHex(kObjectArray));
  EXPECT_EQ(ParseNpyObjects(Bytes(bytes), "x.npy")["k"].Items().size(), 2u);
  EXPECT_THROW(Parse(bytes), InputError);
}

TEST(Npy, ReadsTheSharedSaliency) {
  SACCADE_NEEDS_DATA("coco_search18/saliency_20x32.npy");
  const Tensor saliency = ReadNpy(testing::SharedData("coco_search18/saliency_20x32.npy"));
  EXPECT_EQ(saliency.dtype, DType::kFloat16);
  EXPECT_THAT(saliency.shape, ElementsAre(2241, 20, 32));
}

}  // namespace
}  // namespace saccade
