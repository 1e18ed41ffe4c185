#pragma once

#include <span>
#include <string>

#include "saccade/search/search_set.h"

namespace saccade {

// Searches for any of COCO's 80 things. People taught models to search for 18 of them. Another is
// searched for as one of those would be that looked like it: the belief maps of the two are
// exchanged, so that the model's own target is where the thing is, and the stand-in, where there
// is one, is one thing more that is not searched for.

// A thing's belief channel by its name, "_" for blanks and capitals too. Throws InputError, with
// the nearest name, for what is none of them.
int ThingOf(std::string_view name);

bool IsLearned(int thing);  // one of the 18

// The learned target as which a thing is searched for: itself; else the first of its kind in COCO's
// order (a toaster as a microwave), or a cup.
int TaskFor(int thing);

PictureBeliefs Exchanged(const PictureBeliefs& beliefs, int a, int b);

// Lets `search`, made with the picture's beliefs as they are, be one for `thing` by a searcher that
// does not see what `without` names (hidden_channels.h).
void SearchFor(Search& search, int thing, std::span<const std::string> without);

}  // namespace saccade
