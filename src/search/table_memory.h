#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace partita::search {

/// The memory of a table: zeroed, and taken from the system page by page as it is touched, so that a large table that
/// is hardly used costs nothing. Each small page costs a microsecond at its first touch, and every probe a walk through
/// page tables besides a cache miss; a big page must be zeroed whole, 0.3 to 1.2 ms as measured, and the first few
/// nodes of a search touch them all. So the pages are small at first and become big a few at a time, as often as the
/// owner of a much used table asks for it.
class TableMemory {
 public:
  TableMemory() = default;
  ~TableMemory() { release(); }
  TableMemory(const TableMemory&) = delete;
  TableMemory& operator=(const TableMemory&) = delete;

  /// Zeroed memory in place of what was there before, aligned to a cache line. Throws std::bad_alloc.
  void allocate(std::size_t bytes);
  /// As after allocate(); nobody else may use the memory meanwhile.
  void zero();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  /// For memory that is about to be used much: big pages from the first touch on, unless there is so much of it that
  /// zeroing would hold up the search. REQUIRES: nothing was touched since allocate() or zero().
  void use_big_pages();

  /// Any thread may ask while others use the memory.
  bool has_small_pages() const { return next_big_.load(std::memory_order_relaxed) < big_pages_; }
  /// Puts the next parts of the memory onto big pages, where the system gives them.
  void add_big_pages();

  /// Calls visit(first, last) with byte offsets, for the parts of [from, to) that may have been touched.
  template <class Visit>
  void for_each_touched(std::size_t from, std::size_t to, Visit&& visit) const {
    for (std::size_t at = from; at < to;) {
      const std::size_t end = at + kPart - at % kPart < to ? at + kPart - at % kPart : to;
      for_each_touched_of_part(at, end, visit);
      at = end;
    }
  }

 private:
  /// The size of big pages on the processors that this runs on.
  static constexpr std::size_t kPart = std::size_t{2} << 20;
  static constexpr std::size_t kMostAtFirstTouch = std::size_t{256} << 20;
  /// So many at once hold a search up for two or three milliseconds.
  static constexpr std::size_t kAtOnce = 8;

  template <class Visit>
  void for_each_touched_of_part(std::size_t from, std::size_t to, Visit&& visit) const {
    const std::vector<unsigned char> touched = touched_pages(from, to);
    if (touched.empty()) return visit(from, to);
    const std::size_t page = page_bytes();
    const std::size_t first = from / page * page;
    for (std::size_t i = 0; i < touched.size(); ++i) {
      if ((touched[i] & 1U) == 0) continue;
      const std::size_t at = first + i * page;
      visit(at < from ? from : at, at + page < to ? at + page : to);
    }
  }
  /// For each page of the range whether it is there, in the lowest bit; nothing where the system does not tell.
  std::vector<unsigned char> touched_pages(std::size_t from, std::size_t to) const;
  static std::size_t page_bytes();
  void use_small_pages();
  void release();

  void* memory_ = nullptr;  ///< as the system gave it
  std::size_t mapped_ = 0;  ///< its size
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::size_t big_pages_ = 0;  ///< so many fit
  std::atomic<std::size_t> next_big_{0};
  std::mutex mutex_;  ///< of add_big_pages()
};

}  // namespace partita::search
