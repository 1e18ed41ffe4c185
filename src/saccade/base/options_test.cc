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
  outer.share = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(OptionsOf(outer).Check(), InputError);
}

TEST(SettingsJson, NeedsAnEqualsSign) {
  EXPECT_THROW(SettingsJson({"epochs"}), InputError);
  EXPECT_EQ(SettingsJson({"a=b=c"})["a"], "b=c");
}

}  // namespace
}  // namespace saccade
