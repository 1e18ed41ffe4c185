#include "saccade/study/study_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "saccade/base/file.h"
#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

StudyPage Sample() {
  StudyPage page{.name = "sample", .title = "A sample", .claim = "What is claimed."};
  page.parts.push_back({.heading = "Numbers", .text = "Text."});
  page.parts.back().figures.push_back({"sample-open", "Shown", Graphic{"shown", 10, 10}});
  page.parts.back().figures.push_back(
      {"sample-own", "Somebody's picture", Graphic{"p", 10, 10}, false});
  page.cost = "1 s";
  return page;
}

TEST(WriteStudyPage, KeepsWhatPeopleWroteAndMakesTheRestAnew) {
  const testing::TemporaryFolder folder;
  StudyOptions options;
  options.out = folder / "out";
  options.page = folder / "docs";
  WriteStudyPage(Sample(), options, "saccade experiment sample");
  const auto file = options.page / "sample.md";
  std::string text = ReadFile(file);
  EXPECT_THAT(text, HasSubstr("Not written yet"));
  text.replace(text.find("*Not"), text.find("keeps it.*") + 10 - text.find("*Not"),
               "It differs.\n\n### Why\n\nBecause.");
  WriteFileAtomically(file, text);

  StudyPage later = Sample();
  later.parts.front().text = "Other text.";
  WriteStudyPage(later, options, "saccade experiment sample");
  text = ReadFile(file);
  EXPECT_THAT(text, HasSubstr("It differs.\n\n### Why\n\nBecause.\n\n## Numbers\n\nOther text."));
  EXPECT_THAT(text, Not(HasSubstr("Not written yet")));
  WriteStudyPage(later, options, "saccade experiment sample");
  EXPECT_EQ(ReadFile(file), text);
}

TEST(WriteStudyPage, LeavesFiguresAsSvgAndPdfAndNobodysPicturesOnThePage) {
  const testing::TemporaryFolder folder;
  StudyOptions options;
  options.out = folder / "out";
  options.page = folder / "docs";
  options.commit = "abc1234";
  WriteStudyPage(Sample(), options, "the command");
  for (const char* name : {"sample-open.svg", "sample-open.pdf", "sample-own.svg"}) {
    EXPECT_TRUE(std::filesystem::exists(options.out / name)) << name;
  }
  EXPECT_TRUE(std::filesystem::exists(options.page / "sample-open.pdf"));
  EXPECT_FALSE(std::filesystem::exists(options.page / "sample-own.svg"));
  EXPECT_THAT(ReadFile(options.out / "sample.md"), HasSubstr("sample-own.svg"));
  EXPECT_THAT(ReadFile(options.page / "sample.md"), Not(HasSubstr("sample-own.svg")));
  EXPECT_THAT(ReadFile(options.page / "sample.md"), HasSubstr("Commit abc1234."));
}

TEST(ReadingOf, IsTheSectionUpToTheNextOfItsLevel) {
  EXPECT_EQ(ReadingOf("# T\n\n## Reading\n\na\n### b\nc\n\n## Next\nd"), "\na\n### b\nc\n");
  EXPECT_EQ(ReadingOf("# T\n\n## Reading\nlast\n"), "last\n");
  EXPECT_EQ(ReadingOf("# T\nnothing"), "");
}

}  // namespace
}  // namespace saccade
