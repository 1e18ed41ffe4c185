#include "saccade/study/report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/error.h"
#include "saccade/base/file.h"
#include "saccade/image/picture_file.h"
#include "saccade/study/data_folder.h"
#include "saccade/study/reward_figures.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TrialInImage Search(const std::string& name, int subject, double detour) {
  TrialInImage trial;
  trial.name = name;
  trial.subject = subject;
  trial.task = "cup";
  trial.target = BoxInImage{400, 200, 60, 60};
  trial.scanpath = {{{256, 160}, 200}, {{300, 160 + detour}, 250}, {{430, 230}, 300}};
  trial.reaction_ms = 900;
  trial.split = "valid";
  return trial;
}

class ReportTest : public ::testing::Test {
 protected:
  ReportTest() {
    for (const std::string name : {"a.png", "b.png"}) {
      WritePng(folder_ / "images" / name, Picture(64, 40, {200, 180, 160}));
      for (int subject = 1; subject <= 3; ++subject) {
        input_.humans.push_back(Search(name, subject, 10.0 * subject));
      }
    }
    input_.trials = input_.humans;
    input_.images = folder_ / "images";
    input_.bootstrap_draws = 20;
  }

  testing::TemporaryFolder folder_;
  ReportInput input_;
};

TEST_F(ReportTest, StatesProtocolSplitTrialsAndSeedAboveTheScores) {
  input_.seed = 5;
  const std::string html = PageHtml(MakeReport(input_));
  EXPECT_THAT(html, HasSubstr("protocol paper, split validation, 6 trials on 2 pairs of target and "
                              "picture, seed 5"));
}

TEST_F(ReportTest, ShowsPredictionsBesidePeopleUnderTheirName) {
  input_.predictions = {{"my <model>", input_.humans}};
  const std::string html = PageHtml(MakeReport(input_));
  EXPECT_THAT(html, HasSubstr("<th scope=\"row\">my &lt;model&gt;</th>"));
  EXPECT_THAT(html, HasSubstr("<figcaption>my &lt;model&gt;, sample 1: found with fixation 3"));
  EXPECT_THAT(html, HasSubstr("<figcaption>Person 1: found with fixation 3</figcaption>"));
}

TEST_F(ReportTest, CarriesItsPicturesInside) {
  const std::string html = PageHtml(MakeReport(input_));
  EXPECT_THAT(html, HasSubstr("href=\"data:image/jpeg;base64,"));
}

TEST_F(ReportTest, IsTheSameForTheSameSeed) {
  input_.seed = 5;
  EXPECT_EQ(PageHtml(MakeReport(input_)), PageHtml(MakeReport(input_)));
}

TEST_F(ReportTest, AnotherSeedDrawsOtherRandomScanpaths) {
  const auto scores = [this](std::uint64_t seed) {
    input_.seed = seed;
    std::string html = PageHtml(MakeReport(input_));
    const std::string told = fmt::format("seed {}", seed);
    for (std::size_t at; (at = html.find(told)) != std::string::npos;) html.erase(at, told.size());
    return html;
  };
  EXPECT_NE(scores(5), scores(6));
}

TEST_F(ReportTest, LeavesOutWhatIsNotThere) {
  input_.images.clear();
  const std::string html = PageHtml(MakeReport(input_));
  EXPECT_THAT(html, Not(HasSubstr(">Examples</h2>")));
  EXPECT_THAT(html, Not(HasSubstr(">Training</h2>")));
}

TEST_F(ReportTest, DrawsTheRewardsOfAPictureSideBySide) {
  const std::vector<float> values(Grid::kCells, 1);
  const std::vector<RewardFigure> rewards = {{"a.png", "cup", values}, {"a.png", "fork", values}};
  const Section section = RewardSection(rewards, input_.images);
  ASSERT_EQ(section.blocks.size(), 2u);  // a paragraph, and one block for the picture
  const auto& figures = std::get<Figures>(section.blocks[1]).figures;
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[1].caption, "Looking for: fork");
  EXPECT_THAT(figures[1].svg, HasSubstr("data:image/jpeg"));
}

