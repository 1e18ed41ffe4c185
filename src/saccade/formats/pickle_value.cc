#include "saccade/formats/pickle_value.h"

#include <array>

#include "saccade/base/error.h"

namespace saccade {
namespace {

// By the variant's index.
constexpr std::array<std::string_view, 14> kKindNames = {
    "None",   "a bool",  "an integer", "a long integer", "a float", "a text",    "bytes",
    "a list", "a tuple", "a dict",     "a tensor",       "a type",  "a storage", "a dtype"};

[[noreturn]] void Unexpected(std::string_view expected, const PickleValue& found) {
  throw InputError(fmt::format("expected {}, found {}", expected, found.KindName()));
}

}  // namespace

PickleValue::PickleValue() : node_(std::make_shared<PickleNode>()) {}

PickleValue::Kind PickleValue::kind() const { return static_cast<Kind>(node_->value.index()); }

std::string_view PickleValue::KindName() const { return kKindNames[node_->value.index()]; }

bool PickleValue::Bool() const {
  if (const auto* value = std::get_if<bool>(&node_->value)) return *value;
  Unexpected("a bool", *this);
}

std::int64_t PickleValue::Integer() const {
  if (const auto* value = std::get_if<std::int64_t>(&node_->value)) return *value;
  if (const auto* value = std::get_if<bool>(&node_->value)) return *value ? 1 : 0;
  Unexpected("an integer", *this);
}

double PickleValue::Real() const {
  if (const auto* value = std::get_if<double>(&node_->value)) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&node_->value)) {
    return static_cast<double>(*value);
  }
  Unexpected("a number", *this);
}

const std::string& PickleValue::Text() const {
  if (const auto* value = std::get_if<std::string>(&node_->value)) return *value;
  Unexpected("a text", *this);
}

const std::string& PickleValue::Bytes() const {
  if (const auto* value = std::get_if<PickleRawBytes>(&node_->value)) return value->bytes;
  Unexpected("bytes", *this);
}

const std::string& PickleValue::Long() const {
  if (const auto* value = std::get_if<PickleLong>(&node_->value)) return value->bytes;
  Unexpected("a long integer", *this);
}

const PickleValue::List& PickleValue::Items() const {
  if (const auto* value = std::get_if<List>(&node_->value)) return *value;
  if (const auto* value = std::get_if<PickleTuple>(&node_->value)) return value->items;
  Unexpected("a list or tuple", *this);
}

const PickleValue::Dict& PickleValue::Entries() const {
  if (const auto* value = std::get_if<Dict>(&node_->value)) return *value;
  Unexpected("a dict", *this);
}

const Tensor& PickleValue::AsTensor() const {
  if (const auto* value = std::get_if<Tensor>(&node_->value)) return *value;
  Unexpected("a tensor", *this);
}

const PickleValue* PickleValue::Find(std::string_view key) const {
  const Dict& entries = Entries();
  // A key that is set again stands further back and wins, as in Python.
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (entry->first.Is(Kind::kText) && entry->first.Text() == key) return &entry->second;
  }
  return nullptr;
}

const PickleValue& PickleValue::operator[](std::string_view key) const {
  if (const PickleValue* value = Find(key)) return *value;
  throw InputError(fmt::format("the dict has no key \"{}\"", key));
}

}  // namespace saccade
