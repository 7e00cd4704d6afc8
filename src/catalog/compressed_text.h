#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"

namespace partita::catalog {

/// Text files compressed with zstd; a file that is not compressed is read as it is. Errors name the file.
base::Parsed<std::string> read_compressed_text(const std::string& path);
base::Parsed<base::Done> write_compressed_text(const std::string& path, std::string_view text);

}  // namespace partita::catalog
