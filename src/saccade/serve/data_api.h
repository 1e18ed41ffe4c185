#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "saccade/scene/trial.h"
#include "saccade/serve/photo_api.h"

namespace saccade::serve {

// A data set to look through: people's searches, by place. Questions name a place in its list,
// never a file.
class DataApi {
 public:
  DataApi() = default;  // none
  // A folder as `saccade report --data` takes it. Throws InputError.
  explicit DataApi(const std::filesystem::path& folder);

  std::size_t searches() const { return searches_.size(); }
  Answer Search(const Query& query) const;   // GET /api/search?place=N, from 0
  Answer Picture(const Query& query) const;  // GET /api/picture?place=N

 private:
  struct PeoplesSearch {
    std::string task;
    std::string name;
    std::vector<TrialInImage> trials;
  };
  const PeoplesSearch& At(const Query& query) const;

  std::filesystem::path images_;
  std::vector<PeoplesSearch> searches_;  // by target, then picture
};

}  // namespace saccade::serve
