#include <gtest/gtest.h>

#include <map>
#include <string>

#include "saccade/metrics/evaluation.h"
#include "saccade/metrics/golden_fixture.h"
#include "saccade/metrics/random_scanpath.h"
#include "saccade/scene/trial_file.h"
#include "saccade/scene/trial_fixture.h"

// The scores of metrics/field_scores.h as a whole: golden rows, and what each needs.
namespace saccade::metrics {
namespace {

using testing::kAside;
using testing::kStart;
using testing::kTarget;
using testing::MakeTrial;
using testing::SmallSet;

constexpr char kValidation[] = "coco_search18/coco_search18_fixations_TP_validation_split1.json";

Protocol AllScores() {
  Protocol protocol = ProtocolByName("paper");
  protocol.families = kAllScores;
  return protocol;
}

ScoreVector ScoresOf(const HumanSet& humans, const Row& row) {
  return Summarize(humans, {&row, 1}, {.draws = 0}).rows[0].scores.value;
}

using Gold = std::map<std::string, double>;

void ExpectGold(const ScoreVector& scores, const Gold& gold) {
  for (const auto& [key, value] : gold) {
    SCOPED_TRACE(key);
    EXPECT_NEAR(scores[ScoreInfoOf(key).slot], value, 1e-9 * std::max(1.0, std::abs(value)));
  }
}

// Both rows were computed in Python (numpy 2, scipy's erf, entropy and wasserstein_distance) from
// the definitions in docs/metrics, with the clusters of gold/clusters_paper.json, sharing no code
// with this.
const Gold kPeople = {
    {"sequence_score_duration", 0.41081020522234724},
    {"scanmatch_chen", 0.4802330050423778},
    {"edit_distance_duration", 12.558449723897317},
    {"dtw", 137.09127041642162},
    {"frechet", 65.18791356983827},
    {"time_delay_embedding", 53.773951391902926},
    {"stde", 0.9252256036009456},
    {"recurrence.rec", 23.86034061589414},
    {"recurrence.det", 25.328271198921897},
    {"recurrence.lam", 9.92966497877869},
    {"recurrence.corm", 0.270026977911904},
    {"bits.over_prior", 2.5333899240102924},
    {"density_nss", 4.798744420455526},
    {"crps.amplitude", 29.641543719564446},
    {"crps.fixations", 0.4199869600087702},
    {"rss", 0.9116684841875682},
    {"fixations", 2.8361191860465116},
    {"search_time", 0.6418157703488372},
    {"amplitude", 104.66403909511641},
};
// As a model: all trials of subjects 1 and 2.
const Gold kTwoPeople = {
    {"sequence_score_duration", 0.4803221092750647},
    {"scanmatch_chen", 0.5338422249741683},
    {"edit_distance_duration", 11.741181657848317},
    {"dtw", 135.11485526160183},
    {"frechet", 62.89420336086866},
    {"time_delay_embedding", 48.28268378982554},
    {"stde", 0.9310358324105261},
    {"recurrence.rec", 26.498486917445604},
    {"recurrence.det", 36.02617085071339},
    {"recurrence.lam", 9.458978670343317},
    {"recurrence.corm", 2.2382555762642586},
    {"bits.over_prior", 2.5054974461511783},
    {"density_nss", 4.930564335682349},
    {"crps.amplitude", 26.59391886584549},
    {"crps.fixations", 0.33757267441860467},
    {"rss", 0.8037790697674418},
    {"fixations", 2.859567901234568},
    {"search_time", 0.6833148148148148},
    {"amplitude", 108.63217051338572},
    {"bits.over_people", -0.028833259269061783},
    {"explained_share", 0.9886187045287437},
    {"dss", 0.46744047136443295},
    {"kl.sequence_score", 0.04550842097412679},
    {"kl.sequence_score_duration", 0.1055468965084102},
    {"area.sequence_score", 0.05981065090856055},
};

TEST(FieldScores, EqualTheGoldenRowsOfTheValidationSplit) {
  SACCADE_NEEDS_DATA(kValidation);
  const auto trials = ReadTrialsInImage(testing::SharedData(kValidation));
  const HumanSet humans = PrepareHumans(trials, AllScores());
  EXPECT_NEAR(humans.consistency, 0.4869446493936362, 1e-12);
  ExpectGold(ScoresOf(humans, ScoreHumans(humans)), kPeople);
  std::vector<TrialInImage> two;
  for (const TrialInImage& trial : trials) {
    if (trial.subject == Identifier(1) || trial.subject == Identifier(2)) two.push_back(trial);
  }
  ExpectGold(ScoresOf(humans, ScorePredictions(humans, "two", two, CellPoint::kCenter)),
             kTwoPeople);
}

// Found without detour: the other people's way on two of three pictures.
std::vector<TrialInImage> Straight() { return testing::SmallSetWith(kTarget); }

TEST(FieldScores, AreLeftOutUnlessTheProtocolWantsThem) {
  const HumanSet humans = PrepareHumans(SmallSet(), ProtocolByName("paper"));
  const ScoreVector scores =
      ScoresOf(humans, ScorePredictions(humans, "m", Straight(), CellPoint::kCenter));
  for (const ScoreInfo& info : kScoreTable) {
    EXPECT_FALSE(info.family != kStandard && IsPresent(scores[info.slot])) << info.key;
  }
}

TEST(FieldScores, OfTimeNeedDurationsOnBothSides) {
  std::vector<TrialInImage> predicted = Straight();
  const HumanSet humans = PrepareHumans(SmallSet(), AllScores());
  const auto row = [&] {
    return ScoresOf(humans, ScorePredictions(humans, "m", predicted, CellPoint::kCenter));
  };
  constexpr const char* kTimed[] = {"sequence_score_duration", "scanmatch_chen",
                                    "edit_distance_duration",  "kl.multimatch_duration",
                                    "kl.scanmatch_duration",   "search_time"};
  const ScoreVector with = row();
  for (TrialInImage& trial : predicted) {
    for (FixationInImage& fixation : trial.scanpath) fixation.duration_ms = 0;
  }
  const ScoreVector without = row();
  for (const char* key : kTimed) {
    EXPECT_TRUE(IsPresent(with[ScoreInfoOf(key).slot])) << key;
    EXPECT_FALSE(IsPresent(without[ScoreInfoOf(key).slot])) << key;
  }
  EXPECT_EQ(with[ScoreInfoOf("kl.multimatch").slot], without[ScoreInfoOf("kl.multimatch").slot]);
}

// Nobody drew the target, and it was not there: what needs no box is there all the same.
TEST(FieldScores, OfTargetAbsentTrialsNeedNoBox) {
  std::vector<TrialInImage> trials = SmallSet();
  for (TrialInImage& trial : trials) {
    trial.target.reset();
    trial.condition = Condition::kAbsent;
  }
  Protocol protocol = AllScores();
  protocol.condition = Condition::kAbsent;
  const HumanSet humans = PrepareHumans(trials, protocol);
  const ScoreVector people = ScoresOf(humans, ScoreHumans(humans));
  for (const char* key : {"fixations", "search_time", "bits.over_prior", "density_nss", "dtw",
                          "recurrence.rec", "crps.fixations"}) {
    EXPECT_TRUE(IsPresent(people[ScoreInfoOf(key).slot])) << key;
  }
  EXPECT_NEAR(people[ScoreInfoOf("fixations").slot], (2 + 3 + 3 + 3 + 2 + 2) / 6.0, 1e-12);
  EXPECT_FALSE(IsPresent(people[kTfpAuc]));
}

// A single sample has no diversity, a lone person no others.
TEST(FieldScores, OfDiversityNeedTwoOfEach) {
  const HumanSet humans = PrepareHumans(SmallSet(), AllScores());
  const ScoreVector one =
      ScoresOf(humans, ScorePredictions(humans, "m", Straight(), CellPoint::kCenter));
  EXPECT_FALSE(IsPresent(one[ScoreInfoOf("dss").slot]));
  EXPECT_TRUE(IsPresent(one[ScoreInfoOf("rss").slot]));
  const HumanSet alone =
      PrepareHumans(std::vector{MakeTrial("cup", "a.jpg", 1, {kStart, kTarget})}, AllScores());
  const ScoreVector people = ScoresOf(alone, ScoreHumans(alone));
  for (const char* key : {"bits.over_prior", "dtw", "rss", "crps.fixations"}) {
    EXPECT_FALSE(IsPresent(people[ScoreInfoOf(key).slot])) << key;
  }
}

// On c.jpg people agree: SS(h,h) = 1. Samples that agree too, but look elsewhere for one of two
// symbols, keep their 1/2; samples that differ from one another by as much as .5 lose a third.
TEST(DiversityAwareScore, IsLessWhereSamplesAreAlikeOtherwiseThanPeople) {
  const std::vector<TrialInImage> people = {MakeTrial("tv", "c.jpg", 1, {kStart, kTarget}),
                                            MakeTrial("tv", "c.jpg", 3, {kStart, kTarget})};
  const HumanSet humans = PrepareHumans(people, AllScores());
  const auto dss = [&](const std::vector<PointInImage>& a, const std::vector<PointInImage>& b) {
    const Row row = ScorePredictions(
        humans, "m", std::vector{MakeTrial("tv", "c.jpg", 1, a), MakeTrial("tv", "c.jpg", 2, b)},
        CellPoint::kCenter);
    return ScoresOf(humans, row)[ScoreInfoOf("dss").slot];
  };
  // Clusters are at the start and at the target; kAside is nearest to the start's.
  EXPECT_DOUBLE_EQ(dss({kStart, kAside}, {kStart, kAside}), .5);
  EXPECT_DOUBLE_EQ(dss({kStart, kTarget}, {kStart, kTarget}), 1);
  EXPECT_DOUBLE_EQ(dss({kStart, kTarget}, {kStart, kAside}), .75 / 1.5);
}

// People among themselves: 2/3 on a.jpg and b.jpg, 1 on c.jpg. Whoever goes straight is covered by
// a sample that does, whoever looks aside (2/3, less than the mean of .78) is not.
TEST(Recall, CountsPeopleWhoAreMoreLikeASampleThanPeopleAreLikeEachOther) {
  const HumanSet humans = PrepareHumans(SmallSet(), AllScores());
  EXPECT_NEAR(humans.consistency, (4 * 2.0 / 3 + 2) / 6, 1e-12);
  const Row row = ScorePredictions(humans, "m", Straight(), CellPoint::kCenter);
  EXPECT_NEAR(ScoresOf(humans, row)[ScoreInfoOf("rss").slot], 4.0 / 6, 1e-12);
}

TEST(Resampling, OfPeopleAndOfBothHoldTheValueAndDependOnNoThreads) {
  const std::vector<TrialInImage> trials = SmallSet();
  const HumanSet humans = PrepareHumans(trials, AllScores());
  const std::vector<Row> rows = {
      ScoreHumans(humans),
      ScorePredictions(humans, "r", RandomScanpaths(humans, trials, 4), CellPoint::kCenter)};
  for (const ResampleUnit unit : {ResampleUnit::kPeople, ResampleUnit::kBoth}) {
    const Evaluation evaluation = Summarize(humans, rows, {200, 9, unit});
    for (const RowSummary& row : evaluation.rows) {
      for (const std::size_t score : {kSequenceScore, kTfpAuc, ScoreInfoOf("dtw").slot}) {
        EXPECT_LE(row.scores.low[score], row.scores.value[score] + 1e-9);
        EXPECT_GE(row.scores.high[score], row.scores.value[score] - 1e-9);
      }
    }
  }
}

// Three people, of whom one is compared badly: with people drawn the score varies, with pictures
// (there is one) it does not.
TEST(Resampling, OfPeopleVariesWhatPicturesCannot) {
  const std::vector<TrialInImage> trials = {MakeTrial("tv", "c.jpg", 1, {kStart, kTarget}),
                                            MakeTrial("tv", "c.jpg", 2, {kStart, kTarget}),
                                            MakeTrial("tv", "c.jpg", 3, {kStart, kAside, kTarget})};
  const HumanSet humans = PrepareHumans(trials, ProtocolByName("paper"));
  const std::vector<Row> rows = {
      ScorePredictions(humans, "m", std::vector{MakeTrial("tv", "c.jpg", 1, {kStart, kTarget})},
                       CellPoint::kCenter)};
  const auto interval = [&](ResampleUnit unit) {
    const ScoreSummary scores = Summarize(humans, rows, {200, 1, unit}).rows[0].scores;
    return std::pair(scores.low[kSequenceScore], scores.high[kSequenceScore]);
  };
  EXPECT_EQ(interval(ResampleUnit::kPictures),
            std::pair((1 + 1 + 2.0 / 3) / 3, (1 + 1 + 2.0 / 3) / 3));
  const auto [low, high] = interval(ResampleUnit::kPeople);
  EXPECT_GE(low, 2.0 / 3 - 1e-9);  // only the bad one drawn
  EXPECT_LT(low, .8);
  EXPECT_NEAR(high, 1, 1e-9);  // never drawn
}

TEST(Differences, AreTestedPictureByPicture) {
  // Ten pictures on which the first row is right and the second wrong: 2 of 2^10 signs are as far.
  std::vector<TrialInImage> people, right, wrong;
  for (int i = 0; i < 10; ++i) {
    const std::string name = std::to_string(i) + ".jpg";
    for (const int subject : {1, 2}) {
      people.push_back(MakeTrial("tv", name, subject, {kStart, kTarget}));
    }
    right.push_back(MakeTrial("tv", name, 1, {kStart, kTarget}));
    wrong.push_back(MakeTrial("tv", name, 1, {kStart, kAside}));
  }
  const HumanSet humans = PrepareHumans(people, ProtocolByName("paper"));
  const std::vector<Row> rows = {ScorePredictions(humans, "right", right, CellPoint::kCenter),
                                 ScorePredictions(humans, "wrong", wrong, CellPoint::kCenter)};
  const Difference difference = Summarize(humans, rows, {10, 0}).differences.at(0);
  EXPECT_NEAR(difference.p[kSequenceScore], 2 / 1024.0, 1e-12);
  EXPECT_GT(difference.p_holm[kSequenceScore], difference.p[kSequenceScore]);
  EXPECT_EQ(difference.effect[kSequenceScore], 0);  // all pictures alike: no spread to measure by
  EXPECT_FALSE(IsPresent(difference.p[kTfpAuc]));   // of a row
}

}  // namespace
}  // namespace saccade::metrics
