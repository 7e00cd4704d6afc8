#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/parsed.h"
#include "catalog/vocabulary.h"

/// Motifs in words: the sentences of a game's kinds, filled in.
namespace partita::study {

enum class Language { kEnglish, kItalian };
/// "en" or "it".
base::Parsed<Language> read_language(std::string_view text);

/// The kind of that name among a game's kinds, or null.
const catalog::MotifKind* find_kind(const std::vector<catalog::MotifKind>& kinds, std::string_view name);

/// What a move does, without a full stop: "F8 makes five in a row and wins".
std::string motif_sentence(const catalog::MotifKind& kind, const catalog::Motif& motif, std::string_view move,
                           Language language);
/// "a double threat" and so on for a list: "3 double threats", "1 ring".
std::string counted_noun(const catalog::MotifKind& kind, int count, Language language);

}  // namespace partita::study
