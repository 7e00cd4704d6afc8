#pragma once

#include <string>

#include "base/parsed.h"

namespace partita::store {

/// Makes the folder if it is not there, and sees that only its owner looks into it. A folder that is shared with other
/// things (it has folders of others in it, or is one like /tmp) keeps its mode: the files in it are private in any
/// case.
base::Parsed<base::Done> make_data_folder(const std::string& path);

}  // namespace partita::store
