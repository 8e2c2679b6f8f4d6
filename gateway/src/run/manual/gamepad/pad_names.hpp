// SPDX-License-Identifier: MIT
#pragma once

#include "pad_map.hpp"

#include <optional>
#include <string>

namespace gateway {

/// Code of "ABS_X". Nothing if the kernel's header has no such axis.
std::optional<std::uint16_t> pad_axis_named(const std::string& name);
/// "BTN_SOUTH", or a direction of a hat, "ABS_HAT0X-". Nothing if it does not exist.
std::optional<PadButton> pad_button_named(const std::string& name);
std::string name_of(const PadButton& button);

/// "there is no axis 'ABS_XX'; did you mean ABS_X?"
std::string no_such_axis(const std::string& name);
std::string no_such_button(const std::string& name);

}  // namespace gateway
