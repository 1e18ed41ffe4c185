#include "saccade/app/fixation_maps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/testing/shared_data.h"

namespace saccade::app {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::vector<float> TwoMaps() {
  std::vector<float> values(2 * 640, 1.0f / 640);
  std::fill(values.begin(), values.begin() + 640, 0.0f);
  values[5] = 1;
  return values;
}

const std::vector<MapKey> kKeys = {{"cup", "a.jpg", 1, 1}, {"potted plant", "b.jpg", 10, 6}};

TEST(FixationMaps, GivesBackWhatWasWritten) {
  const TemporaryFolder folder;
  WriteMaps(folder / "maps", {kKeys, TwoMaps()});
  const FixationMaps maps(folder / "maps");
  EXPECT_EQ(maps.size(), 2u);
  const std::vector<double> first = maps.Find(kKeys[0]);
  ASSERT_EQ(first.size(), 640u);
  EXPECT_EQ(first[5], 1);
  EXPECT_EQ(first[6], 0);
  EXPECT_FLOAT_EQ(maps.Find(kKeys[1])[639], 1.0f / 640);
  EXPECT_TRUE(maps.Find({"cup", "a.jpg", 1, 2}).empty());
}

// The header as numpy.save writes it for shape (2, 20, 32), float64.
TEST(FixationMaps, ReadsDoublePrecisionFromNumpy) {
  const TemporaryFolder folder;
  WriteMaps(folder.path(), {kKeys, TwoMaps()});
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 20, 32), }";
  header.resize(117, ' ');
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += header + "\n";
  std::vector<double> values(2 * 640, 0);
  values[7] = values[640] = 1;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  WriteFileAtomically(folder / "maps.npy", bytes);
  const FixationMaps maps(folder.path());
  EXPECT_EQ(maps.Find(kKeys[0])[7], 1);
  EXPECT_EQ(maps.Find(kKeys[1])[0], 1);
}

TEST(FixationMaps, RefusesMapsThatAreNoProbabilities) {
  const TemporaryFolder folder;
  std::vector<float> values = TwoMaps();
  values[3] = -0.5f;
  values[1279] += 0.01f;
  WriteMaps(folder.path(), {kKeys, values});
  const FixationMaps maps(folder.path());
  EXPECT_THAT(ErrorOf([&] { maps.Find(kKeys[0]); }), HasSubstr("map 0: sums to 0.5 and has negat"));
  EXPECT_THAT(ErrorOf([&] { maps.Find(kKeys[1]); }), HasSubstr("map 1: sums to 1.01"));
}

TEST(FixationMaps, RefusesFilesThatDoNotFitEachOther) {
  const TemporaryFolder folder;
  WriteMaps(folder.path(), {kKeys, TwoMaps()});
  const std::string array = ReadFile(folder / "maps.npy");
  const auto open = [&] { FixationMaps maps(folder.path()); };
  WriteFileAtomically(folder / "maps.npy", array.substr(0, 2000));
  EXPECT_THAT(ErrorOf(open), HasSubstr("ends after 2000 bytes; 5248 are expected"));
  WriteFileAtomically(folder / "maps.npy", "nonsense of some length");
  EXPECT_THAT(ErrorOf(open), HasSubstr("is no .npy file"));
  WriteFileAtomically(folder / "maps.npy", array);
  WriteFileAtomically(folder / "maps.json", R"({"rows": 20, "columns": 32, "maps": []})");
  EXPECT_THAT(ErrorOf(open), HasSubstr("has shape (2, 20, 32); maps.json describes (0, 20, 32)"));
  WriteFileAtomically(folder / "maps.json", R"({"rows": 4, "columns": 4, "maps": []})");
  EXPECT_THAT(ErrorOf(open), HasSubstr("20x32 or 320x512 are expected"));
  WriteFileAtomically(folder / "maps.json", R"({"rows": "many"})");
  EXPECT_THAT(ErrorOf(open), HasSubstr("is no index of maps"));
}

}  // namespace
}  // namespace saccade::app
