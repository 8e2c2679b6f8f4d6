// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ddc::interface {

/// A text as it may be shown on a terminal or in a log, wherever it is from: control characters,
/// those of C1 too, what XML has no place for, and bytes that are no UTF-8 become `\n`, `\x1b`,
/// `\u009b` or `\uffff`; all else stays.
std::string visible(std::string_view text);

/// The same of a text of several lines: line feeds and tabulators stay.
std::string visible_lines(std::string_view text);

/// "0x4003"
std::string hex(std::int64_t id);

}  // namespace ddc::interface
