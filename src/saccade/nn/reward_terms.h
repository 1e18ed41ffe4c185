#pragma once

#include "saccade/formats/named_tensors.h"
#include "saccade/nn/policy_gradient.h"

namespace saccade {

// How the discriminator is read as a reward.
//   log D:        the paper and the released code: the reward is log D(s, a). At the optimum of
//                 GAIL D is one half everywhere, so a policy near people leaves no reward to find.
//   adversarial:  the policy's own probability is given to the discriminator (Fu et al. 2018),
//                   logit D(s, a) = r(s, a) + g(s, a) - h(s) - log q(a | s),
//                 so that at the optimum r + g - h = log of people's probability, and r is not
//                 flat. q is what fakes are drawn from: (1 - u) pi(a | s) + u / 640 with a share u
//                 of uniform fakes, which is bounded; D is then a noise-contrastive estimate.
enum class RewardForm { kLogD, kAdversarial };

// The parts of the adversarial form beside the network r, which alone is the map of rewards:
//   gaze.saccade, gaze.place   g: what a saccade costs, and where people look whatever they see
//                              (the tables of gaze_prior.h)
//   state.belief [channels], state.task [18], state.first [2]
//                              h: what a state promises as a whole, linear in the sum of each
//                              channel (in units of 64 cells). The same for all actions, it takes
//                              the place of the partition function.
NamedTensors EmptyRewardTerms(int channels);
bool HasRewardTerms(const NamedTensors& terms);

// g(s, a) - h(s).
float RewardTermsAt(const NamedTensors& terms, const PolicyInput& input, int action);
// Adds slope * d(g - h)/dw.
void AddRewardTermsGradient(const PolicyInput& input, int action, float slope,
                            NamedTensors& gradient);

// log((1 - u) p + u / 640).
float LogMixture(float probability, double uniform_share);

}  // namespace saccade
