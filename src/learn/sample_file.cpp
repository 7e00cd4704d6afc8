#include "learn/sample_file.h"

#include <cerrno>
#include <cstring>

namespace partita::learn {

namespace {

template <class T>
void put_number(std::string& bytes, T value) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>(bits >> (8 * i) & 0xFF);
}

}  // namespace

base::Parsed<std::unique_ptr<SampleFile>> SampleFile::create(const std::string& path, std::size_t words,
                                                             const std::string& about) {
  std::FILE* file = std::fopen(path.c_str(), "wbx");
  if (file == nullptr && errno == EEXIST) return base::Error{path + ": exists already; --force overwrites it"};
  if (file == nullptr) return base::Error{path + ": " + std::strerror(errno)};
  auto result = std::unique_ptr<SampleFile>(new SampleFile(file));
  const std::string header = "partita samples 1\nwords: " + std::to_string(words) + "\n" + about + "\n";
  if (std::fwrite(header.data(), 1, header.size(), file) != header.size())
    return base::Error{path + ": cannot be written"};
  return result;
}

SampleFile::~SampleFile() {
  if (file_ != nullptr) std::fclose(file_);
}

bool SampleFile::add(const std::vector<Sample>& game) {
  std::string bytes;
  for (const Sample& sample : game) {
    for (const std::uint64_t word : sample.inputs) put_number(bytes, word);
    put_number(bytes, sample.value);
    put_number(bytes, sample.head);
    put_number(bytes, sample.result);
    put_number(bytes, sample.ply);
  }
  const std::lock_guard lock(mutex_);
  return file_ != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
}

bool SampleFile::finish() {
  const std::lock_guard lock(mutex_);
  std::FILE* file = file_;
  file_ = nullptr;
  return file != nullptr && std::fclose(file) == 0;
}

}  // namespace partita::learn
