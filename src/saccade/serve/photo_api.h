#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "saccade/app/predict_photo.h"
#include "saccade/base/watch.h"

namespace saccade::serve {

// A question's parameters, and what is answered. No HTTP here, and no path: whatever a question
// says, only its own bytes are read.
using Query = std::map<std::string, std::string>;

struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
};

// A photo that comes with saccade, with its stored segmentation.
struct SamplePhoto {
  std::string name;
  std::string bytes;
  ParsedPhoto parsed;
};
// The one in saccade's source or installation; nothing where it is not there.
std::optional<SamplePhoto> FindSamplePhoto();

// Questions about photos. Its functions may be called from several threads.
class PhotoApi {
 public:
  // `searches`: of the data set that is served too.
  PhotoApi(std::shared_ptr<const app::PhotoSearcher> searcher, std::optional<SamplePhoto> sample,
           std::size_t searches);

  // POST /api/predict. Throws InputError for parameters and photos that are wrong: status 400.
  Answer Predict(const Query& query, std::string_view photo, const Watch& watch) const;
  // What of Predict's parameters can be told before the photo has come. Throws as Predict.
  void Check(const Query& query) const;

  Answer Models() const;  // GET /api/models
  Answer Sample() const;  // GET /api/sample

 private:
  ParsedPhoto Parsed(std::string_view bytes, const std::string& name) const;

  std::shared_ptr<const app::PhotoSearcher> searcher_;
  std::optional<SamplePhoto> sample_;
  std::size_t searches_;
  std::string parser_;  // empty: none is installed
};

}  // namespace saccade::serve
