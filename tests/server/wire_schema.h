#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <sstream>
#include <string>

namespace partita::server_test {

/// web/schema/wire.schema.json with the part of JSON Schema it uses. A keyword it does not know is a failure, so that
/// nothing in the schema goes unchecked.
class WireSchema {
 public:
  static const WireSchema& instance() {
    static const WireSchema schema;
    return schema;
  }

  /// Empty, or the first place where `value` does not fit the definition.
  std::string offence(const std::string& definition, const boost::json::value& value) const {
    return check(root_.at("$defs").at(definition), value, definition);
  }

 private:
  WireSchema() {
    std::ifstream file(std::string(PARTITA_SOURCE_DIR) + "/web/schema/wire.schema.json");
    std::ostringstream text;
    text << file.rdbuf();
    root_ = boost::json::parse(text.str());
  }

  static bool has_type(const std::string& type, const boost::json::value& value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_int64() || value.is_uint64();
    if (type == "number") return value.is_number();
    if (type == "boolean") return value.is_bool();
    return type == "null" && value.is_null();
  }

  std::string check(const boost::json::value& schema, const boost::json::value& value, const std::string& place) const {
    for (const auto& [key, rule] : schema.as_object()) {
      const std::string bad = check_keyword(std::string(key), rule, schema, value, place);
      if (!bad.empty()) return bad;
    }
    return "";
  }

  std::string check_keyword(const std::string& key, const boost::json::value& rule, const boost::json::value& schema,
                            const boost::json::value& value, const std::string& place) const {
    const std::string here = place + ": " + boost::json::serialize(value).substr(0, 200) + " against " + key;
    if (key == "description" || key == "properties" || key == "title") return check_properties(key, rule, value, place);
    if (key == "$ref") return check(root_.at("$defs").at(std::string(rule.as_string()).substr(8)), value, place);
    if (key == "type") return has_type(std::string(rule.as_string()), value) ? "" : here;
    if (key == "const") return rule == value ? "" : here;
    if (key == "enum") {
      for (const auto& option : rule.as_array()) {
        if (option == value) return "";
      }
      return here;
    }
    if (key == "anyOf" || key == "oneOf") {
      std::string all;
      for (const auto& option : rule.as_array()) {
        const std::string bad = check(option, value, place);
        if (bad.empty()) return "";
        all += "\n  " + bad;
      }
      return here + all;
    }
    if (key == "required") {
      for (const auto& name : rule.as_array()) {
        if (!value.is_object() || !value.as_object().contains(name.as_string()))
          return here + " " + std::string(name.as_string());
      }
      return "";
    }
    if (key == "additionalProperties") return check_additional(rule, schema, value, here);
    if (key == "items") {
      if (!value.is_array()) return here;
      for (const auto& item : value.as_array()) {
        if (const std::string bad = check(rule, item, place + "[]"); !bad.empty()) return bad;
      }
      return "";
    }
    if (key == "minimum") return value.is_number() && value.to_number<double>() >= rule.to_number<double>() ? "" : here;
    if (key == "maximum") return value.is_number() && value.to_number<double>() <= rule.to_number<double>() ? "" : here;
    if (key == "minItems") return value.as_array().size() >= rule.to_number<std::size_t>() ? "" : here;
    if (key == "maxItems") return value.as_array().size() <= rule.to_number<std::size_t>() ? "" : here;
    return place + ": the test does not know the keyword " + key;
  }

  std::string check_properties(const std::string& key, const boost::json::value& rule, const boost::json::value& value,
                               const std::string& place) const {
    if (key != "properties" || !value.is_object()) return "";
    for (const auto& [name, inner] : rule.as_object()) {
      const auto* field = value.as_object().if_contains(name);
      if (field == nullptr) continue;
      if (const std::string bad = check(inner, *field, place + "." + std::string(name)); !bad.empty()) return bad;
    }
    return "";
  }

  std::string check_additional(const boost::json::value& rule, const boost::json::value& schema,
                               const boost::json::value& value, const std::string& here) const {
    if (!value.is_object()) return here;
    const auto* known = schema.as_object().if_contains("properties");
    for (const auto& [name, field] : value.as_object()) {
      if (known != nullptr && known->as_object().contains(name)) continue;
      if (rule.is_bool() && !rule.as_bool()) return here + " " + std::string(name);
      if (rule.is_object()) {
        if (const std::string bad = check(rule, field, here); !bad.empty()) return bad;
      }
    }
    return "";
  }

  boost::json::value root_;
};

}  // namespace partita::server_test

#define EXPECT_FITS(definition, value) \
  EXPECT_EQ(partita::server_test::WireSchema::instance().offence(definition, value), "")
