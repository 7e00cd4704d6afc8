#pragma once

#include <atomic>
#include <type_traits>

/// Reads and writes of words that several threads share without any order between them (std::memory_order_relaxed).
/// WebAssembly has atomic accesses of the strictest order alone: on x86-64 each such store locks its cache line, and
/// Monte-Carlo search writes to every child on the way back. Its plain accesses are defined whatever other threads do
/// at the same time, so they are what relaxed means there; `volatile` has them made one by one, as they are written.
namespace partita::base {

template <class T>
T load_loosely(const std::atomic<T>& word) {
#if defined(__wasm__)
  static_assert(sizeof(std::atomic<T>) == sizeof(T));
  return *reinterpret_cast<const volatile T*>(&word);
#else
  return word.load(std::memory_order_relaxed);
#endif
}

template <class T>
void store_loosely(std::atomic<T>& word, T value) {
#if defined(__wasm__)
  static_assert(sizeof(std::atomic<T>) == sizeof(T));
  *reinterpret_cast<volatile T*>(&word) = value;
#else
  word.store(value, std::memory_order_relaxed);
#endif
}

/// Of words that one thread alone may also read and write as they are, several at once.
template <class T>
requires std::is_arithmetic_v<T> T load_loosely(const T& word) {
#if defined(__wasm__)
  return *static_cast<const volatile T*>(&word);
#else
  T value;
  __atomic_load(&word, &value, __ATOMIC_RELAXED);
  return value;
#endif
}

template <class T>
requires std::is_arithmetic_v<T>
void store_loosely(T& word, T value) {
#if defined(__wasm__)
  *static_cast<volatile T*>(&word) = value;
#else
  __atomic_store(&word, &value, __ATOMIC_RELAXED);
#endif
}

}  // namespace partita::base
