#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"

namespace partita::store {

/// A year of play, and the year 5138: numbers beyond are mistakes.
inline constexpr std::int64_t kLongestTimeMs = 31'536'000'000;
inline constexpr std::int64_t kLatestTimeMs = 100'000'000'000'000;

/// Reads the fields of a JSON object from outside. The first thing wrong is kept in `*failure` as "place.field: what
/// was expected" and everything read afterwards is a harmless default, so that readers need no branch per field;
/// finish() refuses fields nobody asked for. The JSON and `*failure` outlive this. One thread.
class JsonFields {
 public:
  JsonFields(const boost::json::value& value, std::string place, std::string* failure);

  bool has(std::string_view name) const;
  std::string text(std::string_view name, std::size_t longest);
  std::string text_or(std::string_view name, std::string fallback, std::size_t longest);
  std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most);
  std::int64_t integer_or(std::string_view name, std::int64_t fallback, std::int64_t least, std::int64_t most);
  bool boolean(std::string_view name);
  bool boolean_or(std::string_view name, bool fallback);
  std::vector<std::string> texts(std::string_view name, std::size_t longest, std::size_t most);
  std::vector<std::string> texts_or_none(std::string_view name, std::size_t longest, std::size_t most);
  std::vector<std::int64_t> integers(std::string_view name, std::int64_t least, std::int64_t most, std::size_t count);
  std::vector<std::int64_t> integers_or_none(std::string_view name, std::int64_t least, std::int64_t most,
                                             std::size_t count);
  /// An object of strings; missing means empty.
  base::OptionValues string_map(std::string_view name, std::size_t longest);
  /// Missing and null mean none.
  std::optional<JsonFields> object_or_none(std::string_view name);
  std::vector<JsonFields> objects(std::string_view name, std::size_t most);

  void refuse(std::string_view name, const std::string& expected);
  /// Refuses fields that were never asked for.
  void finish();
  bool ok() const { return failure_->empty(); }

 private:
  const boost::json::value* find(std::string_view name);
  const boost::json::value* require(std::string_view name, const char* expected);
  bool is_fine_text(const boost::json::value& value, std::size_t longest) const;

  const boost::json::object* object_ = nullptr;
  std::string place_;
  std::string* failure_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace partita::store
