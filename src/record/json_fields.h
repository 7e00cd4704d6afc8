#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/option.h"
#include "base/parsed.h"

/// JSON from outside is read here and nowhere else: values know their place in the text, and what is wrong is told with
/// it ("games[3].moves: expected an array"). The first thing wrong is kept and everything read afterwards is a harmless
/// default, so that readers need no branch per field. The JSON and the fault outlive the readers. One thread.
namespace partita::record {

/// For who sets no bound.
inline constexpr std::size_t kAnySize = std::numeric_limits<std::size_t>::max();
inline constexpr std::int64_t kLeastInteger = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kMostInteger = std::numeric_limits<std::int64_t>::max();

/// The first thing wrong with a JSON text.
struct JsonFault {
  std::string place;    ///< "games[3].moves"; empty: the text as a whole
  std::string message;  ///< "expected a string"

  bool empty() const { return message.empty(); }
  std::string text() const { return place.empty() ? message : place + ": " + message; }
};

/// The value of a JSON text; the error says at which byte it is none.
base::Parsed<boost::json::value> parse_json(std::string_view text);

class JsonFields;

/// One value and its place.
class JsonItem {
 public:
  JsonItem(const boost::json::value& value, std::string place, JsonFault* fault);

  bool is_text() const { return value_->is_string(); }
  bool is_number() const { return value_->is_number(); }
  bool is_boolean() const { return value_->is_bool(); }
  bool is_object() const { return value_->is_object(); }
  bool is_null() const { return value_->is_null(); }
  /// Any text, of whatever length.
  std::string text() const;
  /// A text without control characters, which have no place in any name, move or position.
  std::string line(std::size_t longest) const;
  std::int64_t integer(std::int64_t least = kLeastInteger, std::int64_t most = kMostInteger) const;
  double number() const;
  bool boolean() const;
  /// The index of a text among these.
  std::size_t one_of(const std::vector<std::string>& names) const;
  std::vector<JsonItem> items(std::size_t most = kAnySize) const;
  /// Of an object, in their order; each stands at "place.'name'".
  std::vector<std::pair<std::string, JsonItem>> members() const;
  JsonFields fields() const;

  std::string place() const;
  /// "place: expected ..."
  void refuse(const std::string& expected) const { fail("expected " + expected); }
  /// "place: ..."
  void fail(const std::string& message) const;

 private:
  static constexpr std::size_t kNoIndex = kAnySize;
  /// An element's place is put together when it is asked for: matches have millions of moves.
  JsonItem(const boost::json::value& value, std::shared_ptr<const std::string> array, std::size_t index,
           JsonFault* fault)
      : value_(&value), place_(std::move(array)), index_(index), fault_(fault) {}

  const boost::json::value* value_;
  std::shared_ptr<const std::string> place_;
  std::size_t index_ = kNoIndex;
  JsonFault* fault_;
};

/// The fields of an object; finish() refuses those that nobody asked for.
class JsonFields {
 public:
  JsonFields(const boost::json::value& value, std::string place, JsonFault* fault);

  bool has(std::string_view name) const;
  /// The field's value; nothing where it is missing.
  std::optional<JsonItem> find(std::string_view name);
  /// The same where a missing field is a fault; a null stands in for it then.
  JsonItem item(std::string_view name);

  // A name alone is a field that must be there; `_or` has what a missing one means. Texts are lines (see JsonItem) but
  // for free_text().
  std::string text(std::string_view name, std::size_t longest);
  std::string text_or(std::string_view name, std::string fallback, std::size_t longest);
  std::string free_text(std::string_view name) { return item(name).text(); }
  std::int64_t integer(std::string_view name, std::int64_t least, std::int64_t most);
  std::int64_t integer_or(std::string_view name, std::int64_t fallback, std::int64_t least, std::int64_t most);
  double number(std::string_view name) { return item(name).number(); }
  bool boolean(std::string_view name) { return item(name).boolean(); }
  bool boolean_or(std::string_view name, bool fallback);
  std::vector<JsonItem> items(std::string_view name, std::size_t most = kAnySize) { return item(name).items(most); }
  std::vector<std::string> texts(std::string_view name, std::size_t longest, std::size_t most);
  std::vector<std::string> texts_or_none(std::string_view name, std::size_t longest, std::size_t most);
  std::vector<std::string> free_texts(std::string_view name);
  std::vector<std::int64_t> integers(std::string_view name, std::int64_t least, std::int64_t most, std::size_t count);
  std::vector<std::int64_t> integers_or_none(std::string_view name, std::int64_t least, std::int64_t most,
                                             std::size_t count);
  /// An object of lines; missing means empty.
  base::OptionValues string_map(std::string_view name, std::size_t longest);
  /// Missing and null mean none.
  std::optional<JsonFields> object_or_none(std::string_view name);
  std::vector<JsonFields> objects(std::string_view name, std::size_t most = kAnySize);

  /// "place.name: expected ..."
  void refuse(std::string_view name, const std::string& expected) { fail(name, "expected " + expected); }
  /// "place.name: ..."
  void fail(std::string_view name, const std::string& message);
  /// The fields that were never asked for, in their order.
  std::vector<std::string> unasked() const;
  /// Refuses them.
  void finish();
  bool ok() const { return fault_->empty(); }

 private:
  std::string place_of(std::string_view name) const;

  const boost::json::object* object_ = nullptr;
  std::string place_;
  JsonFault* fault_;
  std::set<std::string, std::less<>> asked_;
};

/// A text that is one object, called `what` in errors (empty: only its fields are named): `read` fills a T from its
/// fields.
template <class T, class Read>
base::Parsed<T> read_json_object(std::string_view text, const std::string& what, Read&& read) {
  const auto value = parse_json(text);
  if (!value) return what.empty() ? value.forward_error() : value.error_at(what);
  JsonFault fault;
  JsonFields fields(*value, what, &fault);
  T result;
  read(fields, result);
  if (!fault.empty()) return base::Error{fault.text()};
  return result;
}

}  // namespace partita::record
