#include "saccade/image/webp_animation.h"

#include <fmt/format.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include <stdexcept>

#include "saccade/base/error.h"

namespace saccade {

struct WebpAnimation::State {
  WebPConfig config;
  std::unique_ptr<WebPAnimEncoder, decltype(&WebPAnimEncoderDelete)> encoder{nullptr,
                                                                             WebPAnimEncoderDelete};
  int width = 0;
  int height = 0;
  int now = 0;  // milliseconds
};

WebpAnimation::WebpAnimation(int quality) : state_(std::make_unique<State>()) {
  if (!WebPConfigInit(&state_->config))
    throw Failure("libwebp has another version than its header");
  state_->config.quality = static_cast<float>(quality);
}
WebpAnimation::~WebpAnimation() = default;
WebpAnimation::WebpAnimation(WebpAnimation&&) noexcept = default;

void WebpAnimation::Add(const Picture& picture, int milliseconds) {
  State& state = *state_;
  if (!state.encoder) {
    WebPAnimEncoderOptions options;
    if (!WebPAnimEncoderOptionsInit(&options)) {
      throw Failure("libwebpmux has another version than its header");
    }
    // Frames differ in a few discs: only what changed is coded.
    options.kmin = 9;
    options.kmax = 17;
    state.width = picture.width;
    state.height = picture.height;
    state.encoder.reset(WebPAnimEncoderNew(picture.width, picture.height, &options));
    if (!state.encoder) throw Failure("libwebp: no memory for an animation");
  }
  if (picture.width != state.width || picture.height != state.height) {
    throw std::invalid_argument("a frame has another size than the first");
  }
  WebPPicture frame;
  if (!WebPPictureInit(&frame)) throw Failure("libwebp has another version than its header");
  const std::unique_ptr<WebPPicture, decltype(&WebPPictureFree)> owner(&frame, WebPPictureFree);
  frame.use_argb = 1;
  frame.width = picture.width;
  frame.height = picture.height;
  if (!WebPPictureImportRGB(&frame, picture.rgb.data(), 3 * picture.width) ||
      !WebPAnimEncoderAdd(state.encoder.get(), &frame, state.now, &state.config)) {
    throw Failure(fmt::format("libwebp: {}", WebPAnimEncoderGetError(state.encoder.get())));
  }
  state.now += milliseconds;
}

std::string WebpAnimation::Finish() {
  WebPAnimEncoder* encoder = state_->encoder.get();
  if (encoder == nullptr) throw std::invalid_argument("an animation without frames");
  WebPData data;
  WebPDataInit(&data);
  if (!WebPAnimEncoderAdd(encoder, nullptr, state_->now, nullptr) ||
      !WebPAnimEncoderAssemble(encoder, &data)) {
    throw Failure(fmt::format("libwebp: {}", WebPAnimEncoderGetError(encoder)));
  }
  std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
  WebPDataClear(&data);
  return bytes;
}

}  // namespace saccade
