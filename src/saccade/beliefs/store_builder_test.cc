#include "saccade/beliefs/store_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/beliefs/build_journal.h"
#include "saccade/beliefs/panoptic.h"
#include "saccade/beliefs/target_coverage.h"
#include "saccade/image/picture_file.h"
#include "saccade/scene/trial_file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> FilesIn(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

// Pictures whose beliefs are a number; counts what is decoded.
class CountingSource {
 public:
  explicit CountingSource(int pictures) {
    for (int i = 0; i < pictures; ++i) source_.names.push_back(fmt::format("{:02}.jpg", i));
    source_.read = [this](std::size_t i) {
      return PictureInput{checksum_offset + i, [this, i] {
                            ++decoded;
                            if (i == fail_at) throw InputError("bad picture");
                            if (i == die_at) throw Failure("killed");
                            std::vector<float> dense(134 * 640, 0.0f);
                            dense[i] = 1;
                            return PictureBeliefs{source_.names[i], SparseFromDense(dense), {}};
                          }};
    };
  }
  const BeliefSource& source() const { return source_; }
  void KeepFinished() { source_.keep_finished = true; }

  std::atomic<int> decoded = 0;
  std::size_t fail_at = 1000;
  std::size_t die_at = 1000;
  std::uint64_t checksum_offset = 0;

 private:
  BeliefSource source_;
};

class StoreBuilderTest : public ::testing::Test {
 protected:
  // A build that stops in the middle, as a kill leaves it.
  void BuildAndStop(CountingSource& source) {
    source.die_at = 15;
    EXPECT_THROW(BuildBeliefStore(path_, source.source(), BeliefValues::kByte), Failure);
    source.die_at = 1000;
    source.decoded = 0;
  }

  testing::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "s.beliefs";
};

TEST_F(StoreBuilderTest, LeavesTheStoreAndNothingElse) {
  CountingSource source(20);
  const BuildReport report = BuildBeliefStore(path_, source.source(), BeliefValues::kByte);
  EXPECT_EQ(report.pictures, 20u);
  EXPECT_EQ(report.reused, 0u);
  EXPECT_EQ(FilesIn(folder_.path()), std::vector<std::string>{"s.beliefs"});
  EXPECT_EQ(BeliefStore::Open(path_).Load("07.jpg").sharp.Value(7, 0), 1.0f);
}

TEST_F(StoreBuilderTest, ASecondRunPicksUpWhatTheFirstFinished) {
  CountingSource source(20);
  BuildAndStop(source);
  EXPECT_EQ(FilesIn(folder_.path()), std::vector<std::string>{"s.beliefs.part"});
  const BuildReport report = BuildBeliefStore(path_, source.source(), BeliefValues::kByte);
  EXPECT_GE(report.reused, 10u);
  EXPECT_EQ(source.decoded + static_cast<int>(report.reused), 20);
  const std::string resumed = ReadFile(path_);
  BuildBeliefStore(path_, source.source(), BeliefValues::kByte);
  EXPECT_EQ(ReadFile(path_), resumed) << "a resumed store must equal one built at once";
}

TEST_F(StoreBuilderTest, AJournalOfOtherInputsIsNotReused) {
  CountingSource source(20);
  BuildAndStop(source);
  source.checksum_offset = 500;  // every picture's files changed
  EXPECT_EQ(BuildBeliefStore(path_, source.source(), BeliefValues::kByte).reused, 0u);
  BuildAndStop(source);
  EXPECT_EQ(BuildBeliefStore(path_, source.source(), BeliefValues::kHalf).reused, 0u);
}

TEST_F(StoreBuilderTest, ARecordCutByTheKillIsMadeAgain) {
  CountingSource source(20);
  BuildAndStop(source);
  const std::filesystem::path part = path_.string() + ".part";
  const auto size = std::filesystem::file_size(part);
  std::filesystem::resize_file(part, size - 3);
  const BuildReport report = BuildBeliefStore(path_, source.source(), BeliefValues::kByte);
  EXPECT_GE(report.reused, 9u);
  EXPECT_EQ(source.decoded + static_cast<int>(report.reused), 20);
  BeliefStore::Open(path_).Verify();
}

