#include "saccade/base/error.h"

#include "saccade/base/printable.h"

namespace saccade {

InputError::InputError(const std::string& message) : std::runtime_error(Printable(message)) {}

std::string InputError::Locate(const std::filesystem::path& file, std::string_view where,
                               const std::string& message) {
  // Each part for itself: a long name must not push out what is wrong.
  const std::string place = Printable(file.string(), 400);
  if (where.empty()) return place + ": " + Printable(message, 600);
  return place + ":" + Printable(where, 200) + ": " + Printable(message, 600);
}

}  // namespace saccade
