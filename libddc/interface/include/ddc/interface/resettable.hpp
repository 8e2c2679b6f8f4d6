// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace ddc::interface {

/// What a program writes to `time_mode`, where the other side writes after it, if it can be reset:
/// when it finds `running` without data, it resets all its state and writes all its entries anew,
/// as if it had just been started.
inline constexpr std::string_view resettable = "resettable";

}  // namespace ddc::interface
