#include "saccade/perception/onnx_session.h"

#include "saccade/base/error.h"

#ifdef SACCADE_HAS_ONNX

#include <onnxruntime_cxx_api.h>

#include <algorithm>

#include "saccade/base/parallel.h"

namespace saccade {
namespace {

Ort::Env& Environment() {
  static Ort::Env environment(ORT_LOGGING_LEVEL_ERROR, "saccade");
  return environment;
}

Ort::Session Open(const std::filesystem::path& file, int threads) {
  Ort::SessionOptions options;
  options.SetIntraOpNumThreads(threads > 0 ? threads : Threads());
  options.SetInterOpNumThreads(1);
  // Waiting threads must not take the cores from ours.
  options.AddConfigEntry("session.intra_op.allow_spinning", "0");
  options.SetGraphOptimizationLevel(GraphOptimizationLevel::ORT_ENABLE_ALL);
  return Ort::Session(Environment(), file.c_str(), options);
}

OnnxValue Describe(const std::filesystem::path& file, std::string name, const Ort::TypeInfo& type) {
  if (type.GetONNXType() != ONNX_TYPE_TENSOR ||
      type.GetTensorTypeAndShapeInfo().GetElementType() != ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT) {
    throw InputError(file, name, "is not a tensor of 32-bit floats; export the model as float32");
  }
  return {std::move(name), type.GetTensorTypeAndShapeInfo().GetShape()};
}

}  // namespace

bool HasOnnxRuntime() { return true; }

struct OnnxSession::Impl {
  // Run() of a session is thread-safe but not const.
  mutable Ort::Session session;
};

OnnxSession::OnnxSession(const std::filesystem::path& file, int threads) : file_(file) {
  try {
    impl_ = std::make_unique<Impl>(Impl{Open(file, threads)});
  } catch (const Ort::Exception& error) {
    throw InputError(file, "", "is not an ONNX model that can be read: {}", error.what());
  }
  const Ort::Session& session = impl_->session;
  if (session.GetInputCount() != 1) {
    throw InputError(file, "", "has {} inputs; a picture is one", session.GetInputCount());
  }
  Ort::AllocatorWithDefaultOptions allocator;
  input_ = Describe(file, session.GetInputNameAllocated(0, allocator).get(),
                    session.GetInputTypeInfo(0));
  for (std::size_t i = 0; i < session.GetOutputCount(); ++i) {
    outputs_.push_back(Describe(file, session.GetOutputNameAllocated(i, allocator).get(),
                                session.GetOutputTypeInfo(i)));
  }
}

std::vector<HostTensor> OnnxSession::Run(const HostTensor& input) const {
  try {
    const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    const Ort::Value value = Ort::Value::CreateTensor<float>(
        memory, const_cast<float*>(input.values.data()), input.values.size(), input.shape.data(),
        input.shape.size());
    const char* const input_name = input_.name.c_str();
    std::vector<const char*> output_names;
    for (const OnnxValue& output : outputs_) output_names.push_back(output.name.c_str());
    const std::vector<Ort::Value> values = impl_->session.Run(
        Ort::RunOptions(), &input_name, &value, 1, output_names.data(), output_names.size());
    std::vector<HostTensor> results;
    for (const Ort::Value& result : values) {
      const auto info = result.GetTensorTypeAndShapeInfo();
      const float* const data = result.GetTensorData<float>();
      results.push_back({info.GetShape(), {data, data + info.GetElementCount()}});
    }
    return results;
  } catch (const Ort::Exception& error) {
    throw Failure(fmt::format("{}: ONNX Runtime failed: {}", file_.string(), error.what()));
  }
}

}  // namespace saccade

#else

namespace saccade {

bool HasOnnxRuntime() { return false; }

struct OnnxSession::Impl {};

OnnxSession::OnnxSession(const std::filesystem::path& file, int) : file_(file) {
  throw InputError(file, "",
                   "this saccade was built without ONNX Runtime: run `make models` in its source");
}

std::vector<HostTensor> OnnxSession::Run(const HostTensor&) const { return {}; }

}  // namespace saccade

#endif

namespace saccade {

OnnxSession::~OnnxSession() = default;
OnnxSession::OnnxSession(OnnxSession&&) noexcept = default;
OnnxSession& OnnxSession::operator=(OnnxSession&&) noexcept = default;

}  // namespace saccade
