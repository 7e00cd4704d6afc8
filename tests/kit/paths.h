#pragma once

/// Where the tests find files and the program. Included by the build into every test; kept in one object file so that
/// the test sources compile to the same objects in every checkout (and come out of the compiler cache).
namespace partita::kit {
extern const char* const kSourceDir;
extern const char* const kGolden;
extern const char* const kProgram;
}  // namespace partita::kit

#define PARTITA_SOURCE_DIR ::partita::kit::kSourceDir
#define PARTITA_GOLDEN ::partita::kit::kGolden
#define PARTITA_PROGRAM ::partita::kit::kProgram
