#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

/// The house's one way to declare a record: a static member template `declare(visit, record)` calls the visitor once a
/// field with its name, the member, what is known of it (range, names, help, in any order), and nothing else. Writers
/// get a const record, readers one to fill; the members' own initialisers are the defaults. Visitors: JSON in and out
/// (record/declared_json.h), command-line options (apps/arguments.h), settings (apps/settings.h), switches of the
/// search (search/declared_switches.h).
namespace partita::base {

/// Values from `least` to `most`, ends included.
template <class Number>
struct Range {
  Number least;
  Number most;
};
template <class A, class B>
Range(A, B) -> Range<std::common_type_t<A, B>>;
template <class Number>
constexpr Range<std::int64_t> at_least(Number least) {
  return {least, std::numeric_limits<std::int64_t>::max()};
}

/// A fraction that is written as a whole number of its parts: a double of seconds as microseconds with Parts{1e6}.
struct Parts {
  double of_one;
};
/// Names in the order of the enumerators, so that a name's index is the enumerator.
using Names = std::vector<std::string>;
/// A text is one line of at most so many bytes.
struct Longest {
  std::size_t bytes;
};

/// Whether a field is always there; or left as its initialiser has it where it is missing; or not even written where it
/// is empty, 0, false or none.
enum class Presence { kAlways, kMayBeMissing, kLeftOut };
inline constexpr Presence kMayBeMissing = Presence::kMayBeMissing;
inline constexpr Presence kLeftOut = Presence::kLeftOut;

/// What a declaration says of a field besides its name and member.
struct Field {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  double parts = 1;
  Names names;
  std::size_t longest = 0;  ///< 0: any text
  Presence presence = Presence::kAlways;

  template <class... About>
  static Field of(const About&... about) {
    Field field;
    (field.take(about), ...);
    return field;
  }

 private:
  template <class Number>
  void take(const Range<Number>& range) {
    least = static_cast<std::int64_t>(range.least);
    most = static_cast<std::int64_t>(range.most);
  }
  void take(const Parts& given) { parts = given.of_one; }
  void take(const Names& given) { names = given; }
  void take(const Longest& given) { longest = given.bytes; }
  void take(Presence given) { presence = given; }
  void take(const char* /*help*/) {}
};

struct NoVisitor {};
/// Where the declaration is: in the record, or in a specialisation of this for a record of another room.
template <class Record>
struct Declaration {
  static void declare(auto& visit, auto& record) requires requires { Record::declare(visit, record); }
  { Record::declare(visit, record); }
};
template <class Record>
concept Declared = requires(NoVisitor& visit, Record& record) {
  Declaration<Record>::declare(visit, record);
};

}  // namespace partita::base
