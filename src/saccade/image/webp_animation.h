#pragma once

#include <memory>
#include <string>

#include "saccade/image/picture.h"

namespace saccade {

// An animated WebP that plays for ever, a frame at a time. Pictures after the first must have its
// size (std::invalid_argument).
class WebpAnimation {
 public:
  explicit WebpAnimation(int quality = 80);
  ~WebpAnimation();
  WebpAnimation(WebpAnimation&&) noexcept;

  void Add(const Picture& picture, int milliseconds);
  std::string Finish();  // once, after the last frame

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace saccade
