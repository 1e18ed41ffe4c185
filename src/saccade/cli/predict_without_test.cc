// predict --without as a user calls it, on a tiny embedded data set.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/cli/program_fixture.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using testing::Saccade;

class PredictWithout : public ::testing::Test {
 protected:
  void SetUp() override { testing::MakeTinyData(folder_.path()); }

  testing::RunResult Predict(const std::string& out, const std::vector<std::string>& more) const {
    std::vector<std::string> call = {"predict",
                                     "--model",
                                     "target-sharp",
                                     "--beliefs",
                                     "b.beliefs",
                                     "--pairs",
                                     "data/fixations_valid.json",
                                     "--samples",
                                     "2",
                                     "--out",
                                     out};
    call.insert(call.end(), more.begin(), more.end());
    return Saccade(call, {.folder = folder_.path()});
  }
  std::string Read(const std::string& file) const { return ReadFile(folder_ / file); }

  testing::TemporaryFolder folder_;
};

TEST_F(PredictWithout, AnEmptiedMapChangesTheSearchesThatItMattersTo) {
  ASSERT_EQ(Predict("all.json", {}).exit_code, 0);
  ASSERT_EQ(Predict("target.json", {"--without", "target"}).exit_code, 0);
  // A model that sees its target alone minds nothing else.
  const auto others = Predict("others.json", {"--without", "other-things,stuff"});
  ASSERT_EQ(others.exit_code, 0) << others.err;
  EXPECT_NE(Read("target.json"), Read("all.json"));
  EXPECT_EQ(Read("others.json"), Read("all.json"));
}

TEST_F(PredictWithout, AnUnknownClassIsNamedWithTheNearest) {
  const auto refused = Predict("p.json", {"--without", "dinning table"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("\"dinning table\" is no class (did you mean dining table?)"));
}

}  // namespace
}  // namespace saccade
