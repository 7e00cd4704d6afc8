#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace partita::base {

/// Where shipped files may lie: $PARTITA_DATA, what a library has added, the folder `data` of the working directory,
/// the one of the checkout the program was built in or of the place it was installed to.
std::vector<std::filesystem::path> data_folders();
/// For a library inside another program, whose own place says nothing: the folder its files were installed to. Before
/// anything else is asked of it.
void add_data_folder(const std::filesystem::path& folder);
/// The first of them that has the file. Empty if it is nowhere.
std::string shipped_file(const std::string& name);

}  // namespace partita::base
