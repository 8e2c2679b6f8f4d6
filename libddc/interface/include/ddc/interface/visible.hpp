// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ddc::interface {

/// A text as it may be shown on a terminal or in a log, wherever it is from: control characters,
/// those of C1 too, and bytes that are no UTF-8 become `\n`, `\x1b` or `\u009b`, all else stays.
std::string visible(std::string_view text);

/// "0x4003"
std::string hex(std::int64_t id);

}  // namespace ddc::interface
