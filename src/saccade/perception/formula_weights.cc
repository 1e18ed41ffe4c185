#include "saccade/perception/formula_weights.h"

#include <nlohmann/json.hpp>
#include <string>

#include "saccade/base/error.h"
#include "saccade/base/json.h"
#include "saccade/base/parallel.h"

namespace saccade {
namespace {

// MurmurHash3's finalizer.
constexpr std::uint32_t Mix(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x85EBCA6Bu;
  x ^= x >> 13;
  x *= 0xC2B2AE35u;
  return x ^ (x >> 16);
}

constexpr std::uint32_t Fnv1a32(std::string_view text) {
  std::uint32_t hash = 0x811C9DC5u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  return hash;
}

}  // namespace

std::vector<float> FormulaValues(std::string_view name, std::int64_t count,
                                 const FormulaOptions& options) {
  const std::uint32_t hash = Fnv1a32(name);
  std::vector<float> values(count);
  for (std::int64_t i = 0; i < count; ++i) {
    const bool negated = options.pair_stride > 0 && i / options.pair_stride % 2 == 1;
    const std::int64_t source = negated ? i - options.pair_stride : i;
    const std::uint32_t x = Mix(Mix(static_cast<std::uint32_t>(source)) ^ hash);
    const double unit = (static_cast<double>(x >> 8) - 8388608.0) / 8388608.0;
    values[i] = static_cast<float>(options.offset + options.scale * (negated ? -unit : unit));
  }
  return values;
}

NamedTensors FormulaWeights(const std::filesystem::path& params_json) {
  NamedTensors tensors;
  try {
    const auto document = ReadJson(params_json);
    const auto& parameters = document.at("parameters");
    std::vector<HostTensor> values(parameters.size());
    ParallelFor(parameters.size(), [&](std::size_t i) {
      const auto& parameter = parameters[i];
      values[i].shape = parameter.at("shape").get<std::vector<std::int64_t>>();
      values[i].values =
          FormulaValues(parameter.at("name").get<std::string>(), ElementCount(values[i].shape),
                        {parameter.at("a"), parameter.at("b"), parameter.at("pair_stride")});
      for (const auto& [index, value] :
           parameter.value("set", std::vector<std::pair<std::size_t, float>>{})) {
        values[i].values.at(index) = value;
      }
    });
    for (std::size_t i = 0; i < values.size(); ++i) {
      tensors.emplace(parameters[i].at("name").get<std::string>(), std::move(values[i]));
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(params_json, "", "is not a list of formula parameters: {}", error.what());
  }
  return tensors;
}

Picture FormulaPicture(int width, int height, int cell) {
  Picture picture(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {  // blue, green, red
        const auto place = static_cast<std::uint32_t>(y / cell * 64 + x / cell);
        const std::uint32_t base = Mix(place * 4 + static_cast<std::uint32_t>(c) + 1) >> 24;
        const auto pixel = static_cast<std::uint32_t>((y * width + x) * 4 + c);
        const std::uint32_t texture = Mix(0x5EED0000u ^ pixel) >> 27;
        const std::uint32_t stripe = (((x >> 2) + (y >> 3)) & 1) != 0 ? 24 : 0;
        picture.At(x, y)[2 - c] = static_cast<std::uint8_t>(base * 3 / 4 + texture + stripe);
      }
    }
  }
  return picture;
}

}  // namespace saccade
