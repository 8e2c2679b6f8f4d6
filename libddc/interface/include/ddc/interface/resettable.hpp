// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace ddc::interface {

/// A program that can be reset writes this value to `time_mode`; the other side overwrites it. When
/// the program then finds `running` empty, it resets all its state and writes all its entries
/// again, as after a restart.
inline constexpr std::string_view resettable = "resettable";

}  // namespace ddc::interface
