#include "saccade/learn/checkpoint.h"

#include <charconv>

#include "saccade/base/error.h"
#include "saccade/formats/safetensors.h"

namespace saccade {
namespace {

constexpr const char* kNotePrefix = "note.";

// The counters by name, and where they are.
std::map<std::string, std::int64_t*> Counters(IrlState& state, std::int64_t& policy_steps,
                                              std::int64_t& discriminator_steps) {
  return {{"cloning_batches", &state.cloning_batches},
          {"iterations", &state.iterations},
          {"human_pairs", &state.human_pairs},
          {"discriminator_updates", &state.discriminator_updates},
          {"imitation_batches", &state.imitation_batches},
          {"policy_adam_steps", &policy_steps},
          {"discriminator_adam_steps", &discriminator_steps}};
}

NamedTensors Part(const NamedTensors& all, const std::string& prefix, const NamedTensors& like,
                  const std::filesystem::path& path) {
  NamedTensors part = WithoutPrefix(all, prefix);
  for (const auto& [name, tensor] : like) {
    const auto found = part.find(name);
    if (found == part.end() || found->second.shape != tensor.shape) {
      throw InputError(path, prefix + name,
                       "is missing or of another size; the checkpoint belongs to a run with other "
                       "options");
    }
  }
  return part;
}

}  // namespace

void WriteCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  IrlState state = checkpoint.state;
  std::int64_t policy_steps = state.policy_adam.steps();
  std::int64_t discriminator_steps = state.discriminator_adam.steps();
  NamedTensors tensors;
  const auto add = [&](const std::string& prefix, const NamedTensors& part) {
    tensors.merge(WithPrefix(part, prefix));
  };
  add("policy.", state.policy);
  add("policy_average.", state.averaged_policy);
  add("policy_first.", state.policy_adam.first());
  add("policy_second.", state.policy_adam.second());
  add("discriminator.", state.discriminator);
  add("discriminator_first.", state.discriminator_adam.first());
  add("discriminator_second.", state.discriminator_adam.second());
  Metadata metadata;
  for (const auto& [name, place] : Counters(state, policy_steps, discriminator_steps)) {
    metadata[name] = std::to_string(*place);
  }
  for (const auto& [name, value] : checkpoint.notes) {
    metadata[kNotePrefix + name] = fmt::format("{}", value);
  }
  WriteSafetensors(path, tensors, Precision::kFloat, metadata);
}

Checkpoint ReadCheckpoint(const std::filesystem::path& path, const IrlState& like) {
  const NamedTensors tensors = ReadSafetensors(path);
  const Metadata metadata = ReadSafetensorsMetadata(path);
  Checkpoint checkpoint;
  IrlState& state = checkpoint.state;
  std::int64_t policy_steps = 0, discriminator_steps = 0;
  for (const auto& [name, place] : Counters(state, policy_steps, discriminator_steps)) {
    const auto found = metadata.find(name);
    if (found == metadata.end()) throw InputError(path, name, "is missing; this is no checkpoint");
    const std::string& text = found->second;
    if (std::from_chars(text.data(), text.data() + text.size(), *place).ec != std::errc()) {
      throw InputError(path, name, "is {}; a number is expected", text);
    }
  }
  for (const auto& [name, text] : metadata) {
    if (!name.starts_with(kNotePrefix)) continue;
    checkpoint.notes[name.substr(std::string_view(kNotePrefix).size())] = std::stod(text);
  }
  state.policy = Part(tensors, "policy.", like.policy, path);
  state.averaged_policy = Part(tensors, "policy_average.", like.averaged_policy, path);
  state.discriminator = Part(tensors, "discriminator.", like.discriminator, path);
  state.policy_adam.Restore(Part(tensors, "policy_first.", like.policy, path),
                            Part(tensors, "policy_second.", like.policy, path), policy_steps);
  state.discriminator_adam.Restore(Part(tensors, "discriminator_first.", like.discriminator, path),
                                   Part(tensors, "discriminator_second.", like.discriminator, path),
                                   discriminator_steps);
  return checkpoint;
}

}  // namespace saccade
