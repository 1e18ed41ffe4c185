// One description per options struct: a member that it does not have is found here.
#include "saccade/base/options.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "saccade/app/beliefs.h"
#include "saccade/app/benchmark.h"
#include "saccade/app/compare.h"
#include "saccade/app/dataset_convert.h"
#include "saccade/app/dataset_info.h"
#include "saccade/app/dataset_select.h"
#include "saccade/app/dataset_synthesize.h"
#include "saccade/app/evaluate.h"
#include "saccade/app/import_words.h"
#include "saccade/app/model.h"
#include "saccade/app/predict_folder.h"
#include "saccade/app/predict_pairs.h"
#include "saccade/app/report.h"
#include "saccade/app/reward.h"
#include "saccade/metrics/multimatch_options.h"
#include "saccade/scene/trial_file_options.h"

namespace saccade::app {
namespace {

template <typename Options>
class DescribedOptions : public ::testing::Test {};

using Described =
    ::testing::Types<BenchmarkOptions, BuildBeliefsOptions, CompareOptions, ConvertDatasetOptions,
                     DatasetInfoOptions, DescribeModelOptions, EvaluateOptions, ExportOptions,
                     FeatureOptions, ImportModelOptions, ImportWords, LearnDurationsOptions,
                     ParsingOptions, PhotoSearcherOptions, PredictFolderOptions,
                     PredictPairsOptions, PredictPhotoOptions, ReportOptions, RewardOptions,
                     SelectDatasetOptions, SynthesizeOptions, TrialFileOptions, PredictOptions,
                     metrics::MultiMatchOptions>;
TYPED_TEST_SUITE(DescribedOptions, Described);

TYPED_TEST(DescribedOptions, HaveAllMembers) {
  TypeParam options;
  EXPECT_EQ(OptionsOf(options).members(), MemberCount<TypeParam>());
}

TYPED_TEST(DescribedOptions, DefaultsLieInTheirRangesAndGoToJsonAndBack) {
  TypeParam options, read;
  OptionsOf(options).Check();
  OptionsOf(read).Set(OptionsOf(options).ToJson(), "test");
  EXPECT_TRUE(SameOptions(options, read));
}

TYPED_TEST(DescribedOptions, HaveNamesOfTheirOwnAndAWordOfHelp) {
  TypeParam options;
  std::set<std::string> names;
  const OptionList list = OptionsOf(options);
  for (const OptionField& field : list.fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_FALSE(field.help.empty()) << field.name;
  }
}

}  // namespace
}  // namespace saccade::app
