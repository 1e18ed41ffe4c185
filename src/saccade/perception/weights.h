#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "saccade/formats/named_tensors.h"

namespace saccade {

// Hands a network its parameters by name and keeps book: shapes must be right, names that nothing
// asked for are listed, missing ones are an error that names them all at once.
class WeightReader {
 public:
  // `file` only names the source in messages. `tensors` must outlive the reader.
  WeightReader(const NamedTensors& tensors, std::filesystem::path file)
      : tensors_(tensors), file_(std::move(file)) {}

  // A tensor of zeros stands for a missing one until Finish() complains. Throws InputError for a
  // wrong shape.
  HostTensor Take(const std::string& name, const std::vector<std::int64_t>& shape);
  // The same for a name that may be absent: `fill` stands for it, and Finish() says so.
  HostTensor TakeOr(const std::string& name, const std::vector<std::int64_t>& shape, float fill);

  // Throws InputError when names were missing; says on stderr which were filled in and which
  // ignored.
  void Finish() const;

 private:
  const NamedTensors& tensors_;
  std::filesystem::path file_;
  std::set<std::string> taken_;
  std::vector<std::string> missing_;
  std::vector<std::string> filled_;
};

// Parameters of a convolution with its batch norm folded in: frozen statistics make it a factor and
// an offset per output channel.
struct FoldedConvolution {
  HostTensor weight;
  HostTensor bias;
};

// `norm` is the norm's prefix ("bn1"), eps 1e-5. Absent statistics are mean 0 and variance 1, as
// Detectron2 has it.
FoldedConvolution TakeFolded(WeightReader& reader, const std::string& weight_name,
                             const std::string& norm, const std::vector<std::int64_t>& shape);

}  // namespace saccade
