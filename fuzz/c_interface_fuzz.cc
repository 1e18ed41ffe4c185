// The C interface with options and numbers that anybody may send: the text up to a blank line, then
// doubles. Whatever they are, it answers with a code, and never that it failed.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "saccade/capi/saccade.h"

namespace {

void Expect(int code) {
  if (code != SACCADE_OK && code != SACCADE_WRONG_INPUT) std::abort();
  if (code == SACCADE_WRONG_INPUT && *saccade_error() == '\0') std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string all(reinterpret_cast<const char*>(data), size);
  const std::size_t blank = all.find("\n\n");
  const std::string options = all.substr(0, blank);
  const std::string bytes = blank == std::string::npos ? "" : all.substr(blank + 2);
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  const std::size_t rows = std::min<std::size_t>(values.size() / 3, 40);
  const saccade_path path = {values.data(), values.data() + 1, values.data() + 2, rows,
                             3 * sizeof(double)};
  const saccade_path flat = {values.data(), values.data(), nullptr, rows, sizeof(double)};

  std::vector<double> scores(4 * SACCADE_MULTIMATCH_SCORES);
  const saccade_path paths[] = {path, flat};
  Expect(saccade_multimatch_matrix(paths, 2, nullptr, 0, 512, 320, options.c_str(), nullptr,
                                   nullptr, scores.data()));
  std::vector<int> labels(2 * rows + 1);
  std::vector<double> centers(4 * rows + 1);
  std::size_t count = 0;
  const double bandwidth = values.empty() ? 20 : values[0];
  Expect(saccade_clusters(paths, 2, bandwidth, labels.data(), centers.data(), &count));
  if (count > 2 * rows) std::abort();

  std::vector<std::uint8_t> rgb(std::size_t{3} * 40 * 30);
  saccade_pixels pixels = {rgb.data(), 40, 30, std::size_t{3} * 40};
  const double* const box = values.size() >= 4 ? values.data() : nullptr;
  Expect(saccade_draw(&pixels, paths, 2, box, options.c_str()));

  saccade_trials* humans = nullptr;
  Expect(saccade_trials_create(SACCADE_FRAME_IMAGE, &humans));
  for (int subject = 1; subject <= 2; ++subject) {
    const std::string name = std::to_string(subject);
    const saccade_trial trial = {.name = "a.jpg",
                                 .task = "cup",
                                 .subject = name.c_str(),
                                 .session = nullptr,
                                 .split = nullptr,
                                 .condition = SACCADE_PRESENT,
                                 .correct = 1,
                                 .found_at = -1,
                                 .has_box = 1,
                                 .box = {0, 0, 50, 50},
                                 .reaction_ms = 0,
                                 .screen = {},
                                 .has_picture = 0,
                                 .picture = {},
                                 .path = path};
    Expect(saccade_trials_add(humans, &trial));
  }
  char* json = nullptr;
  if (options.find("bootstrap") == std::string::npos &&
      options.find("samples") == std::string::npos) {
    Expect(saccade_evaluate(humans, nullptr, nullptr, 0, options.c_str(), nullptr, nullptr, &json));
  }
  saccade_text_free(json);
  char* pairs = nullptr;
  Expect(saccade_compare(humans, humans, options.c_str(), nullptr, nullptr, &pairs));
  saccade_text_free(pairs);
  for (const char* const score : {"scanmatch", "edit_distance", "sequence_score"}) {
    Expect(saccade_score_matrix(score, paths, 2, nullptr, 0, 512, 320, options.c_str(), nullptr,
                                nullptr, scores.data()));
  }
  saccade_trials_free(humans);
  return 0;
}
