#pragma once

#include <optional>
#include <span>

#include "saccade/scene/trial.h"

namespace saccade::metrics {

// Scanpaths as trajectories: distances in pixels of their frame. docs/metrics/trajectory.md

// Dynamic time warping: the sum of the distances of paired fixations along the cheapest way through
// all pairs, from the first two to the last two; a step moves on in one scanpath or in both.
// Nothing when one is empty.
template <Frame F>
std::optional<double> TimeWarping(std::span<const Fixation<F>> a, std::span<const Fixation<F>> b);

// Discrete Frechet distance: the largest distance along the way on which it is smallest.
template <Frame F>
std::optional<double> FrechetDistance(std::span<const Fixation<F>> a,
                                      std::span<const Fixation<F>> b);

// Time-delay embedding (Wang et al. 2011): each run of `k` successive fixations of `a` against the
// nearest run of `b`; mean over runs of the mean distance. Nothing when one has fewer than k.
template <Frame F>
std::optional<double> TimeDelayEmbedding(std::span<const Fixation<F>> a,
                                         std::span<const Fixation<F>> b, std::size_t k);
inline constexpr std::size_t kEmbedding = 3;

// Scaled time-delay embedding, a similarity in (0, 1]: the mean of exp(-distance) over all k that
// both have, coordinates divided by the frame's larger side.
template <Frame F>
std::optional<double> ScaledTimeDelayEmbedding(std::span<const Fixation<F>> a,
                                               std::span<const Fixation<F>> b);

}  // namespace saccade::metrics
