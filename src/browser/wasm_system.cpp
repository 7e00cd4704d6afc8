#include <pthread.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "server/log.h"

// What a browser has not got and the server's rooms ask of their system.

/// Nobody reads a log here, and the library that writes it stays out of the download.
namespace spdlog {
class logger {};
}  // namespace spdlog

namespace partita::server {

Log Log::silent() { return {}; }
void Log::write(Level, std::string_view, boost::json::object) const {}

}  // namespace partita::server

/// No thread's own time is known; whoever asks takes the clock on the wall.
extern "C" int pthread_getcpuclockid(pthread_t, clockid_t*) { return ENOENT; }

/// The C library has the function by its older name only.
extern "C" ssize_t getrandom(void* bytes, std::size_t count, unsigned) {
  return ::getentropy(bytes, count) == 0 ? static_cast<ssize_t>(count) : -1;
}
