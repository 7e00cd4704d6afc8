namespace partita::kit {
extern const char* const kSourceDir;
extern const char* const kGolden;
extern const char* const kProgram;
const char* const kSourceDir = PARTITA_PATH_SOURCE;
const char* const kGolden = PARTITA_PATH_SOURCE "/tests/golden";
const char* const kProgram = PARTITA_PATH_PROGRAM;
}  // namespace partita::kit
