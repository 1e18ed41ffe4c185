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

// Of a store that holds one share of a call's pictures: "3/8", and the call.
inline constexpr const char* kShareNote = "share";
inline constexpr const char* kShareOfNote = "share of";

}  // namespace saccade
