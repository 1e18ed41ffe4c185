#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

// The part of ONNX Runtime's C interface that is used here. The library is opened when the first
// model is, so that neither building nor starting saccade needs it.
//
// The interface is a table of functions whose places never change from one release to the next; it
// is asked for as of version 14 (2023), which every later library serves.
namespace saccade::onnx {

struct Status;
struct Environment;
struct SessionOptions;
struct Session;
struct RunOptions;
struct MemoryInfo;
struct Allocator;
struct TypeInfo;
struct TensorInfo;
struct Value;

enum LoggingLevel : int { kLogErrors = 3 };
enum OptimizationLevel : int { kOptimizeAll = 99 };
enum AllocatorKind : int { kArenaAllocator = 1 };
enum MemoryKind : int { kDefaultMemory = 0 };
enum ValueKind : int { kTensor = 1 };
enum ElementKind : int { kFloatElements = 1 };

// The function at a place of the table.
template <std::size_t kPlace, typename Signature>
struct Function;
template <std::size_t kPlace, typename Result, typename... Args>
struct Function<kPlace, Result(Args...)> {
  static Result Call(const void* const* table, Args... args) {
    return reinterpret_cast<Result (*)(Args...)>(const_cast<void*>(table[kPlace]))(args...);
  }
};

using GetErrorMessage = Function<2, const char*(const Status*)>;
using CreateEnvironment = Function<3, Status*(LoggingLevel, const char*, Environment**)>;
using CreateSession =
    Function<7, Status*(const Environment*, const char*, const SessionOptions*, Session**)>;
using RunSession =
    Function<9, Status*(Session*, const RunOptions*, const char* const*, const Value* const*,
                        std::size_t, const char* const*, std::size_t, Value**)>;
using CreateSessionOptions = Function<10, Status*(SessionOptions**)>;
using SetOptimizationLevel = Function<23, Status*(SessionOptions*, OptimizationLevel)>;
using SetIntraOpThreads = Function<24, Status*(SessionOptions*, int)>;
using SetInterOpThreads = Function<25, Status*(SessionOptions*, int)>;
using GetInputCount = Function<30, Status*(const Session*, std::size_t*)>;
using GetOutputCount = Function<31, Status*(const Session*, std::size_t*)>;
using GetInputType = Function<33, Status*(const Session*, std::size_t, TypeInfo**)>;
using GetOutputType = Function<34, Status*(const Session*, std::size_t, TypeInfo**)>;
using GetInputName = Function<36, Status*(const Session*, std::size_t, Allocator*, char**)>;
using GetOutputName = Function<37, Status*(const Session*, std::size_t, Allocator*, char**)>;
using CreateTensor = Function<49, Status*(const MemoryInfo*, void*, std::size_t,
                                          const std::int64_t*, std::size_t, ElementKind, Value**)>;
using GetTensorData = Function<51, Status*(Value*, void**)>;
using CastToTensorInfo = Function<55, Status*(const TypeInfo*, const TensorInfo**)>;
using GetValueKind = Function<56, Status*(const TypeInfo*, ValueKind*)>;
using GetElementKind = Function<60, Status*(const TensorInfo*, ElementKind*)>;
using GetDimensionCount = Function<61, Status*(const TensorInfo*, std::size_t*)>;
using GetDimensions = Function<62, Status*(const TensorInfo*, std::int64_t*, std::size_t)>;
using GetElementCount = Function<64, Status*(const TensorInfo*, std::size_t*)>;
using GetTensorInfo = Function<65, Status*(const Value*, TensorInfo**)>;
using CreateCpuMemoryInfo = Function<69, Status*(AllocatorKind, MemoryKind, MemoryInfo**)>;
using FreeMemory = Function<76, Status*(Allocator*, void*)>;
using GetDefaultAllocator = Function<78, Status*(Allocator**)>;
using ReleaseStatus = Function<93, void(Status*)>;
using ReleaseMemoryInfo = Function<94, void(MemoryInfo*)>;
using ReleaseSession = Function<95, void(Session*)>;
using ReleaseValue = Function<96, void(Value*)>;
using ReleaseTypeInfo = Function<98, void(TypeInfo*)>;
using ReleaseTensorInfo = Function<99, void(TensorInfo*)>;
using ReleaseSessionOptions = Function<100, void(SessionOptions*)>;
using AddSessionConfig = Function<130, Status*(SessionOptions*, const char*, const char*)>;

// The table of functions. Opens the library on the first call, and stays open. Throws InputError
// that says where was looked and what to do.
const void* const* Table();

// Calls a function that gives a status; throws std::runtime_error with the runtime's words.
void Check(Status* status);
template <typename F, typename... Args>
void Call(Args... args) {
  Check(F::Call(Table(), args...));
}

// An object of the runtime that `Release` gives back.
template <typename Release>
struct Releaser {
  template <typename T>
  void operator()(T* object) const {
    Release::Call(Table(), object);
  }
};
template <typename T, typename Release>
using Handle = std::unique_ptr<T, Releaser<Release>>;

// The object that a function makes: Make<CreateCpuMemoryInfo, MemoryInfo, ReleaseMemoryInfo>(...).
template <typename F, typename T, typename Release, typename... Args>
Handle<T, Release> Make(Args... args) {
  T* made = nullptr;
  Call<F>(args..., &made);
  return Handle<T, Release>(made);
}

}  // namespace saccade::onnx
