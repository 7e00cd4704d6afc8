#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace partita::base {

/// Where shipped files may lie: $PARTITA_DATA, the folder `data` of the working directory, the one of the checkout the
/// program was built in or of the place it was installed to.
std::vector<std::filesystem::path> data_folders();
/// The first of them that has the file. Empty if it is nowhere.
std::string shipped_file(const std::string& name);

}  // namespace partita::base
