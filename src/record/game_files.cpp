#include "record/game_files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "record/corpus.h"
#include "record/opentafl.h"
#include "record/record_json.h"
#include "record/replay.h"

namespace partita::record {

namespace {

using base::Error;
using base::Parsed;

std::string place_of(const GameRecord& record, std::size_t number) {
  return record.line > 0 ? "" : "game " + std::to_string(number + 1) + ": ";
}

}  // namespace

FileFormat detect_format(std::string_view text) {
  const std::string_view body = base::trim(text);
  const std::string_view after = body.empty() ? body : base::trim(body.substr(1));
  const bool opens_object = !body.empty() && body[0] == '{' && (after.empty() || after[0] == '"' || after[0] == '}');
  const bool opens_array = !body.empty() && body[0] == '[' && (after.empty() || after[0] == '{' || after[0] == ']');
  if (opens_object || opens_array) return FileFormat::kJson;
  if (is_opentafl(text)) return FileFormat::kOpenTafl;
  return corpus_kind(text) ? FileFormat::kCorpus : FileFormat::kRecord;
}

Parsed<std::vector<GameRecord>> read_games(std::string_view text) {
  switch (detect_format(text)) {
    case FileFormat::kJson: return read_json(text);
    case FileFormat::kOpenTafl: return read_opentafl(text);
    case FileFormat::kCorpus: return read_corpus_games(text, *corpus_kind(text));
    case FileFormat::kRecord: break;
  }
  return read_records(text);
}

Parsed<std::string> write_games(const std::vector<GameRecord>& records, FileFormat format) {
  switch (format) {
    case FileFormat::kRecord: return write_records(records);
    case FileFormat::kJson: return write_json(records);
    case FileFormat::kOpenTafl: return write_opentafl(records);
    case FileFormat::kCorpus: break;
  }
  return Error{"corpora are only read"};
}

Parsed<FileTally> check_games(std::string_view text, const base::OptionValues& rules) {
  FileTally tally;
  if (detect_format(text) == FileFormat::kCorpus) {
    const auto corpus = check_corpus(text, *corpus_kind(text), rules);
    if (!corpus) return corpus.forward_error();
    return FileTally{corpus->games, corpus->positions, corpus->endings};
  }
  const auto records = read_games(text);
  if (!records) return records.forward_error();
  if (records->empty()) return Error{"1:1: holds no game"};
  for (std::size_t i = 0; i < records->size(); ++i) {
    const GameRecord& record = (*records)[i];
    const auto position = replay(record);
    if (!position) return Error{place_of(record, i) + position.error()};
    ++tally.games;
    const std::string reason = position->is_over() ? position->ending().reason : record.tag(kReasonTag);
    ++tally.endings[reason.empty() ? "unfinished" : reason];
  }
  return tally;
}

Parsed<std::string> read_file(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return Error{path + ": is a folder"};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": cannot be read: " + std::strerror(errno != 0 ? errno : EIO)};
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) return Error{path + ": cannot be read to its end"};
  return text.str();
}

Parsed<base::Done> write_file(const std::string& path, std::string_view text) {
  std::error_code unknown;
  // A device or a pipe is written to: a new file in its place would take it away from everybody.
  const bool is_replaced = !std::filesystem::exists(path, unknown) || std::filesystem::is_regular_file(path, unknown);
  const std::string partial = is_replaced ? path + ".part" : path;
  errno = 0;
  std::ofstream file(partial, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  std::error_code code;
  if (!file) {
    const int reason = errno;
    if (is_replaced) std::filesystem::remove(partial, code);
    return Error{path + ": cannot be written: " + std::strerror(reason != 0 ? reason : EIO)};
  }
  if (is_replaced) std::filesystem::rename(partial, path, code);
  if (code) return Error{path + ": cannot be written: " + code.message()};
  return base::Done{};
}

}  // namespace partita::record
