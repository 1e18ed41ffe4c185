#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace saccade {

// Scalars for TensorBoard: an event file "events.out.tfevents.*" in a run's folder, one record an
// event. A record is written with one call, so a killed process leaves at most the last one cut,
// and a writer that continues the file cuts that off first.
//
//   EventWriter events(run / "tensorboard");
//   events.Write(step, {{"loss/policy", 0.31}, {"score/tfp_auc", 4.4}});
class EventWriter {
 public:
  // Continues the newest event file of the folder, or starts one. Creates the folder. Throws
  // Failure when the disk refuses.
  explicit EventWriter(const std::filesystem::path& folder);
  ~EventWriter();
  EventWriter(const EventWriter&) = delete;
  EventWriter& operator=(const EventWriter&) = delete;

  using Time = std::chrono::system_clock::time_point;
  void Write(std::int64_t step, const std::map<std::string, double>& scalars,
             Time when = std::chrono::system_clock::now());

  // Says that what follows starts again at `step`: TensorBoard forgets later steps already in the
  // file. For runs that resume from a checkpoint.
  void Restart(std::int64_t step, Time when = std::chrono::system_clock::now());

  const std::filesystem::path& path() const { return path_; }

 private:
  void Append(const std::string& event);

  std::filesystem::path path_;
  int descriptor_ = -1;
};

// TFRecord framing: length, its masked CRC-32C, the bytes, their masked CRC-32C.
std::string FramedRecord(std::string_view bytes);

// The length of the complete and undamaged records that a file starts with.
std::size_t ValidRecordBytes(std::string_view file);

}  // namespace saccade
