// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway::vehicle_interface {

/// A set of values of an enumeration that counts from 0 to 31 at most.
template <class Enum>
class EnumSet {
  public:
    constexpr EnumSet() = default;
    constexpr EnumSet(Enum value) noexcept : bits_(1U << static_cast<unsigned>(value)) {}

    constexpr EnumSet& operator|=(EnumSet other) noexcept {
        bits_ |= other.bits_;
        return *this;
    }
    constexpr bool has(Enum value) const noexcept { return (bits_ & EnumSet(value).bits_) != 0; }
    constexpr bool empty() const noexcept { return bits_ == 0; }
    /// Bit i is the value with number i.
    constexpr std::uint32_t mask() const noexcept { return bits_; }

  private:
    std::uint32_t bits_ = 0;
};

}  // namespace gateway::vehicle_interface
