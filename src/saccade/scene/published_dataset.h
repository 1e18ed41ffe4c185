#pragma once

#include <array>

#include "saccade/scene/category.h"

namespace saccade {

// The paper's appendix table: pictures and response accuracy by target and condition, all splits.
// Index: the task's. There were as many target-absent pictures as target-present ones.
struct PublishedCategory {
  int pictures = 0;
  double accuracy_present = 0;
  double accuracy_absent = 0;
};

inline constexpr std::array<PublishedCategory, kTasks> kPublishedDataset = {{
    {166, .84, .92},  // bottle
    {141, .80, .90},  // bowl
    {104, .89, .91},  // car
    {253, .89, .64},  // chair
    {119, .99, .97},  // clock
    {276, .92, .76},  // cup
    {230, .96, .98},  // fork
    {184, .92, .98},  // keyboard
    {141, .89, .97},  // knife
    {123, .95, .95},  // laptop
    {156, .97, .95},  // microwave
    {109, .97, .97},  // mouse
    {101, .91, .93},  // oven
    {154, .84, .95},  // potted plant
    {279, .97, .94},  // sink
    {126, .95, .99},  // stop sign
    {158, .99, 1.0},  // toilet
    {281, .96, .93},  // tv
}};

}  // namespace saccade