TEST_F(StoreBuilderTest, ADamagedJournalIsNotBelieved) {
  CountingSource source(20);
  BuildAndStop(source);
  const std::filesystem::path part = path_.string() + ".part";
  std::string bytes = ReadFile(part);
  bytes[40] = static_cast<char>(bytes[40] ^ 4);
  std::ofstream(part, std::ios::binary) << bytes;
  EXPECT_EQ(BuildBeliefStore(path_, source.source(), BeliefValues::kByte).reused, 0u);
}

TEST_F(StoreBuilderTest, BadInputLeavesNothingBehind) {
  CountingSource source(20);
  source.fail_at = 11;
  EXPECT_THROW(BuildBeliefStore(path_, source.source(), BeliefValues::kByte), InputError);
  EXPECT_TRUE(FilesIn(folder_.path()).empty());
}

TEST_F(StoreBuilderTest, BadInputDoesNotCostFinishedPicturesThatTookLong) {
  CountingSource source(20);
  source.KeepFinished();
  source.fail_at = 15;
  EXPECT_THROW(BuildBeliefStore(path_, source.source(), BeliefValues::kByte), InputError);
  source.fail_at = 1000;
  EXPECT_GT(BuildBeliefStore(path_, source.source(), BeliefValues::kByte).reused, 0u);
  EXPECT_EQ(FilesIn(folder_.path()), std::vector<std::string>{"s.beliefs"});
}

TEST(ThingsOnly, LeavesOutStuffAndKeepsTheRest) {
  BeliefLayer layer;
  layer.entries = {{3, 0.5f}, {80, 0.25f}, {133, 1.0f}, {kSaliencyChannel, 0.75f}};
  std::fill(layer.offsets.begin() + 8, layer.offsets.end(), 4u);  // all in cell 7
  BeliefSource source;
  source.names = {"a.jpg"};
  source.read = [&](std::size_t) {
    return PictureInput{5, [&] { return PictureBeliefs{"a.jpg", layer, layer}; }};
  };
  const BeliefSource things = ThingsOnly(source);
  const PictureBeliefs beliefs = things.read(0).decode();
  for (const BeliefLayer* kept : {&beliefs.sharp, &beliefs.blurred}) {
    ASSERT_EQ(kept->At(7).size(), 2u);
    EXPECT_EQ(kept->At(7)[0], (BeliefEntry{3, 0.5f}));
    EXPECT_EQ(kept->At(7)[1], (BeliefEntry{kSaliencyChannel, 0.75f}));
    EXPECT_EQ(kept->entries.size(), 2u);
  }
  EXPECT_NE(things.notes, source.notes);  // a journal with stuff is not taken over
}

TEST_F(StoreBuilderTest, BadInputLeavesAnOlderStoreAsItWas) {
  CountingSource source(20);
  BuildBeliefStore(path_, source.source(), BeliefValues::kByte);
  const std::string before = ReadFile(path_);
  source.fail_at = 3;
  EXPECT_THROW(BuildBeliefStore(path_, source.source(), BeliefValues::kByte), InputError);
  EXPECT_EQ(ReadFile(path_), before);
}

TEST_F(StoreBuilderTest, LeftoversOfAKilledWriterAreRemoved) {
  std::ofstream(folder_ / "s.beliefs.part-00000000deadbeef") << "half a store";
  CountingSource source(3);
  BuildBeliefStore(path_, source.source(), BeliefValues::kByte);
  EXPECT_EQ(FilesIn(folder_.path()), std::vector<std::string>{"s.beliefs"});
}

TEST_F(StoreBuilderTest, TwoBuildsOfOneStoreDoNotMix) {
  const BuildJournal running(path_, 1);
  CountingSource source(3);
  EXPECT_THROW(BuildBeliefStore(path_, source.source(), BeliefValues::kByte), InputError);
}

