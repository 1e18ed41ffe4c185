#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saccade/nn/conv_lstm.h"
#include "saccade/scene/trial.h"
#include "saccade/search/rollout.h"

namespace saccade {

// prediction.h for a network that carries its own beliefs from fixation to fixation.

// I_t of the paper: sharp beliefs inside the fovea of this one fixation, blurred ones elsewhere.
SparseState EncodeGlimpse(const PictureBeliefs& beliefs, const BeliefOptions& options,
                          Cell fixation);

// Scanpaths as trials in the image frame: the start at the picture's centre, then the centres of
// the chosen cells; `subject` is the sample's number from 1. The samples of a search are stepped
// together. Random numbers come from (seed, sample): the same for any number of threads.
std::vector<TrialInImage> PredictScanpaths(const ConvLstm& network,
                                           std::span<const Search> searches, int samples,
                                           const SamplingOptions& sampling,
                                           const BeliefOptions& beliefs, std::uint64_t seed);

// The distribution of the next fixation after the cells `past` (the start included), inhibition of
// return off, temperature 1. Throws InputError when `past` is empty: beliefs begin with a fixation.
std::vector<double> NextFixationDistribution(const ConvLstm& network, const Search& search,
                                             std::span<const Cell> past, BeliefOptions beliefs);

}  // namespace saccade
