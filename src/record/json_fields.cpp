#include "record/json_fields.h"

#include <algorithm>

#include "base/text.h"

namespace partita::record {

namespace json = boost::json;

namespace {

json::string_view key_of(std::string_view name) { return {name.data(), name.size()}; }

std::string range_text(std::int64_t least, std::int64_t most) {
  if (least == kLeastInteger && most == kMostInteger) return "a whole number";
  if (most == kMostInteger) return "a whole number from " + std::to_string(least);
  return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 32 || c == 127; }

/// What stands in for a field that is missing.
const json::value& nothing() {
  static const json::value null;
  return null;
}

}  // namespace

base::Parsed<json::value> parse_json(std::string_view text) {
  json::error_code broken;
  json::stream_parser parser;
  const std::size_t read = parser.write_some(text.data(), text.size(), broken);
  if (!broken && read == text.size()) parser.finish(broken);
  const std::size_t rest = text.find_first_not_of(" \t\r\n", read);
  if (!broken && rest != std::string_view::npos) broken = json::error::extra_data;
  if (!broken && !parser.done()) parser.finish(broken);
  if (broken) return base::Error{"not JSON at byte " + std::to_string(read + 1) + ": " + broken.message()};
  return parser.release();
}

JsonItem::JsonItem(const json::value& value, std::string place, JsonFault* fault)
    : value_(&value), place_(std::make_shared<const std::string>(std::move(place))), fault_(fault) {}

std::string JsonItem::place() const {
  return index_ == kNoIndex ? *place_ : *place_ + "[" + std::to_string(index_) + "]";
}

void JsonItem::fail(const std::string& message) const {
  if (fault_->empty()) *fault_ = {place(), message};
}

std::string JsonItem::text() const {
  if (value_->is_string()) return std::string(value_->get_string());
  refuse("a string");
  return {};
}

std::string JsonItem::line(std::size_t longest) const {
  if (value_->is_string() && value_->get_string().size() <= longest &&
      std::none_of(value_->get_string().begin(), value_->get_string().end(), is_control)) {
    return std::string(value_->get_string());
  }
  refuse(longest == kAnySize ? "a string without control characters"
                             : "a string of at most " + std::to_string(longest) + " bytes without control characters");
  return {};
}

std::int64_t JsonItem::integer(std::int64_t least, std::int64_t most) const {
  if (value_->is_int64() && value_->get_int64() >= least && value_->get_int64() <= most) return value_->get_int64();
  refuse(range_text(least, most));
  return std::max<std::int64_t>(least, 0);
}

double JsonItem::number() const {
  if (value_->is_number()) return value_->to_number<double>();
  refuse("a number");
  return 0;
}

bool JsonItem::boolean() const {
  if (value_->is_bool()) return value_->get_bool();
  refuse("true or false");
  return false;
}

std::size_t JsonItem::one_of(const std::vector<std::string>& names) const {
  const auto found = value_->is_string() ? std::find(names.begin(), names.end(), text()) : names.end();
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  refuse(base::join({names.begin(), names.end() - 1}, ", ") + " or " + names.back());
  return 0;
}

std::vector<JsonItem> JsonItem::items(std::size_t most) const {
  const json::array* array = value_->if_array();
  if (array == nullptr || array->size() > most) {
    refuse(most == kAnySize ? "an array" : "an array of at most " + std::to_string(most));
    return {};
  }
  std::vector<JsonItem> result;
  result.reserve(array->size());
  const auto own = std::make_shared<const std::string>(place());
  for (const json::value& value : *array) result.push_back(JsonItem(value, own, result.size(), fault_));
  return result;
}

std::vector<std::pair<std::string, JsonItem>> JsonItem::members() const {
  std::vector<std::pair<std::string, JsonItem>> result;
  if (!value_->is_object()) {
    refuse("an object");
    return result;
  }
  const std::string own = place();
  for (const auto& [name, value] : value_->get_object()) {
    const std::string key(name);
    result.emplace_back(key, JsonItem(value, own + (own.empty() ? "" : ".") + base::quoted(key), fault_));
  }
  return result;
}

JsonFields JsonItem::fields() const { return {*value_, place(), fault_}; }

JsonFields::JsonFields(const json::value& value, std::string place, JsonFault* fault)
    : object_(value.if_object()), place_(std::move(place)), fault_(fault) {
  if (object_ == nullptr && fault_->empty()) *fault_ = {place_, "expected an object"};
}

std::string JsonFields::place_of(std::string_view name) const {
  return place_ + (place_.empty() ? "" : ".") + std::string(name);
}

bool JsonFields::has(std::string_view name) const { return object_ != nullptr && object_->contains(key_of(name)); }

std::optional<JsonItem> JsonFields::find(std::string_view name) {
  asked_.emplace(name);
  const json::value* value = object_ == nullptr ? nullptr : object_->if_contains(key_of(name));
  if (value == nullptr) return std::nullopt;
  return JsonItem(*value, place_of(name), fault_);
}

JsonItem JsonFields::item(std::string_view name) {
  if (const auto found = find(name)) return *found;
  fail(name, "is missing");
  return JsonItem(nothing(), place_of(name), fault_);
}

std::string JsonFields::text(std::string_view name, std::size_t longest) { return item(name).line(longest); }

std::string JsonFields::text_or(std::string_view name, std::string fallback, std::size_t longest) {
  const auto found = find(name);
  return found ? found->line(longest) : fallback;
}

std::int64_t JsonFields::integer(std::string_view name, std::int64_t least, std::int64_t most) {
  return item(name).integer(least, most);
}

std::int64_t JsonFields::integer_or(std::string_view name, std::int64_t fallback, std::int64_t least,
                                    std::int64_t most) {
  const auto found = find(name);
  return found ? found->integer(least, most) : fallback;
}

bool JsonFields::boolean_or(std::string_view name, bool fallback) {
  const auto found = find(name);
  return found ? found->boolean() : fallback;
}

std::vector<std::string> JsonFields::texts(std::string_view name, std::size_t longest, std::size_t most) {
  std::vector<std::string> result;
  for (const JsonItem& value : items(name, most)) result.push_back(value.line(longest));
  return result;
}

std::vector<std::string> JsonFields::texts_or_none(std::string_view name, std::size_t longest, std::size_t most) {
  return find(name) ? texts(name, longest, most) : std::vector<std::string>{};
}

std::vector<std::string> JsonFields::free_texts(std::string_view name) {
  std::vector<std::string> result;
  for (const JsonItem& value : items(name)) result.push_back(value.text());
  return result;
}

std::vector<std::int64_t> JsonFields::integers(std::string_view name, std::int64_t least, std::int64_t most,
                                               std::size_t count) {
  std::vector<std::int64_t> result;
  for (const JsonItem& value : items(name, count)) result.push_back(value.integer(least, most));
  return result;
}

std::vector<std::int64_t> JsonFields::integers_or_none(std::string_view name, std::int64_t least, std::int64_t most,
                                                       std::size_t count) {
  return find(name) ? integers(name, least, most, count) : std::vector<std::int64_t>{};
}

base::OptionValues JsonFields::string_map(std::string_view name, std::size_t longest) {
  base::OptionValues result;
  const auto found = find(name);
  if (!found) return result;
  for (const auto& [key, value] : found->members()) {
    if (key.size() > longest) value.fail("the name is longer than " + std::to_string(longest) + " bytes");
    result[key] = value.line(longest);
  }
  return result;
}

std::optional<JsonFields> JsonFields::object_or_none(std::string_view name) {
  asked_.emplace(name);
  const json::value* value = object_ == nullptr ? nullptr : object_->if_contains(key_of(name));
  if (value == nullptr || value->is_null()) return std::nullopt;
  return JsonFields(*value, place_of(name), fault_);
}

std::vector<JsonFields> JsonFields::objects(std::string_view name, std::size_t most) {
  std::vector<JsonFields> result;
  for (const JsonItem& value : items(name, most)) result.push_back(value.fields());
  return result;
}

void JsonFields::fail(std::string_view name, const std::string& message) {
  if (fault_->empty()) *fault_ = {place_of(name), message};
}

std::vector<std::string> JsonFields::unasked() const {
  std::vector<std::string> names;
  if (object_ == nullptr) return names;
  for (const auto& [field, value] : *object_) {
    const std::string_view name(field.data(), field.size());
    if (!asked_.contains(name)) names.emplace_back(name);
  }
  return names;
}

void JsonFields::finish() {
  const auto unknown = unasked();
  if (!unknown.empty() && fault_->empty()) *fault_ = {place_, "unknown field " + base::quoted(unknown.front())};
}

}  // namespace partita::record
