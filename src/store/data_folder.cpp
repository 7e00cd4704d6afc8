#include "store/data_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace partita::store {

namespace fs = std::filesystem;

namespace {

bool is_shared(const std::string& path, const struct stat& folder) {
  if ((folder.st_mode & S_ISVTX) != 0 || folder.st_uid != ::geteuid()) return true;
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(path, failure)) {
    if (entry.is_directory(failure) && entry.path().filename() != "results") return true;
  }
  return false;
}

}  // namespace

base::Parsed<base::Done> make_data_folder(const std::string& path) {
  std::error_code failure;
  const fs::path parent = fs::path(path).parent_path();
  if (!parent.empty()) fs::create_directories(parent, failure);
  if (!failure && ::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) failure = {errno, std::generic_category()};
  if (failure) return base::Error{"cannot be made: " + failure.message()};
  struct stat folder {};
  if (::stat(path.c_str(), &folder) != 0) return base::Error{std::strerror(errno)};
  if (!S_ISDIR(folder.st_mode)) return base::Error{"is not a folder"};
  // As root only the file system itself can forbid writing, and access() says so.
  if (::access(path.c_str(), W_OK | X_OK) != 0)
    return base::Error{std::string("cannot be written: ") + std::strerror(errno)};
  if ((folder.st_mode & 077U) != 0 && !is_shared(path, folder) && ::chmod(path.c_str(), 0700) != 0) {
    return base::Error{std::string("cannot be kept from others: ") + std::strerror(errno)};
  }
  return base::Done{};
}

}  // namespace partita::store
