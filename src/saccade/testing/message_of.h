#pragma once

#include <string>

#include "saccade/base/error.h"

namespace saccade::testing {

// What the InputError says that `act` throws; "no error" when it throws none.
template <typename Act>
std::string MessageOf(const Act& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace saccade::testing
