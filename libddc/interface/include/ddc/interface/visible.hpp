// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ddc::interface {

/// A text of any origin, made safe for a terminal or a log: control characters (also those of C1),
/// characters that XML does not allow, and bytes that are not UTF-8 become `\n`, `\x1b`, `\u009b`
/// or `\uffff`; all else is unchanged.
std::string visible(std::string_view text);

/// The same for a text of several lines: line feeds and tabs are unchanged.
std::string visible_lines(std::string_view text);

/// The id in hexadecimal: "0x4003".
std::string hex(std::int64_t id);

}  // namespace ddc::interface
