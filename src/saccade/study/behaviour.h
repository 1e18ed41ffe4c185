#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "saccade/scene/trial.h"

namespace saccade {

// How somebody searches, of people and models alike: where they look, how far and in which
// direction the eyes move, how many fixations it takes.

inline constexpr int kAmplitudeBins = 16;  // of 24 pixels of the 512x320 frame; the last is open
inline constexpr double kAmplitudeBin = 24;
inline constexpr int kDirectionBins =
    16;  // of 22.5 degrees, the first around "right", then upwards

// How far the first saccade goes towards the target's centre, as a share of the way: 1 is there.
inline constexpr int kFirstGainBins = 16;  // the first and the last are open
inline constexpr double kLeastGain = -.5, kGainBin = .125;
inline constexpr int kLengthBins = 8;  // of the number of fixations from 1 on; the last is open

struct SearchBehaviour {
  std::size_t scanpaths = 0, saccades = 0;
  std::vector<double> amplitudes{};                  // pixels of the 512x320 frame
  std::array<double, kDirectionBins> directions{};   // shares
  std::array<double, kFirstGainBins> first_gains{};  // shares of first saccades
  std::array<double, kLengthBins> lengths{};         // shares of scanpaths
  std::vector<double> density{};  // 640 shares: fixations after the start inside the picture
  double fixations_to_target =
      0;             // 1-based index of the first on target, mean over those that find it
  double found = 0;  // share of scanpaths
};

// Of scanpaths as they are scored: cut after the first fixation on target, the start included.
SearchBehaviour BehaviourOf(std::span<const TrialInImage> scanpaths);

// By target.
std::map<std::string, SearchBehaviour> BehaviourByTask(std::span<const TrialInImage> scanpaths);

std::array<double, kAmplitudeBins> AmplitudeShares(const SearchBehaviour& behaviour);

// Half the summed differences of two lists of shares: 0 the same, 1 nothing in common.
double TotalVariation(std::span<const double> a, std::span<const double> b);
// Pearson's; 0 when one side is constant.
double Correlation(std::span<const double> a, std::span<const double> b);

// A density with every fixation spread over the cells around it: a Gaussian of 1.5 cells, the sigma
// of 24 pixels that the priors of cIG have.
std::vector<double> Smoothed(std::span<const double> density);

}  // namespace saccade
