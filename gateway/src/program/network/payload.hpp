// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>
#include <ddc/interface/elements.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gateway {

/// What the messages of one SOCKET port carry besides an address: a fixed number of elements, each
/// in 64 bits: a bool as 0 or 1, an int32 sign-extended, a double as its bits.
class Payload {
  public:
    /// Larger ones are refused at binding.
    static constexpr std::size_t most_elements = 128;
    /// A real64 has eight bytes in a datagram.
    static constexpr std::size_t most_bytes = 8 * most_elements;

    /// @param type that of the payload
    explicit Payload(const ddc::interface::DataType& type);

    const std::vector<ddc::interface::ElementKind>& kinds() const noexcept { return kinds_; }
    std::size_t size() const noexcept { return kinds_.size(); }
    bool has_text() const noexcept;

    /// Whether every length, index and number that has a range is within it.
    bool is_valid(const std::uint64_t* elements) const noexcept;

    /// @name From and to items of a group, `first` on
    /// @{
    void load(const ddc::Group& group, std::size_t first, std::uint64_t* elements) const noexcept;
    void store(const std::uint64_t* elements, ddc::Group& group, std::size_t first) const noexcept;
    /// @}

    /// @name From and to a datagram: big-endian, a bool in one byte, an int32 in four, a double in
    /// eight, nothing in between
    /// @{
    std::size_t bytes() const noexcept { return bytes_; }
    void encode(const std::uint64_t* elements, std::byte* data) const noexcept;
    /// @return false if that is no such payload: a bool that is not 0 or 1, a number that is not
    ///         finite, what is_valid() refuses. Precondition: `data` has bytes()
    bool decode(const std::byte* data, std::uint64_t* elements) const noexcept;
    /// @}

  private:
    /// The values that an int32 may have.
    struct Range {
        std::size_t element;
        std::int32_t min;
        std::int32_t max;
    };
    class RangeFinder;

    std::vector<ddc::interface::ElementKind> kinds_;
    std::vector<Range> ranges_;
    std::size_t bytes_ = 0;
};

}  // namespace gateway
