#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "saccade/formats/named_tensors.h"

namespace saccade {

// Whether ONNX Runtime can be opened here (base/installed.h says where it is looked for).
bool HasOnnxRuntime();

// An input or output of a model. A size of -1 is chosen by the caller.
struct OnnxValue {
  std::string name;
  std::vector<std::int64_t> shape;
};

// A model with one float input and float outputs, on the CPU, behind ONNX Runtime's own interface.
class OnnxSession {
 public:
  // `threads` of one Run(); 0: Threads(). Throws InputError when the file is not a model that can
  // be used, or when ONNX Runtime is not to be found.
  explicit OnnxSession(const std::filesystem::path& file, int threads = 0);
  ~OnnxSession();
  OnnxSession(OnnxSession&&) noexcept;
  OnnxSession& operator=(OnnxSession&&) noexcept;

  const std::filesystem::path& file() const { return file_; }
  const OnnxValue& input() const { return input_; }
  const std::vector<OnnxValue>& outputs() const { return outputs_; }

  // All outputs, in the model's order. May be called from several threads. Throws Failure with the
  // runtime's message.
  std::vector<HostTensor> Run(const HostTensor& input) const;

 private:
  struct Impl;
  std::filesystem::path file_;
  OnnxValue input_;
  std::vector<OnnxValue> outputs_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace saccade
