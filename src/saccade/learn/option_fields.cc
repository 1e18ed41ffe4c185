#include "saccade/learn/option_fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "saccade/base/error.h"
#include "saccade/base/nearest.h"

namespace saccade {

nlohmann::ordered_json FieldsToJson(std::span<const OptionField> fields) {
  nlohmann::ordered_json document;
  for (const OptionField& field : fields) {
    std::visit([&](auto* place) { document[field.name] = *place; }, field.place);
  }
  return document;
}

void SetField(std::span<const OptionField> fields, const std::string& name,
              const nlohmann::ordered_json& value, const std::string& origin,
              std::span<const std::string> other_names) {
  const auto found = std::ranges::find(fields, name, &OptionField::name);
  if (found == fields.end()) {
    std::vector<std::string> known(other_names.begin(), other_names.end());
    for (const OptionField& field : fields) known.push_back(field.name);
    const std::string nearest = NearestWord(name, known);
    throw InputError(origin, name, "is no option of training{}",
                     nearest.empty() ? "" : "; did you mean " + nearest + "?");
  }
  std::visit(
      [&](auto* place) {
        using T = std::remove_pointer_t<decltype(place)>;
        const bool fits = std::is_same_v<T, bool>     ? value.is_boolean()
                          : std::is_same_v<T, int>    ? value.is_number_integer()
                          : std::is_same_v<T, double> ? value.is_number()
                                                      : value.is_string();
        if (!fits) {
          throw InputError(origin, name, "has the value {}, which is not of its type",
                           value.dump());
        }
        *place = value.template get<T>();
      },
      found->place);
}

}  // namespace saccade
