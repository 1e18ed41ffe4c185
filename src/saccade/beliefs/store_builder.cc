#include "saccade/beliefs/store_builder.h"

#include <algorithm>
#include <atomic>
#include <memory>

#include "saccade/base/error.h"
#include "saccade/base/parallel.h"
#include "saccade/base/progress.h"
#include "saccade/base/stopwatch.h"
#include "saccade/beliefs/build_journal.h"

namespace saccade {
namespace {

using Path = std::filesystem::path;

void MakeFolderOf(const Path& path) {
  if (!path.has_parent_path()) return;
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) {
    throw Failure(fmt::format("{}: cannot make its folder ({})", path.string(), error.message()));
  }
}

// Changes with the format of what the journal holds, so that an older program's is not reused.
std::uint64_t ChecksumOfSettings(const BeliefSource& source, BeliefValues values) {
  std::string text = fmt::format("1 {} {:x}", static_cast<int>(values), source.checksum);
  for (const auto& [key, value] : source.notes) text += fmt::format("\n{}={}", key, value);
  return Checksum(text);
}

}  // namespace

BuildReport BuildBeliefStore(const Path& path, const BeliefSource& source, BeliefValues values) {
  Stopwatch watch;
  MakeFolderOf(path);
  BuildJournal journal(path, ChecksumOfSettings(source, values));
  std::vector<EncodedPicture> pictures(source.names.size());
  std::atomic<std::size_t> reused = 0;
  try {
    Progress progress("beliefs", pictures.size());
    ParallelFor(pictures.size(), [&](std::size_t i) {
      const PictureInput input = source.read(i);
      if (const EncodedPicture* finished = journal.Find(source.names[i], input.checksum)) {
        pictures[i] = *finished;
        ++reused;
      } else {
        pictures[i] = EncodePicture(input.decode(), values);
        journal.Append(pictures[i], input.checksum);
      }
      progress.Step();
    });
    WriteBeliefStore(path, std::move(pictures), {values, source.notes});
  } catch (const InputError&) {
    if (!source.keep_finished) journal.Remove();
    throw;
  }
  journal.Remove();
  return {source.names.size(), reused, std::filesystem::file_size(path), watch.Lap()};
}

}  // namespace saccade
