#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace saccade {

// One named option of a learner: where it is kept. A table of these is all that config.json and
// --set NAME=VALUE need to know.
struct OptionField {
  std::string name;
  std::variant<int*, double*, bool*, std::string*> place;
};

// All options with their values, in the table's order.
nlohmann::ordered_json FieldsToJson(std::span<const OptionField> fields);

// Sets one option. Throws InputError when the value is not of the option's type, or when there is
// no such option; then it suggests the nearest name, `other_names` included.
void SetField(std::span<const OptionField> fields, const std::string& name,
              const nlohmann::ordered_json& value, const std::string& origin,
              std::span<const std::string> other_names = {});

}  // namespace saccade
