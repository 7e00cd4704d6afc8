#include "base/data_files.h"

#include <cstdlib>
#include <system_error>

namespace partita::base {

namespace {

std::vector<std::filesystem::path>& added_data_folders() {
  static std::vector<std::filesystem::path> folders;
  return folders;
}

}  // namespace

void add_data_folder(const std::filesystem::path& folder) { added_data_folders().push_back(folder); }

std::vector<std::filesystem::path> data_folders() {
  namespace fs = std::filesystem;
  std::vector<fs::path> folders;
  if (const char* given = std::getenv("PARTITA_DATA")) folders.emplace_back(given);
  folders.insert(folders.end(), added_data_folders().begin(), added_data_folders().end());
  folders.emplace_back("data");
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  if (!failure) {
    const fs::path up = program.parent_path().parent_path();
    folders.push_back(up.parent_path() / "data");          // build/<kind>/partita in a checkout
    folders.push_back(up / "share" / "partita" / "data");  // bin/partita where it was installed
  }
  return folders;
}

std::string shipped_file(const std::string& name) {
  std::error_code failure;
  for (const std::filesystem::path& folder : data_folders()) {
    if (std::filesystem::is_regular_file(folder / name, failure)) return (folder / name).string();
  }
  return {};
}

}  // namespace partita::base
