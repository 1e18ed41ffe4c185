#pragma once

#include <span>
#include <string>
#include <vector>

#include "saccade/beliefs/belief_map.h"
#include "saccade/image/picture.h"

namespace saccade {

// The beliefs of a picture as a sheet to look at: the picture and the legend, the class maps sharp
// and blurred side by side, and a pair of maps for every channel asked for.
struct BeliefSheetOptions {
  std::vector<int> channels;  // 0..134
  // Also the state that a searcher has after the first fixation, on the centre.
  bool start_state = false;
};

// `picture` as displayed, of any size, aspect 512x320 (FitToImage); an empty one is left black.
Picture DrawBeliefSheet(const PictureBeliefs& beliefs, const Picture& picture,
                        const BeliefSheetOptions& options = {});

// The name of a channel: its class, "saliency" or "history".
std::string ChannelName(int channel);
// The channel of such a name; throws InputError with the nearest name for any other.
int ChannelOfWord(const std::string& word);

}  // namespace saccade
