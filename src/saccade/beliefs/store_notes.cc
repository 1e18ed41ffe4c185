#include "saccade/beliefs/store_notes.h"

#include <algorithm>
#include <charconv>

namespace saccade {

std::string NoteOf(const BeliefStore& store, std::string_view key) {
  const auto found = std::ranges::find(store.notes(), key, &StoreNotes::value_type::first);
  return found == store.notes().end() ? "" : found->second;
}

std::optional<double> BlurOf(const BeliefStore& store) {
  const std::string text = NoteOf(store, kBlurNote);
  double sigma = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sigma);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return sigma;
}

}  // namespace saccade
