#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace saccade {

// Where the files that saccade needs beside its program lie, in the order in which they are looked
// for. "Beside" is beside the program, or beside the library that holds this code.

// Folders of models: $SACCADE_MODELS; the user's ($XDG_DATA_HOME/saccade/models, that is
// ~/.local/share/saccade/models); share/saccade/models of the prefix that saccade lies in, then of
// /usr/local and /usr; the source tree that saccade was built in. They need not exist.
std::vector<std::filesystem::path> ModelFolders();

// Where ONNX Runtime's library may lie: $SACCADE_ONNXRUNTIME (the file, its folder, or a prefix);
// the user's data folder; lib/saccade of the same prefixes; at last the bare name, for the loader's
// own search. With $SACCADE_ONNXRUNTIME nothing else is looked at.
std::vector<std::filesystem::path> OnnxRuntimeFiles();

// "a, b and c": for errors that say where was looked.
std::string ListOfPaths(const std::vector<std::filesystem::path>& paths);

}  // namespace saccade
