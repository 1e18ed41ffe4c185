#include "saccade/formats/tensorboard.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "saccade/base/file.h"
#include "saccade/formats/crc32.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using std::chrono::system_clock;

TEST(Crc, KnownValues) {
  // The check value of both: the digits 1 to 9. RFC 3720, B.4: 32 zero bytes give 8a9136aa.
  const std::string digits = "123456789";
  EXPECT_EQ(Crc32(std::as_bytes(std::span(digits))), 0xCBF43926u);
  EXPECT_EQ(Crc32c(digits), 0xE3069283u);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8A9136AAu);
  EXPECT_EQ(Crc32c(std::string(32, '\xff')), 0x62A8AB43u);
}

// The bytes after the file's first record, which says the version.
std::string AfterVersion(const std::filesystem::path& path) {
  const std::string bytes = ReadFile(path);
  const auto length = static_cast<unsigned char>(bytes.at(0));
  return bytes.substr(12 + length + 4);
}

TEST(EventWriter, WritesTheRecordsOfTensorBoard) {
  const testing::TemporaryFolder folder;
  EventWriter events(folder / "run");
  events.Write(3, {{"loss", 0.5}}, system_clock::time_point(std::chrono::seconds(2)));
  // wall_time 2.0 as double (field 1), step 3 (field 2), summary (field 5) with one value: tag
  // "loss" (field 1) and .5 as float (field 2).
  const std::string event(
      "\x09\x00\x00\x00\x00\x00\x00\x00\x40"
      "\x10\x03"
      "\x2a\x0d\x0a\x0b\x0a\x04loss\x15\x00\x00\x00\x3f",
      26);
  const std::string record = AfterVersion(events.path());
  ASSERT_EQ(record.size(), 12 + event.size() + 4);
  EXPECT_EQ(record.substr(0, 8), std::string("\x1a\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(record.substr(12, event.size()), event);
}

TEST(EventWriter, FramesWithMaskedChecksums) {
  // The first record of every event file that TensorFlow writes holds "brain.Event:2" and 24 bytes
  // in all; the masked checksum of that length (18 00 00 00 00 00 00 00) is a3 7f 4b 22.
  const std::string record = FramedRecord(std::string(24, 'x'));
  EXPECT_EQ(record.substr(0, 12), std::string("\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22", 12));
}

TEST(EventWriter, ContinuesAFileAndCutsWhatAKillLeft) {
  const testing::TemporaryFolder folder;
  std::filesystem::path path;
  {
    EventWriter events(folder.path());
    events.Write(1, {{"loss", 1}});
    path = events.path();
  }
  const std::string whole = ReadFile(path);
  WriteFileAtomically(path, whole + whole.substr(0, 20));
  {
    EventWriter events(folder.path());
    EXPECT_EQ(events.path(), path);
    EXPECT_EQ(ReadFile(path), whole);
    events.Restart(1);
    events.Write(2, {{"loss", 2}});
  }
  const std::string longer = ReadFile(path);
  EXPECT_TRUE(longer.starts_with(whole));
  EXPECT_EQ(ValidRecordBytes(longer), longer.size());
}

TEST(EventWriter, DamagedRecordsEndTheValidPart) {
  const std::string one = FramedRecord("abc");
  std::string damaged = FramedRecord("def");
  damaged[13] ^= 1;
  EXPECT_EQ(ValidRecordBytes(one + damaged + one), one.size());
  EXPECT_EQ(ValidRecordBytes(one + std::string(8, '\xff') + one), one.size());
  EXPECT_EQ(ValidRecordBytes(""), 0u);
}

}  // namespace
}  // namespace saccade
