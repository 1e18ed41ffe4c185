#include "saccade/scene/column_mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/testing/message_of.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;

TEST(ColumnMapping, IsWrittenAndReadBack) {
  const testing::TemporaryFolder folder;
  for (const ColumnMapping& mapping : ShippedMappings()) {
    WriteMapping(folder / "m.json", mapping);
    EXPECT_EQ(ReadMapping(folder / "m.json"), mapping) << mapping.name;
  }
  EXPECT_THAT(testing::MessageOf([] { ParseColumns("size=3"); }),
              HasSubstr("\"size\" is nothing that a column can say"));
  EXPECT_THAT(testing::MessageOf([] { ParseMapping("{}", "m.json"); }),
              HasSubstr("is no column mapping"));
}

struct Usual {
  const char* header;
  Role role;
};

TEST(ColumnMapping, UsualNamesAreFound) {
  for (const auto& [header, role] : std::vector<Usual>{{"CURRENT_FIX_X", Role::kX},
                                                       {"fixX [px]", Role::kX},
                                                       {"Fixation point Y (MCSpx)", Role::kY},
                                                       {"FPOGX", Role::kX},
                                                       {"x_pos", Role::kX},
                                                       {"fixation_duration", Role::kDuration},
                                                       {"Duration (ms)", Role::kDuration},
                                                       {"fix_start", Role::kStart},
                                                       {"RECORDING_SESSION_LABEL", Role::kSubject},
                                                       {"participant_id", Role::kSubject},
                                                       {"subjectnum", Role::kSubject},
                                                       {"stimulus", Role::kImage},
                                                       {"image_name", Role::kImage},
                                                       {"search_target", Role::kTask},
                                                       {"target_present", Role::kCondition},
                                                       {"accuracy", Role::kCorrect},
                                                       {"response_time", Role::kReaction},
                                                       {"bbox_w", Role::kBoxWidth},
                                                       {"im_h", Role::kImageHeight},
                                                       {"screen_width", Role::kScreenWidth}}) {
    const auto roles = GuessRoles(std::vector<std::string>{header});
    ASSERT_EQ(roles.size(), 1u) << header;
    EXPECT_EQ(roles.begin()->first, role) << header << " is " << NameOf(roles.begin()->first);
  }
  EXPECT_TRUE(GuessRoles(std::vector<std::string>{"pupil", "GAZE_VELOCITY", "comment"}).empty());
}

}  // namespace
}  // namespace saccade
