// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>
#include <ddc/interface/elements.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gateway {

/// The payload of the messages of one SOCKET port: a fixed number of elements, each in 64 bits: a
/// bool as 0 or 1, an int32 sign-extended, a double as its bits.
class Payload {
  public:
    /// Larger payloads are refused by bind().
    static constexpr std::size_t most_elements = 128;
    /// A real64 has eight bytes in a datagram.
    static constexpr std::size_t most_bytes = 8 * most_elements;

    /// @param type of the payload
    explicit Payload(const ddc::interface::DataType& type);

    const std::vector<ddc::interface::ElementKind>& kinds() const noexcept { return kinds_; }
    std::size_t size() const noexcept { return kinds_.size(); }
    bool has_text() const noexcept;

    /// Whether every length, index and number that has a range is within it.
    bool is_valid(const std::uint64_t* elements) const noexcept;

    /// @name Transfer between elements and items of a group, from `first` on
    /// @{
    void load(const ddc::Group& group, std::size_t first, std::uint64_t* elements) const noexcept;
    void store(const std::uint64_t* elements, ddc::Group& group, std::size_t first) const noexcept;
    /// @}

    /// @name Transfer between elements and a datagram: big-endian, without padding; a bool in one
    /// byte, an int32 in four, a double in eight
    /// @{
    std::size_t bytes() const noexcept { return bytes_; }
    void encode(const std::uint64_t* elements, std::byte* data) const noexcept;
    /// @return false for an invalid payload: a bool that is not 0 or 1, a number that is not
    /// finite, values that is_valid() rejects. Precondition: `data` has bytes()
    bool decode(const std::byte* data, std::uint64_t* elements) const noexcept;
    /// @}

  private:
    /// The valid values of an int32.
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
