#include "search/table_memory.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <string>
#endif

namespace partita::search {

namespace {

constexpr std::size_t kCacheLine = 64;

#if defined(__linux__)
/// Whether the system's owner allows big pages at all: the advice to collapse would not ask.
bool gives_big_pages() {
  static const bool gives = [] {
    std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
    std::string line;
    return static_cast<bool>(std::getline(file, line)) && line.find("[never]") == std::string::npos;
  }();
  return gives;
}
#endif

}  // namespace

void TableMemory::allocate(std::size_t bytes) {
  release();
  // Parts begin where big pages do.
  const std::size_t alignment = bytes < kPart ? kCacheLine : kPart;
  mapped_ = bytes + alignment;
#if defined(__linux__)
  memory_ = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) memory_ = nullptr;
#else
  memory_ = std::calloc(mapped_, 1);
#endif
  if (memory_ == nullptr) throw std::bad_alloc();
  const auto address = reinterpret_cast<std::uintptr_t>(memory_);
  data_ = reinterpret_cast<void*>((address + alignment - 1) / alignment * alignment);
  bytes_ = bytes;
  use_small_pages();
}

void TableMemory::zero() {
#if defined(__linux__)
  // Given back to the system, which gives zeroes for it.
  if (::madvise(memory_, mapped_, MADV_DONTNEED) != 0) std::memset(data_, 0, bytes_);
  use_small_pages();
#else
  std::memset(data_, 0, bytes_);
#endif
}

void TableMemory::use_small_pages() {
  next_big_.store(0, std::memory_order_relaxed);
  big_pages_ = 0;
#if defined(__linux__)
  if (!gives_big_pages()) return;
  big_pages_ = bytes_ / kPart;
  if (big_pages_ > 0) ::madvise(data_, bytes_, MADV_NOHUGEPAGE);
#endif
}

void TableMemory::use_big_pages() {
#if defined(__linux__)
  if (big_pages_ == 0 || bytes_ > kMostAtFirstTouch) return;
  if (::madvise(data_, bytes_, MADV_HUGEPAGE) == 0) next_big_.store(big_pages_, std::memory_order_relaxed);
#endif
}

void TableMemory::add_big_pages() {
#if defined(__linux__)
#if !defined(MADV_COLLAPSE)
#define MADV_COLLAPSE 25
#endif
  const std::lock_guard lock(mutex_);
  const std::size_t next = next_big_.load(std::memory_order_relaxed);
  if (next >= big_pages_) return;
  const std::size_t count = std::min(kAtOnce, big_pages_ - next);
  next_big_.store(next + count, std::memory_order_relaxed);
  void* const parts = static_cast<char*>(data_) + next * kPart;
  // Systems older than Linux 6.1 do not know the second, and follow the first in their own time.
  if (::madvise(parts, count * kPart, MADV_HUGEPAGE) == 0) ::madvise(parts, count * kPart, MADV_COLLAPSE);
#endif
}

std::vector<unsigned char> TableMemory::touched_pages([[maybe_unused]] std::size_t from,
                                                      [[maybe_unused]] std::size_t to) const {
#if defined(__linux__)
  if (bytes_ < kPart) return {};  // does not begin where a page does
  const std::size_t page = page_bytes();
  const std::size_t first = from / page * page;
  std::vector<unsigned char> pages((to - first + page - 1) / page);
  if (::mincore(static_cast<char*>(data_) + first, to - first, pages.data()) == 0) return pages;
#endif
  return {};
}

std::size_t TableMemory::page_bytes() {
#if defined(__linux__)
  static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return bytes;
#else
  return kPart;
#endif
}

void TableMemory::release() {
  if (memory_ == nullptr) return;
#if defined(__linux__)
  ::munmap(memory_, mapped_);
#else
  std::free(memory_);
#endif
  memory_ = data_ = nullptr;
  bytes_ = big_pages_ = 0;
}

}  // namespace partita::search
