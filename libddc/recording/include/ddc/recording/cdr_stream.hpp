// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/cdr_error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

/// Primitives in XCDR1, little endian: after an encapsulation header of four bytes, each is aligned
/// to its size, counted from the end of that header (OMG DDS-XTypes 1.3, 7.4.1).
namespace ddc::recording {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are copied unchanged");

/// `00 01`, little endian without options, and two bytes that readers ignore.
inline constexpr std::size_t encapsulation_size = 4;

/// The next offset that is a multiple of `size`, a power of two.
constexpr std::size_t aligned(std::size_t at, std::size_t size) {
    return (at + size - 1) & ~(size - 1);
}

/// Counts the bytes that a CdrWriter would write.
class CdrSizer {
  public:
    template <class T>
    void numbers(const T* /*first*/, std::size_t count) {
        if (count != 0) at_ = aligned(at_, sizeof(T)) + count * sizeof(T);
    }
    void text(std::string_view text) {
        at_ = aligned(at_, sizeof(std::uint32_t)) + sizeof(std::uint32_t) + text.size() + 1;
    }
    std::size_t size() const noexcept { return encapsulation_size + at_; }

  private:
    std::size_t at_ = 0;
};

/// Writes into memory with at least CdrSizer::size() bytes.
class CdrWriter {
  public:
    explicit CdrWriter(std::byte* out) : body_(out + encapsulation_size) {
        constexpr unsigned char header[encapsulation_size] = {0, 1, 0, 0};
        std::memcpy(out, header, sizeof header);
    }
    /// T is a number type or bool.
    template <class T>
    void numbers(const T* first, std::size_t count) {
        static_assert(std::is_arithmetic_v<T>);
        if (count == 0) return;
        align(sizeof(T));
        std::memcpy(body_ + at_, first, count * sizeof(T));
        at_ += count * sizeof(T);
    }
    /// Precondition: no byte of the text is 0.
    void text(std::string_view text) {
        const auto length = static_cast<std::uint32_t>(text.size() + 1);
        numbers(&length, 1);
        std::memcpy(body_ + at_, text.data(), text.size());
        at_ += text.size();
        body_[at_++] = std::byte{0};
    }
    std::size_t size() const noexcept { return encapsulation_size + at_; }

  private:
    void align(std::size_t size) {
        for (const std::size_t end = aligned(at_, size); at_ < end; ++at_)
            body_[at_] = std::byte{0};
    }

    std::byte* body_;
    std::size_t at_ = 0;
};

/// Reads CDR from any writer, and trusts none of its bytes.
class CdrReader {
  public:
    /// The bytes must outlive it.
    /// @throws CdrError unless they have the encapsulation header of XCDR1 in little endian
    CdrReader(const std::byte* data, std::size_t size);

    /// @throws CdrError if bytes are missing, or a bool is neither 0 nor 1
    template <class T>
    void numbers(T* first, std::size_t count) {
        static_assert(std::is_arithmetic_v<T>);
        if (count == 0) return;
        const std::byte* from = take(aligned(at_, sizeof(T)), count, sizeof(T));
        if constexpr (std::is_same_v<T, bool>) check_booleans(from, count);
        std::memcpy(first, from, count * sizeof(T));
    }
    /// A view into the bytes. @throws CdrError if bytes are missing, or the text does not end with
    /// its only 0
    std::string_view text();
    /// The number of elements of a sequence, each of at least `least_size` bytes.
    /// @throws CdrError if the remaining bytes are fewer than that
    std::size_t count(std::size_t least_size);
    /// @throws CdrError if more than three bytes remain; up to three may be padding
    void end() const;

  private:
    std::size_t offset() const noexcept { return encapsulation_size + at_; }
    const std::byte* take(std::size_t at, std::size_t count, std::size_t size);
    void check_booleans(const std::byte* first, std::size_t count) const;

    const std::byte* body_ = nullptr;
    std::size_t size_ = 0;  ///< of the body
    std::size_t at_ = 0;
};

}  // namespace ddc::recording
