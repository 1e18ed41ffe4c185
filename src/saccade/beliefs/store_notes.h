#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "saccade/beliefs/belief_store.h"

namespace saccade {

// What a store says about how it was made; empty where it does not say.
std::string NoteOf(const BeliefStore& store, std::string_view key);

// Sigma of the blur, pixels at 512x320, behind what is seen before looking.
inline constexpr const char* kBlurNote = "sigma";
std::optional<double> BlurOf(const BeliefStore& store);

}  // namespace saccade
