// A question to `saccade serve`: "name=value" lines, an empty line, the body.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "saccade/base/error.h"
#include "saccade/perception/parser.h"
#include "saccade/search/scanpath_model.h"
#include "saccade/serve/access.h"
#include "saccade/serve/photo_api.h"

namespace {

// The left half is a cup, the right one wall.
class HalfACup : public saccade::Parser {
 public:
  saccade::SceneParse Parse(const saccade::Picture& picture) const override {
    saccade::SceneParse parse{saccade::Raster<std::uint32_t>(picture.width, picture.height, 2),
                              {{1, 41, 0.75f}, {2, saccade::kThingChannels + 40}}};
    for (int y = 0; y < picture.height; ++y) {
      for (int x = 0; x < picture.width / 2; ++x) parse.ids.At(x, y) = 1;
    }
    return parse;
  }
  std::string Description() const override { return "half a cup"; }
};

const saccade::serve::PhotoApi& Api() {
  static const saccade::serve::PhotoApi api(
      std::make_shared<const saccade::app::PhotoSearcher>(
          std::shared_ptr<const saccade::ScanpathModel>(saccade::OpenModel("target-sharp")),
          std::make_shared<HalfACup>(), 2),
      std::nullopt, 0);
  return api;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find("\n\n");
  const std::string_view body = end == text.npos ? "" : text.substr(end + 2);
  text = text.substr(0, end);
  saccade::serve::Query query;
  saccade::serve::RequestHead head{.method = "POST", .path = "/api/predict"};
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t equals = std::min(line.find('='), line.size());
    query[std::string(line.substr(0, equals))] = line.substr(std::min(line.size(), equals + 1));
    head.host = head.origin = head.content_type = line;
    (void)saccade::serve::Refused(head, {.hosts = {"127.0.0.1:1"}, .token = "0123"});
  }
  try {
    const auto answer = Api().Predict(query, body, {});
    if (answer.type == "application/json" && !nlohmann::json::accept(answer.body)) {
      __builtin_trap();
    }
  } catch (const saccade::InputError&) {
    // Refusing a question is what the interface is for.
  }
  return 0;
}
