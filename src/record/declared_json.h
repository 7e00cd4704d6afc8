#pragma once

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/declared.h"
#include "record/json_fields.h"

/// JSON in and out of records that are declared once (base/declared.h). Texts, numbers, enumerators (by name, or as
/// numbers), vectors, arrays of a fixed length, maps of texts, optional values (null) and records within records.
namespace partita::record {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T, std::size_t N>
inline constexpr bool is_list<std::array<T, N>> = true;

/// A record with `kIsRow` is an array of its values, without their names.
template <class T>
concept Row = base::Declared<T> &&(
    requires { T::kIsRow; } || requires { base::Declaration<T>::kIsRow; });

template <base::Declared Record>
boost::json::object to_json(const Record& record);
template <Row Record>
boost::json::array to_json(const Record& record);

template <class T>
boost::json::value json_of(const T& value, const base::Field& field = {}) {
  if constexpr (base::Declared<T>) {
    return to_json(value);
  } else if constexpr (is_optional<T>) {
    return value ? json_of(*value, field) : boost::json::value(nullptr);
  } else if constexpr (is_list<T>) {
    boost::json::array array;
    for (const auto& item : value) array.push_back(json_of(item, field));
    return array;
  } else if constexpr (std::is_enum_v<T>) {
    const auto index = static_cast<std::size_t>(value);
    return field.names.empty() ? boost::json::value(index) : boost::json::value(field.names[index]);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return static_cast<std::int64_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    if (field.parts != 1) return static_cast<std::int64_t>(field.parts * value);
    return value;
  } else {
    return boost::json::value_from(value);
  }
}

template <class T>
bool is_empty(const T& value) {
  if constexpr (std::is_arithmetic_v<T>)
    return value == T{};
  else if constexpr (is_optional<T>)
    return !value;
  else if constexpr (base::Declared<T> || std::is_enum_v<T>)
    return false;
  else
    return value.empty();
}

struct JsonWriter {
  boost::json::object object = {};
  template <class T, class... About>
  void operator()(const char* name, const T& member, const About&... about) {
    const base::Field field = base::Field::of(about...);
    if (field.presence != base::kLeftOut || !is_empty(member)) object[name] = json_of(member, field);
  }
  /// For readers.
  void require(const char*, bool, const char*) const {}
};

template <base::Declared Record>
boost::json::object to_json(const Record& record) {
  JsonWriter writer;
  base::Declaration<Record>::declare(writer, record);
  return writer.object;
}

struct RowWriter {
  boost::json::array values = {};
  template <class T, class... About>
  void operator()(const char*, const T& member, const About&... about) {
    values.push_back(json_of(member, base::Field::of(about...)));
  }
  void require(const char*, bool, const char*) const {}
};

template <Row Record>
boost::json::array to_json(const Record& record) {
  RowWriter writer;
  base::Declaration<Record>::declare(writer, record);
  return writer.values;
}

/// What the type of a member can hold. Those of 64 bits take every whole number of JSON: a large unsigned one is
/// written as a negative.
template <class T>
constexpr base::Range<std::int64_t> range_of_type() {
  if constexpr (sizeof(T) < sizeof(std::int64_t))
    return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
  else
    return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
}

/// Whether fields that were not declared are passed over, as a later version may have more, or refused.
enum class Unknown { kIgnored, kRefused };

template <base::Declared Record>
void read_fields(JsonFields& fields, Record& into, Unknown unknown = Unknown::kIgnored);

/// Reads a record's fields; one that is wrong is a fault of `fields`, with its place.
class JsonReader {
 public:
  JsonReader(JsonFields& fields, Unknown unknown) : fields_(fields), unknown_(unknown) {}

  template <class T, class... About>
  void operator()(const char* name, T& member, const About&... about) {
    const base::Field field = base::Field::of(about...);
    if (field.presence == base::Presence::kAlways)
      read(fields_.item(name), member, field);
    else if (const auto item = fields_.find(name))
      read(*item, member, field);
  }
  /// "place.name: message" where what was read does not hold together.
  void require(const char* name, bool holds, const char* message) {
    if (!holds) fields_.fail(name, message);
  }