TEST(LearningCurves, AreGroupedByPrefixWithValidationFirst) {
  const auto groups = LearningCurves({{"cloning/loss", {1, 2}, {3, 2}},
                                      {"time/policy", {1, 2}, {1, 1}},
                                      {"validation/tfp_auc", {2}, {4}},
                                      {"cloning/rate", {1, 2}, {.1, .05}}});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].heading, "validation");
  EXPECT_EQ(groups[0].figures.at(0).caption, "TFP-AUC");
  EXPECT_EQ(groups[1].heading, "cloning");
  EXPECT_EQ(groups[1].figures.size(), 2u);
}

TEST(LearningCurves, HaveNoTicksBetweenSteps) {
  const auto groups = LearningCurves({{"cloning/loss", {1, 2}, {3, 2}}});
  EXPECT_THAT(groups[0].figures.at(0).svg, Not(HasSubstr(">1.2</text>")));
  EXPECT_THAT(groups[0].figures.at(0).svg, HasSubstr(">2</text>"));
}

TEST_F(ReportTest, TheWorstAreThoseWhereTheModelIsLeastLikePeople) {
  // On a.png the model does as people do, on b.png it looks at the other side.
  input_.predictions = {{"model", input_.humans}};
  for (TrialInImage& trial : input_.predictions[0].trials) {
    if (trial.name == "b.png") trial.scanpath = {{{256, 160}, 0}, {{20, 20}, 0}, {{30, 300}, 0}};
  }
  input_.choice = ExampleChoice::kWorst;
  input_.examples = 1;
  const std::string html = PageHtml(MakeReport(input_));
  EXPECT_THAT(html, HasSubstr(R"("name":"b.png")"));
  EXPECT_THAT(html, Not(HasSubstr(R"("name":"a.png")")));
  input_.predictions.clear();
  EXPECT_THROW(MakeReport(input_), InputError);
}

TEST_F(ReportTest, PlaysEveryPersonAndEverySample) {
  input_.predictions = {{"model", input_.humans}};
  const std::string html = PageHtml(MakeReport(input_));
  for (const char* who : {"Person 1", "Person 2", "Person 3", "model, sample 3"}) {
    EXPECT_THAT(html, HasSubstr(fmt::format(R"("who":"{}")", who)));
  }
}

TEST_F(ReportTest, NamesAPictureThatIsMissing) {
  std::filesystem::remove(folder_ / "images" / "a.png");
  try {
    MakeReport(input_);
    FAIL() << "a missing picture was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("holds no picture a.png"));
  }
}

TEST(DataFolder, FindsSplitsAndPicturesByName) {
  const testing::TemporaryFolder folder;
  WriteFileAtomically(folder / "coco_search18_fixations_TP_validation_split1.json", "[]");
  WriteFileAtomically(folder / "fixations_train.json", "[]");
  WriteFileAtomically(folder / "objects.json", "[]");
  WriteFileAtomically(folder / "images" / "potted_plant" / "x.jpg", "");
  const DataFolder data = FindData(folder.path());
  EXPECT_EQ(data.fixations.size(), 2u);
  EXPECT_EQ(data.fixations.at("train"), folder / "fixations_train.json");
  EXPECT_EQ(data.images, folder / "images");
  EXPECT_EQ(FindPicture(data.images, "potted plant", "x.jpg"),
            folder / "images" / "potted_plant" / "x.jpg");
  EXPECT_FALSE(FindPicture(data.images, "cup", "x.jpg"));
}

TEST(DataFolder, RefusesAFolderWithoutFixationsOrWithTwoOfASplit) {
  const testing::TemporaryFolder folder;
  EXPECT_THROW(FindData(folder.path()), InputError);
  EXPECT_THROW(FindData(folder / "missing"), InputError);
  WriteFileAtomically(folder / "fixations_train.json", "[]");
  WriteFileAtomically(folder / "fixations_training.json", "[]");
  EXPECT_THROW(FindData(folder.path()), InputError);
}

}  // namespace
}  // namespace saccade
