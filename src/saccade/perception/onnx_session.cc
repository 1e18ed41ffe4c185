#include "saccade/perception/onnx_session.h"

#include <stdexcept>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/perception/onnx_runtime.h"

namespace saccade {
namespace {

using SessionHandle = onnx::Handle<onnx::Session, onnx::ReleaseSession>;
using TensorInfoHandle = onnx::Handle<onnx::TensorInfo, onnx::ReleaseTensorInfo>;
using TypeInfoHandle = onnx::Handle<onnx::TypeInfo, onnx::ReleaseTypeInfo>;
using ValueHandle = onnx::Handle<onnx::Value, onnx::ReleaseValue>;

// One for the whole process, never released: the runtime's threads may outlive static objects.
const onnx::Environment* TheEnvironment() {
  static const onnx::Environment* const environment = [] {
    onnx::Environment* made = nullptr;
    onnx::Call<onnx::CreateEnvironment>(onnx::kLogErrors, "saccade", &made);
    return made;
  }();
  return environment;
}

SessionHandle Open(const std::filesystem::path& file, int threads) {
  const auto options =
      onnx::Make<onnx::CreateSessionOptions, onnx::SessionOptions, onnx::ReleaseSessionOptions>();
  onnx::Call<onnx::SetIntraOpThreads>(options.get(), threads > 0 ? threads : Threads());
  onnx::Call<onnx::SetInterOpThreads>(options.get(), 1);
  // Waiting threads must not take the cores from ours.
  onnx::Call<onnx::AddSessionConfig>(options.get(), "session.intra_op.allow_spinning", "0");
  onnx::Call<onnx::SetOptimizationLevel>(options.get(), onnx::kOptimizeAll);
  return onnx::Make<onnx::CreateSession, onnx::Session, onnx::ReleaseSession>(
      TheEnvironment(), file.c_str(), options.get());
}

std::vector<std::int64_t> ShapeOf(const onnx::TensorInfo* info) {
  std::size_t count = 0;
  onnx::Call<onnx::GetDimensionCount>(info, &count);
  std::vector<std::int64_t> shape(count);
  onnx::Call<onnx::GetDimensions>(info, shape.data(), count);
  return shape;
}

template <typename GetName>
std::string NameOf(const onnx::Session* session, std::size_t index) {
  onnx::Allocator* allocator = nullptr;
  onnx::Call<onnx::GetDefaultAllocator>(&allocator);
  char* name = nullptr;
  onnx::Call<GetName>(session, index, allocator, &name);
  std::string text = name;
  onnx::Call<onnx::FreeMemory>(allocator, name);
  return text;
}

template <typename GetName, typename GetType>
OnnxValue Describe(const std::filesystem::path& file, const onnx::Session* session,
                   std::size_t index) {
  const std::string name = NameOf<GetName>(session, index);
  const auto type = onnx::Make<GetType, onnx::TypeInfo, onnx::ReleaseTypeInfo>(session, index);
  onnx::ValueKind kind{};
  onnx::Call<onnx::GetValueKind>(type.get(), &kind);
  const onnx::TensorInfo* info = nullptr;  // belongs to `type`
  onnx::ElementKind element{};
  if (kind == onnx::kTensor) {
    onnx::Call<onnx::CastToTensorInfo>(type.get(), &info);
    onnx::Call<onnx::GetElementKind>(info, &element);
  }
  if (element != onnx::kFloatElements) {
    throw InputError(file, name, "is not a tensor of 32-bit floats; export the model as float32");
  }
  return {name, ShapeOf(info)};
}

HostTensor CopyOf(onnx::Value* value) {
  const auto info =
      onnx::Make<onnx::GetTensorInfo, onnx::TensorInfo, onnx::ReleaseTensorInfo>(value);
  std::size_t count = 0;
  onnx::Call<onnx::GetElementCount>(info.get(), &count);
  void* data = nullptr;
  onnx::Call<onnx::GetTensorData>(value, &data);
  const float* const values = static_cast<const float*>(data);
  return {ShapeOf(info.get()), {values, values + count}};
}

}  // namespace

bool HasOnnxRuntime() {
  try {
    onnx::Table();
    return true;
  } catch (const InputError&) {
    return false;
  }
}

struct OnnxSession::Impl {
  SessionHandle session;
};

OnnxSession::OnnxSession(const std::filesystem::path& file, int threads) : file_(file) {
  onnx::Table();  // its absence is no fault of the file
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  try {
    impl_ = std::make_unique<Impl>(Impl{Open(file, threads)});
    onnx::Call<onnx::GetInputCount>(impl_->session.get(), &inputs);
    onnx::Call<onnx::GetOutputCount>(impl_->session.get(), &outputs);
  } catch (const std::runtime_error& error) {
    throw InputError(file, "", "is not an ONNX model that can be read: {}", error.what());
  }
  const onnx::Session* const session = impl_->session.get();
  if (inputs != 1) throw InputError(file, "", "has {} inputs; a picture is one", inputs);
  input_ = Describe<onnx::GetInputName, onnx::GetInputType>(file, session, 0);
  for (std::size_t i = 0; i < outputs; ++i) {
    outputs_.push_back(Describe<onnx::GetOutputName, onnx::GetOutputType>(file, session, i));
  }
}

std::vector<HostTensor> OnnxSession::Run(const HostTensor& input) const {
  try {
    const auto memory =
        onnx::Make<onnx::CreateCpuMemoryInfo, onnx::MemoryInfo, onnx::ReleaseMemoryInfo>(
            onnx::kArenaAllocator, onnx::kDefaultMemory);
    const auto value = onnx::Make<onnx::CreateTensor, onnx::Value, onnx::ReleaseValue>(
        memory.get(), const_cast<float*>(input.values.data()), input.values.size() * sizeof(float),
        input.shape.data(), input.shape.size(), onnx::kFloatElements);
    const char* const input_name = input_.name.c_str();
    const onnx::Value* const input_value = value.get();
    std::vector<const char*> output_names;
    for (const OnnxValue& output : outputs_) output_names.push_back(output.name.c_str());
    std::vector<onnx::Value*> made(outputs_.size());
    // Run() of a session is thread-safe.
    onnx::Call<onnx::RunSession>(impl_->session.get(), nullptr, &input_name, &input_value, 1,
                                 output_names.data(), output_names.size(), made.data());
    const std::vector<ValueHandle> owners(made.begin(), made.end());
    std::vector<HostTensor> results;
    for (const ValueHandle& result : owners) results.push_back(CopyOf(result.get()));
    return results;
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: ONNX Runtime failed: {}", file_.string(), error.what()));
  }
}

OnnxSession::~OnnxSession() = default;
OnnxSession::OnnxSession(OnnxSession&&) noexcept = default;
OnnxSession& OnnxSession::operator=(OnnxSession&&) noexcept = default;

}  // namespace saccade