 private:
  template <class T>
  void read(const JsonItem& item, T& into, const base::Field& field) {
    if constexpr (Row<T>) {
      CountFields fields;
      base::Declaration<T>::declare(fields, into);
      RowReader row{*this, item.items()};
      if (row.cells.size() != fields.count)
        return item.refuse("an array of " + std::to_string(fields.count) + " values");
      base::Declaration<T>::declare(row, into);
    } else if constexpr (base::Declared<T>) {
      JsonFields fields = item.fields();
      read_fields(fields, into, unknown_);
    } else if constexpr (is_optional<T>) {
      if (!item.is_null()) read(item, into.emplace(), field);
    } else if constexpr (is_list<T>) {
      read_list(item, into, field);
    } else if constexpr (std::is_enum_v<T>) {
      into = static_cast<T>(field.names.empty() ? item.integer(field.least, field.most) : item.one_of(field.names));
    } else if constexpr (std::is_same_v<T, bool>) {
      into = item.boolean();
    } else if constexpr (std::is_integral_v<T>) {
      constexpr auto kHeld = range_of_type<T>();
      into = static_cast<T>(item.integer(std::max(field.least, kHeld.least), std::min(field.most, kHeld.most)));
    } else if constexpr (std::is_same_v<T, double>) {
      into = field.parts == 1 ? item.number() : static_cast<double>(item.integer()) / field.parts;
    } else if constexpr (std::is_same_v<T, std::string>) {
      into = field.longest == 0 ? item.text() : item.line(field.longest);
    } else {  // a map of texts
      for (const auto& [key, value] : item.members()) read(value, into[key], field);
    }
  }

  template <class T>
  void read_list(const JsonItem& item, std::vector<T>& into, const base::Field& field) {
    for (const JsonItem& element : item.items()) read(element, into.emplace_back(), field);
  }
  template <class T, std::size_t N>
  void read_list(const JsonItem& item, std::array<T, N>& into, const base::Field& field) {
    const auto items = item.items();
    if (items.size() != N) return item.refuse("an array of " + std::to_string(N) + " values");
    for (std::size_t i = 0; i < N; ++i) read(items[i], into[i], field);
  }

  struct CountFields {
    std::size_t count = 0;
    void operator()(const char*, auto&, const auto&...) { ++count; }
    void require(const char*, bool, const char*) const {}
  };
  struct RowReader {
    JsonReader& reader;
    std::vector<JsonItem> cells;
    std::size_t next = 0;
    template <class T, class... About>
    void operator()(const char*, T& member, const About&... about) {
      reader.read(cells[next++], member, base::Field::of(about...));
    }
    /// Told of the cell before.
    void require(const char*, bool holds, const char* message) const {
      if (!holds) cells[next - 1].fail(message);
    }
  };

  JsonFields& fields_;
  Unknown unknown_;
};

template <base::Declared Record>
void read_fields(JsonFields& fields, Record& into, Unknown unknown) {
  JsonReader reader(fields, unknown);
  base::Declaration<Record>::declare(reader, into);
  if (unknown == Unknown::kRefused) fields.finish();
}
template <base::Declared Record>
Record read_declared(JsonFields& fields) {
  Record record;
  read_fields(fields, record);
  return record;
}

/// The record as one line.
template <base::Declared Record>
std::string write_object(const Record& record) {
  return boost::json::serialize(to_json(record));
}

/// A text that is such a record. Errors call it by its kPlace; where it has kIsStrict, fields that it does not know are
/// refused.
template <base::Declared Record>
base::Parsed<Record> read_object(std::string_view text) {
  return read_json_object<Record>(text, Record::kPlace, [](JsonFields& fields, Record& record) {
    read_fields(
        fields, record, requires { Record::kIsStrict; } ? Unknown::kRefused : Unknown::kIgnored);
  });
}

}  // namespace partita::record
