#include "saccade/study/ablation_study.h"
#include "saccade/study/behaviour_study.h"
#include "saccade/study/compare_study.h"
#include "saccade/study/context_map_study.h"
#include "saccade/study/context_study.h"
#include "saccade/study/data_amount_study.h"
#include "saccade/study/field_study.h"
#include "saccade/study/greedy_study.h"
#include "saccade/study/scores_study.h"
#include "saccade/study/study.h"
#include "saccade/study/subjects_study.h"

namespace saccade {

const std::vector<Study>& Studies() {
  static const std::vector<Study> studies = {
      CompareStudy(),    SubjectsStudy(), ContextStudy(), ContextMapStudy(), AblationStudy(),
      DataAmountStudy(), GreedyStudy(),   ScoresStudy(),  BehaviourStudy(),  FieldStudy()};
  return studies;
}

}  // namespace saccade
