#pragma once

#include "saccade/formats/pickle_machine.h"

namespace saccade {

// The names a pickle may use, and what calling them builds. Nothing here runs code from the file.

// Throws InputError that names what is refused: "refuses os.system: ...".
PickleValue ResolveGlobal(std::string_view module, std::string_view name, const ByteReader& in,
                          PickleHeap& heap);
// callable(*arguments)
PickleValue CallGlobal(const PickleValue& callable, const PickleValue& arguments,
                       const ByteReader& in, PickleHeap& heap);
// object.__setstate__(state)
void BuildObject(PickleValue& object, const PickleValue& state, const ByteReader& in,
                 PickleHeap& heap);
// ('storage', type, key, device, elements[, view])
PickleValue StorageOf(const PickleValue& persistent_id, const ByteReader& in, PickleHeap& heap);

}  // namespace saccade
