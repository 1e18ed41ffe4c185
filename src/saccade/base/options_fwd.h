#pragma once

// For headers that declare the description of a struct.
namespace saccade {
class OptionList;
}
