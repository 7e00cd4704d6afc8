#pragma once

#include <string>
#include <string_view>

#include "base/parsed.h"

namespace partita::study {

/// Text files compressed with zstd; a file that is not compressed is read as it is. Errors name the file.
base::Parsed<std::string> read_certificate_file(const std::string& path);
base::Parsed<base::Done> write_certificate_file(const std::string& path, std::string_view text);

}  // namespace partita::study
