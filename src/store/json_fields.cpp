#include "store/json_fields.h"

#include <algorithm>

#include "base/text.h"

namespace partita::store {

namespace json = boost::json;

namespace {

json::string_view key(std::string_view name) { return {name.data(), name.size()}; }

std::optional<std::int64_t> whole_number(const json::value& value, std::int64_t least, std::int64_t most) {
  if (!value.is_int64() || value.get_int64() < least || value.get_int64() > most) return std::nullopt;
  return value.get_int64();
}

std::string range(std::int64_t least, std::int64_t most) {
  return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
}

}  // namespace

JsonFields::JsonFields(const json::value& value, std::string place, std::string* failure)
    : object_(value.if_object()), place_(std::move(place)), failure_(failure) {
  if (object_ == nullptr && failure_->empty()) *failure_ = place_ + ": expected an object";
}

bool JsonFields::has(std::string_view name) const { return object_ != nullptr && object_->contains(key(name)); }

const json::value* JsonFields::find(std::string_view name) {
  asked_.emplace(name);
  return object_ == nullptr ? nullptr : object_->if_contains(key(name));
}

const json::value* JsonFields::require(std::string_view name, const char* expected) {
  const json::value* value = find(name);
  if (value == nullptr) refuse(name, expected);
  return value;
}

// Control characters have no place in any name, move or position, and a NUL cannot be kept by every database.
bool JsonFields::is_fine_text(const json::value& value, std::size_t longest) const {
  if (!value.is_string() || value.get_string().size() > longest) return false;
  return std::none_of(value.get_string().begin(), value.get_string().end(),
                      [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; });
}

std::string JsonFields::text(std::string_view name, std::size_t longest) {
  if (require(name, "a string") == nullptr) return "";
  return text_or(name, "", longest);
}

std::string JsonFields::text_or(std::string_view name, std::string fallback, std::size_t longest) {
  const json::value* value = find(name);
  if (value == nullptr) return fallback;
  if (!is_fine_text(*value, longest)) {
    refuse(name, "a string of at most " + std::to_string(longest) + " bytes without control characters");
    return fallback;
  }
  return std::string(value->get_string());
}

std::int64_t JsonFields::integer(std::string_view name, std::int64_t least, std::int64_t most) {
  if (require(name, "a whole number") == nullptr) return least;
  return integer_or(name, least, least, most);
}

std::int64_t JsonFields::integer_or(std::string_view name, std::int64_t fallback, std::int64_t least,
                                    std::int64_t most) {
  const json::value* value = find(name);
  if (value == nullptr) return fallback;
  const auto number = whole_number(*value, least, most);
  if (!number) refuse(name, range(least, most));
  return number.value_or(fallback);
}

bool JsonFields::boolean(std::string_view name) {
  if (require(name, "true or false") == nullptr) return false;
  return boolean_or(name, false);
}

bool JsonFields::boolean_or(std::string_view name, bool fallback) {
  const json::value* value = find(name);
  if (value == nullptr) return fallback;
  if (!value->is_bool()) {
    refuse(name, "true or false");
    return fallback;
  }
  return value->get_bool();
}

std::vector<std::string> JsonFields::texts(std::string_view name, std::size_t longest, std::size_t most) {
  require(name, "an array of strings");
  return texts_or_none(name, longest, most);
}

std::vector<std::string> JsonFields::texts_or_none(std::string_view name, std::size_t longest, std::size_t most) {
  const json::value* value = find(name);
  if (value == nullptr) return {};
  std::vector<std::string> result;
  if (value->is_array() && value->get_array().size() <= most) {
    for (const json::value& item : value->get_array()) {
      if (!is_fine_text(item, longest)) break;
      result.emplace_back(item.get_string());
    }
    if (result.size() == value->get_array().size()) return result;
  }
  refuse(name,
         "an array of at most " + std::to_string(most) + " strings of at most " + std::to_string(longest) + " bytes");
  return {};
}

std::vector<std::int64_t> JsonFields::integers(std::string_view name, std::int64_t least, std::int64_t most,
                                               std::size_t count) {
  require(name, "an array of whole numbers");
  return integers_or_none(name, least, most, count);
}

std::vector<std::int64_t> JsonFields::integers_or_none(std::string_view name, std::int64_t least, std::int64_t most,
                                                       std::size_t count) {
  const json::value* value = find(name);
  if (value == nullptr) return {};
  std::vector<std::int64_t> result;
  if (value->is_array() && value->get_array().size() <= count) {
    for (const json::value& item : value->get_array()) {
      const auto number = whole_number(item, least, most);
      if (!number) break;
      result.push_back(*number);
    }
    if (result.size() == value->get_array().size()) return result;
  }
  refuse(name, "an array of at most " + std::to_string(count) + " numbers, each " + range(least, most));
  return {};
}

base::OptionValues JsonFields::string_map(std::string_view name, std::size_t longest) {
  base::OptionValues result;
  const json::value* value = find(name);
  if (value == nullptr) return result;
  if (!value->is_object()) {
    refuse(name, "an object of strings");
    return result;
  }
  for (const auto& [field, item] : value->get_object()) {
    if (!is_fine_text(item, longest) || field.size() > longest) {
      refuse(name, "an object of strings of at most " + std::to_string(longest) + " bytes");
      return {};
    }
    result[std::string(field)] = std::string(item.get_string());
  }
  return result;
}

std::optional<JsonFields> JsonFields::object_or_none(std::string_view name) {
  const json::value* value = find(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  return JsonFields(*value, place_ + "." + std::string(name), failure_);
}

std::vector<JsonFields> JsonFields::objects(std::string_view name, std::size_t most) {
  std::vector<JsonFields> result;
  const json::value* value = require(name, "an array of objects");
  if (value == nullptr) return result;
  if (!value->is_array() || value->get_array().size() > most) {
    refuse(name, "an array of at most " + std::to_string(most) + " objects");
    return result;
  }
  for (const json::value& item : value->get_array()) {
    result.emplace_back(item, place_ + "." + std::string(name) + "[" + std::to_string(result.size()) + "]", failure_);
  }
  return result;
}

void JsonFields::refuse(std::string_view name, const std::string& expected) {
  if (failure_->empty()) *failure_ = place_ + "." + std::string(name) + ": expected " + expected;
}

void JsonFields::finish() {
  if (object_ == nullptr) return;
  for (const auto& [field, value] : *object_) {
    if (asked_.contains(std::string_view(field.data(), field.size()))) continue;
    if (failure_->empty()) *failure_ = place_ + ": unknown field " + base::quoted({field.data(), field.size()});
    return;
  }
}

}  // namespace partita::store
