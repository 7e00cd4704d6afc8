#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace partita::base {

/// A vector with room for N values inside itself: no heap, elements left uninitialised until pushed. Used for move
/// lists, so that generating moves never allocates. Any thread; one at a time.
template <class T, std::size_t N>
class FixedVector {
 public:
  static constexpr std::size_t kCapacity = N;

  FixedVector() {}  // NOLINT: elements stay uninitialised on purpose
  FixedVector(const FixedVector& other) : size_(other.size_) {
    for (std::size_t i = 0; i < size_; ++i) values_[i] = other.values_[i];
  }
  FixedVector& operator=(const FixedVector& other) {
    size_ = other.size_;
    for (std::size_t i = 0; i < size_; ++i) values_[i] = other.values_[i];
    return *this;
  }

  /// REQUIRES: size() < N.
  void push_back(const T& value) {
    assert(size_ < N);
    values_[size_++] = value;
  }
  void pop_back() { --size_; }
  /// What the caller has written to begin()[size()] and behind it become elements. REQUIRES: size() <= count <= N.
  void grow_to(std::size_t count) {
    assert(size_ <= count && count <= N);
    size_ = static_cast<std::uint32_t>(count);
  }
  void clear() { size_ = 0; }
  /// REQUIRES: count <= size(). Forgets the elements behind.
  void truncate(std::size_t count) {
    assert(count <= size_);
    size_ = static_cast<std::uint32_t>(count);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }
  T* begin() { return values_.data(); }
  T* end() { return values_.data() + size_; }
  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + size_; }
  T& back() { return values_[size_ - 1]; }
  const T& back() const { return values_[size_ - 1]; }

 private:
  std::uint32_t size_ = 0;
  std::array<T, N> values_;
};

}  // namespace partita::base
