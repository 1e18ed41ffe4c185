#include "saccade/search/installed_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "saccade/base/file.h"
#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class InstalledModelsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WriteFileAtomically(folder_ / "mine/model.json", "{}");
    WriteFileAtomically(folder_ / "notes/README.md", "");
    setenv("SACCADE_MODELS", folder_.path().c_str(), 1);
  }
  void TearDown() override { unsetenv("SACCADE_MODELS"); }
  testing::TemporaryFolder folder_;
};

TEST_F(InstalledModelsTest, ANameIsLookedForWhereModelsAreInstalled) {
  EXPECT_EQ(ResolveModel("mine"), folder_ / "mine");
  EXPECT_EQ(ResolveModel("reward:mine"), "reward:" + (folder_ / "mine").string());
  EXPECT_EQ(ResolveModel(kDefaultModel), testing::ProjectFile("models/coco-search18-irl"));
}

TEST_F(InstalledModelsTest, AFolderAndABuiltInNameAreThemselves) {
  EXPECT_EQ(ResolveModel(folder_.path().string()), folder_.path().string());
  EXPECT_EQ(ResolveModel("target-sharp"), "target-sharp");
}

TEST_F(InstalledModelsTest, TheErrorSaysWhereWasLooked) {
  for (const char* name : {"yours", "notes", "../mine", ""}) {
    SCOPED_TRACE(name);
    EXPECT_THAT(testing::MessageOf([&] { ResolveModel(name); }),
                AllOf(HasSubstr("is no model"), HasSubstr(folder_.path().string()),
                      HasSubstr("/usr/share/saccade/models"), HasSubstr("target-sharp")));
  }
}

TEST_F(InstalledModelsTest, ListsModelsOnly) {
  EXPECT_THAT(InstalledModels(),
              AllOf(Contains("mine"), Contains(kDefaultModel), ::testing::Not(Contains("notes"))));
}

}  // namespace
}  // namespace saccade
