#include "saccade/beliefs/dcb_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "saccade/beliefs/store_builder.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using testing::MessageOf;

template <typename T>
std::string Raw(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// torch.save(tensor) of PyTorch before 1.6: float [channels, 20, 32], zero but for one value.
std::string LegacyTensor(int channels, std::size_t at, float value) {
  const std::int32_t count = channels * 640;
  std::string file("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
  file.append("\x80\x02M\xe9\x03.", 6);
  file.append("\x80\x02}X\x0d\x00\x00\x00little_endian\x88s.", 24);
  file.append("\x80\x02").append("ctorch._utils\n_rebuild_tensor_v2\n((");
  file.append("X\x07\x00\x00\x00storage", 12).append("ctorch\nFloatStorage\n");
  file.append("X\x01\x00\x00\x00", 5).append("5");
  file.append("X\x03\x00\x00\x00", 5).append("cpu");
  file.append("J").append(Raw(count)).append("NtQK\x00", 5);                       // offset 0
  file.append("(J").append(Raw(std::int32_t{channels})).append("K\x14K\x20t");     // shape
  file.append("(M").append(Raw(std::int16_t{640})).append("K\x20K\x01t\x89}tR.");  // strides
  std::vector<float> values(count, 0.0f);
  values[at] = value;
  std::string data(values.size() * sizeof(float), '\0');
  std::memcpy(data.data(), values.data(), data.size());
  file.append("\x80\x02]X\x01\x00\x00\x00", 8).append("5a.").append(Raw(std::int64_t{count}));
  return file.append(data);
}

void Write(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

class DcbFolderTest : public ::testing::Test {
 protected:
  void WriteBoth(const std::string& file, float value) {
    Write(folder_.path() / "DCBs/HR" / file, LegacyTensor(134, 68 * 640 + 5, value));
    Write(folder_.path() / "DCBs/LR" / file, LegacyTensor(134, 3 * 640 + 639, value));
  }
  BuildReport Build() {
    return BuildBeliefStore(folder_ / "s.beliefs", DcbSource(folder_ / "DCBs"),
                            BeliefValues::kByte);
  }
  testing::TemporaryFolder folder_;
};

TEST_F(DcbFolderTest, BecomesAStore) {
  WriteBoth("potted_plant/000000000009.pth.tar", 1);
  WriteBoth("car/000000000009.pth.tar", 1);
  WriteBoth("car/000000000001.pth.tar", 0.2f);
  EXPECT_EQ(Build().pictures, 2u);
  const BeliefStore store = BeliefStore::Open(folder_ / "s.beliefs");
  EXPECT_EQ(store.name(0), "000000000001.jpg");
  const PictureBeliefs beliefs = store.Load("000000000009.jpg");
  EXPECT_EQ(beliefs.sharp.Value(5, 68), 1.0f);
  EXPECT_EQ(beliefs.blurred.Value(639, 3), 1.0f);
  EXPECT_EQ(beliefs.sharp.entries.size(), 1u);
  EXPECT_NEAR(store.Load(std::size_t{0}).sharp.Value(5, 68), 0.2f, 0.002);
}

TEST_F(DcbFolderTest, CopiesOfAPictureMustAgree) {
  WriteBoth("fork/000000000009.pth.tar", 1);
  WriteBoth("knife/000000000009.pth.tar", 0.5f);
  EXPECT_THAT(MessageOf([this] { Build(); }), HasSubstr("knife"));
}

TEST_F(DcbFolderTest, BadFilesAreNamedAndLeaveNoStore) {
  WriteBoth("car/000000000001.pth.tar", 1);
  const auto bad = folder_.path() / "DCBs/LR/car/000000000001.pth.tar";
  const std::string good = LegacyTensor(134, 0, 1);
  for (const std::string& bytes :
       {std::string("not torch"), good.substr(0, good.size() - 9), LegacyTensor(133, 0, 1),
        LegacyTensor(134, 0, std::numeric_limits<float>::quiet_NaN()), std::string()}) {
    Write(bad, bytes);
    EXPECT_THAT(MessageOf([this] { Build(); }), HasSubstr("000000000001.pth.tar"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "s.beliefs"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "s.beliefs.part"));
  }
}

TEST_F(DcbFolderTest, TheLayoutIsChecked) {
  WriteBoth("car/000000000001.pth.tar", 1);
  std::filesystem::remove(folder_.path() / "DCBs/LR/car/000000000001.pth.tar");
  EXPECT_THAT(MessageOf([this] { FindDcbPictures(folder_ / "DCBs"); }), HasSubstr("is missing"));
  std::filesystem::create_directories(folder_.path() / "DCBs/HR/dragon");
  EXPECT_THAT(MessageOf([this] { FindDcbPictures(folder_ / "DCBs"); }), HasSubstr("dragon"));
  EXPECT_THAT(MessageOf([this] { FindDcbPictures(folder_ / "nothing"); }), HasSubstr("HR"));
}

}  // namespace
}  // namespace saccade
