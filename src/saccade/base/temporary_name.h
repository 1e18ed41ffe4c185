#pragma once

#include <filesystem>

namespace saccade {

// How files and folders that appear whole are named until then (AtomicFile, AtomicFolder).

// "NAME.part-RANDOM" beside `target`; a NAME too long for that is cut.
std::filesystem::path TemporaryName(const std::filesystem::path& target);

// Removes what processes that are dead have left under such names in the folder of `target`, once a
// folder and process. Who writes holds a lock (flock) on what it writes: what can be locked was left.
void RemoveLitterBeside(const std::filesystem::path& target);

std::filesystem::path FolderOf(const std::filesystem::path& file);
// Names in a folder, flushed to disk.
void SyncFolder(const std::filesystem::path& folder);

}  // namespace saccade
