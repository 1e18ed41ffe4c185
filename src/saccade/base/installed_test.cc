#include "saccade/base/installed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>

#include "saccade/testing/shared_data.h"

namespace saccade {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using Path = std::filesystem::path;

// Sets variables for one test, and puts them back.
class Installed : public ::testing::Test {
 protected:
  void Set(const std::string& name, const std::string& value) {
    const char* const old = std::getenv(name.c_str());
    old_.emplace(name, old == nullptr ? std::nullopt : std::optional<std::string>(old));
    setenv(name.c_str(), value.c_str(), 1);
  }
  void SetUp() override {
    for (const char* name : {"SACCADE_MODELS", "SACCADE_ONNXRUNTIME", "XDG_DATA_HOME"}) {
      Set(name, "");
    }
  }
  void TearDown() override {
    for (const auto& [name, value] : old_) {
      if (value) {
        setenv(name.c_str(), value->c_str(), 1);
      } else {
        unsetenv(name.c_str());
      }
    }
  }
  std::map<std::string, std::optional<std::string>> old_;
};

TEST_F(Installed, WhatTheUserNamesComesFirstThenTheUsersThenTheSystems) {
  Set("SACCADE_MODELS", "/named");
  Set("HOME", "/home/ada");
  const std::vector<Path> folders = ModelFolders();
  ASSERT_GE(folders.size(), 4u);
  EXPECT_EQ(folders[0], "/named");
  EXPECT_EQ(folders[1], "/home/ada/.local/share/saccade/models");
  EXPECT_THAT(folders, AllOf(Contains(Path("/usr/local/share/saccade/models")),
                             Contains(Path("/usr/share/saccade/models"))));
}

TEST_F(Installed, AProgramInABuildFolderFindsTheSourceTreeLast) {
  EXPECT_EQ(ModelFolders().back(), testing::ProjectFile("models"));
}

TEST_F(Installed, ARelativeDataFolderIsIgnoredAsTheSpecificationWants) {
  Set("HOME", "/home/ada");
  Set("XDG_DATA_HOME", "data");
  EXPECT_EQ(ModelFolders().front(), "/home/ada/.local/share/saccade/models");
  Set("XDG_DATA_HOME", "/data");
  EXPECT_EQ(ModelFolders().front(), "/data/saccade/models");
}

TEST_F(Installed, WithoutAHomeOnlyTheSystemIsAsked) {
  Set("HOME", "");
  EXPECT_EQ(ModelFolders().front().string().find(".local"), std::string::npos);
}

TEST_F(Installed, ANamedRuntimeIsTheOnlyOne) {
  const testing::TemporaryFolder folder;
  Set("SACCADE_ONNXRUNTIME", "/opt/libonnxruntime.so.1.18");
  EXPECT_THAT(OnnxRuntimeFiles(), ElementsAre("/opt/libonnxruntime.so.1.18"));
  Set("SACCADE_ONNXRUNTIME", folder.path().string());
  EXPECT_THAT(OnnxRuntimeFiles(),
              ElementsAre(folder / "libonnxruntime.so.1", folder / "lib/libonnxruntime.so.1"));
}

TEST_F(Installed, TheLoadersOwnSearchIsTheLastResort) {
  EXPECT_EQ(OnnxRuntimeFiles().back(), "libonnxruntime.so.1");
}

TEST(ListOfPaths, ReadsAsASentence) {
  EXPECT_EQ(ListOfPaths({}), "");
  EXPECT_EQ(ListOfPaths({"/a"}), "/a");
  EXPECT_EQ(ListOfPaths({"/a", "/b", "/c"}), "/a, /b and /c");
}

}  // namespace
}  // namespace saccade