class TargetCoverageTest : public ::testing::Test {
 protected:
  static std::filesystem::path Data(const std::string& name) {
    return testing::SharedData("coco_search18/" + name);
  }
  static std::vector<TrialInImage> Trials() {
    auto trials = ReadTrialsInImage(Data("coco_search18_fixations_TP_train_split1.json"));
    for (auto& trial :
         ReadTrialsInImage(Data("coco_search18_fixations_TP_validation_split1.json"))) {
      trials.push_back(std::move(trial));
    }
    return trials;
  }
  static TargetCoverage Total(const BeliefStore& store, std::span<const TrialInImage> trials) {
    TargetCoverage total;
    for (const auto& [task, coverage] : MeasureTargetCoverage(store, trials)) total += coverage;
    return total;
  }
  // One panoptic file as the sharp layer, nothing blurred.
  static BeliefSource OneLayer(const std::filesystem::path& json) {
    const auto file = std::make_shared<const PanopticFile>(ReadPanopticFile(json));
    BeliefSource source;
    for (const PanopticPicture& picture : file->pictures) source.names.push_back(picture.name);
    source.read = [file](std::size_t i) {
      return PictureInput{
          0, [file, i] {
            const PanopticPicture& picture = file->pictures[i];
            const std::string png = ReadFile(picture.png);
            const auto bytes = std::as_bytes(std::span(png.data(), png.size()));
            return PictureBeliefs{
                picture.name, DecodePanopticLayer(bytes, picture, DownsampleRule::kCorner), {}};
          }};
    };
    return source;
  }
  testing::TemporaryFolder folder_;
};

// The data's README: 92.2% of the sharp maps, 89.4% with sigma 1, 79.6% with sigma 2, rule corner;
// .87 channels a cell.
TEST_F(TargetCoverageTest, CornerGivesTheFiguresOfTheSharedData) {
  SACCADE_NEEDS_DATA("coco_search18/panoptic_sharp.json");
  const auto path = folder_ / "s.beliefs";
  const BuildReport report =
      BuildBeliefStore(path,
                       PanopticSource(Data("panoptic_sharp.json"), Data("panoptic_blurred.json"),
                                      DownsampleRule::kCorner),
                       BeliefValues::kByte);
  EXPECT_EQ(report.pictures, 2241u);
  EXPECT_LT(report.bytes, 20'000'000u);
  const BeliefStore store = BeliefStore::Open(path);
  const std::vector<TrialInImage> trials = Trials();
  const TargetCoverage total = Total(store, trials);
  EXPECT_EQ(total.pairs, 2489);
  EXPECT_NEAR(total.SharpShare(), 0.922, 0.0006);
  EXPECT_NEAR(total.BlurredShare(), 0.796, 0.0006);
  double entries = 0;
  for (const PictureBeliefs& beliefs : store.LoadAll()) {
    entries += static_cast<double>(beliefs.sharp.entries.size());
  }
  EXPECT_NEAR(entries / (2241.0 * 640), 0.87, 0.006);

  BuildBeliefStore(path, OneLayer(Data("panoptic_blurred1.json")), BeliefValues::kByte);
  EXPECT_NEAR(Total(BeliefStore::Open(path), trials).SharpShare(), 0.894, 0.0006);

  // With x for y the targets are elsewhere. (A shift by one cell hardly shows here, as targets are
  // larger than that; PanopticLayerTest catches it.)
  std::vector<TrialInImage> swapped = trials;
  for (TrialInImage& trial : swapped) std::swap(trial.target->x, trial.target->y);
  EXPECT_LT(Total(store, swapped).SharpShare(), 0.7);
}

TEST(CellsOfBox, AreThoseTheBoxTouches) {
  const auto cells = [](const BoxInImage& box) {
    std::vector<int> list;
    CellsOfBox(box).ForEach([&](int cell) { list.push_back(cell); });
    return list;
  };
  EXPECT_EQ(cells({16, 32, 16, 16}), std::vector<int>{65});
  EXPECT_EQ(cells({15, 32, 18, 16}), (std::vector<int>{64, 65, 66}));
  EXPECT_EQ(cells({500, 300, 100, 100}), (std::vector<int>{32 * 18 + 31, 32 * 19 + 31}));
  EXPECT_TRUE(cells({-40, 0, 20, 20}).empty());
}

}  // namespace
}  // namespace saccade
