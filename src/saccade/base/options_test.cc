#include "saccade/base/options.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "saccade/base/error.h"

namespace saccade {
namespace {

enum class Color { kRed, kBlue };
struct Inner {
  int a = 1;
  int b = 2;
};
struct Base {
  double share = 0.5;
};
struct Outer : Base {
  int count = 3;
  bool flag = false;
  std::string word = "x";
  Color color = Color::kBlue;
  Inner inner;
};

OptionList OptionsOf(Outer& o) {
  OptionList inner, base, list;
  inner.Add("a", o.inner.a, {}, "").Add("b", o.inner.b, {}, "");
  base.Add("share", o.share, {kAboveZero, 1}, "");
  list.Add(base)
      .Add("count", o.count, {0}, "")
      .Add("flag", o.flag, "")
      .Add("word", o.word, "")
      .Add("color", o.color, {"red", "blue"}, "")
      .Add(inner);
  return list;
}

std::string ErrorOf(const nlohmann::ordered_json& document) {
  Outer outer;
  try {
    OptionsOf(outer).Set(document, "config.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OptionList, GoesToJsonAndBack) {
  Outer outer;
  OptionList list = OptionsOf(outer);
  EXPECT_EQ(list.ToJson().dump(),
            R"({"share":0.5,"count":3,"flag":false,"word":"x","color":"blue","a":1,"b":2})");
  list.Apply({"color=red", "share=1", "b=7", "flag=true", "word=long"}, "--set");
  EXPECT_EQ(outer.color, Color::kRed);
  EXPECT_EQ(outer.share, 1);
  EXPECT_EQ(outer.inner.b, 7);
  EXPECT_TRUE(outer.flag);
  EXPECT_EQ(outer.word, "long");
}

TEST(OptionList, CountsTheMembersThatTheStructHas) {
  Outer outer;
  EXPECT_EQ(MemberCount<Inner>(), 2u);
  EXPECT_EQ(MemberCount<Outer>(), 6u);  // the base counts as one
  EXPECT_EQ(OptionsOf(outer).members(), MemberCount<Outer>());
}

TEST(OptionList, RefusesWhatDoesNotFit) {
  EXPECT_EQ(ErrorOf({{"count", -1}}), "config.json:count: is -1; 0 or more is expected");
  EXPECT_EQ(ErrorOf({{"share", 0}}),
            "config.json:share: is 0; more than 0 and at most 1 is expected");
  EXPECT_EQ(ErrorOf({{"count", 99999999999}}),
            "config.json:count: is 99999999999; 0 to 1000000000 is expected");
  EXPECT_EQ(ErrorOf({{"color", "green"}}),
            "config.json:color: is \"green\"; red or blue is expected");
  EXPECT_EQ(ErrorOf({{"colour", "red"}}),
            "config.json:colour: is no option here; did you mean color?");
  EXPECT_EQ(ErrorOf({{"flag", 1}}),
            "config.json:flag: has the value 1, which is not of its type; true or false is "
            "expected");
  EXPECT_NE(ErrorOf({{"count", 1.5}}).find("a whole number"), std::string::npos);
  EXPECT_NE(ErrorOf({{"share", nullptr}}).find("a number"), std::string::npos);
}

TEST(OptionList, ChecksWhatWasSetInCode) {
  Outer outer;
  outer.share = 2;
  EXPECT_THROW(OptionsOf(outer).Check(), InputError);
  try {
    OptionsOf(outer).Check("--");
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "--share is 2; more than 0 and at most 1 is expected");
  }
  outer.share = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(OptionsOf(outer).Check(), InputError);
}

struct Given {
  std::filesystem::path file{};
  std::vector<std::string> names{};
  std::vector<std::filesystem::path> files{};
  std::optional<double> blur{};
  std::optional<int> most{};
  std::optional<Color> color{};
  std::string split{};
  std::uint64_t seed = 0;
  std::array<double, 2> shares{0.5, 0.5};
  std::function<void()> done{};
};

OptionList OptionsOf(Given& o) {
  OptionList list;
  list.Add("file", TextOf(o.file), "what is read", "FILE")
      .Add("names", WordsOf(o.names, {"cup", "fork"}), "")
      .Add("files", TextsOf(o.files), "")
      .Add("blur", o.blur, {0, 100}, "")
      .Add("most", o.most, {1}, "")
      .Add("color", ChoiceOf(o.color, {"red", "blue"}), "")
      .Add("split", ChoiceOf(o.split, {"train", "test"}), "")
      .Add("seed", o.seed, {}, "")
      .Add("shares", NumbersOf(o.shares, {0, 1}), "")
      .Omit();
  return list;
}

std::string ErrorOfGiven(const nlohmann::ordered_json& document) {
  Given given;
  try {
    OptionsOf(given).Set(document, "options");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(OptionList, LeavesOpenWhatIsNotGiven) {
  Given given;
  EXPECT_EQ(OptionsOf(given).members(), MemberCount<Given>());
  EXPECT_EQ(OptionsOf(given).ToJson().dump(),
            R"({"file":"","names":[],"files":[],"blur":null,"most":null,"color":null,)"
            R"("split":null,"seed":0,"shares":[0.5,0.5]})");
  OptionsOf(given).Check();
}

TEST(OptionList, TakesPathsListsAndWhatMayBeLeftOpen) {
  Given given;
  const auto document = nlohmann::ordered_json::parse(
      R"({"file":"a","names":["cup"],"files":["b","c"],"blur":2.5,"most":3,"color":"blue",)"
      R"("split":"test","seed":18446744073709551615,"shares":[0.25,0.75]})");
  OptionsOf(given).Set(document, "options");
  EXPECT_EQ(given.files[1], "c");
  EXPECT_EQ(given.color, Color::kBlue);
  EXPECT_EQ(given.split, "test");
  EXPECT_EQ(given.seed, ~std::uint64_t{0});
  EXPECT_EQ(OptionsOf(given).ToJson(), document);
  EXPECT_FALSE(SameOptions(given, Given()));
  OptionsOf(given).Set({{"blur", nullptr}, {"color", nullptr}, {"names", "fork"}}, "options");
  EXPECT_FALSE(given.blur || given.color);
  EXPECT_EQ(given.names, std::vector<std::string>{"fork"});
}

TEST(OptionList, RefusesListsAndNullsThatDoNotFit) {
  EXPECT_EQ(ErrorOfGiven({{"names", {"cup", "cap"}}}),
            "options:names: is \"cap\"; cup or fork is expected");
  EXPECT_EQ(ErrorOfGiven({{"split", "tset"}}),
            "options:split: is \"tset\"; train or test is expected");
  EXPECT_EQ(ErrorOfGiven({{"seed", -1}}), "options:seed: is -1; 0 or more is expected");
  EXPECT_EQ(ErrorOfGiven({{"shares", {0.5, 2}}}), "options:shares: is 2; 0 to 1 is expected");
  EXPECT_NE(ErrorOfGiven({{"shares", {1}}}).find("a list of 2 numbers"), std::string::npos);
  EXPECT_NE(ErrorOfGiven({{"seed", nullptr}}).find("a whole number"), std::string::npos);
  EXPECT_NE(ErrorOfGiven({{"file", 3}}).find("a word"), std::string::npos);
}

TEST(OptionList, DropsWhatACallerGivesOtherwise) {
  Given given;
  OptionList list = OptionsOf(given);
  list.Drop({"seed", "blur"});
  EXPECT_THROW(list.Set({{"seed", 1}}, "options"), InputError);
  EXPECT_EQ(list.Take("file").help, "what is read");
  EXPECT_THROW(list.Take("file"), std::logic_error);
}

TEST(SettingsJson, NeedsAnEqualsSign) {
  EXPECT_THROW(SettingsJson({"epochs"}), InputError);
  EXPECT_EQ(SettingsJson({"a=b=c"})["a"], "b=c");
}

}  // namespace
}  // namespace saccade
