#pragma once

#include <algorithm>

namespace partita::kit {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kIsSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kIsSanitized = false;
#endif

/// How often a test tries: as often as asked, but only an eighth of it where sanitizers make every step ten times as
/// long. What they look for shows in the first tries; what needs the many tries, the plain build looks for.
constexpr int samples(int asked) { return kIsSanitized ? std::max(1, asked / 8) : asked; }

}  // namespace partita::kit
