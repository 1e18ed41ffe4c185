#include "saccade/study/ablation_study.h"
#include "saccade/study/behaviour_study.h"
#include "saccade/study/compare_study.h"
#include "saccade/study/context_map_study.h"
#include "saccade/study/context_study.h"
#include "saccade/study/data_amount_study.h"
#include "saccade/study/field_study.h"
#include "saccade/study/greedy_study.h"
#include "saccade/study/identify_study.h"
#include "saccade/study/parts_study.h"
#include "saccade/study/replication_study.h"
#include "saccade/study/reward_maps_study.h"
#include "saccade/study/reward_transfer_study.h"
#include "saccade/study/scores_study.h"
#include "saccade/study/study.h"
#include "saccade/study/subjects_study.h"

namespace saccade {

const std::vector<Study>& Studies() {
  static const std::vector<Study> studies = {
      CompareStudy(),    ReplicationStudy(), RewardTransferStudy(), RewardMapsStudy(),
      PartsStudy(),      SubjectsStudy(),    IdentifyStudy(),       ContextStudy(),
      ContextMapStudy(), AblationStudy(),    DataAmountStudy(),     GreedyStudy(),
      ScoresStudy(),     BehaviourStudy(),   FieldStudy()};
  return studies;
}

}  // namespace saccade
