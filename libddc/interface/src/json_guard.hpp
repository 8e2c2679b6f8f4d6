// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace ddc::interface {

/// Checks a text without building anything from it. @throws InterfaceError, with the path, if it is
/// not one JSON value in UTF-8, nests too deeply, has an object with too many or duplicate keys, or
/// a key that is empty, too long or has control characters. A text that passes is safe to parse.
void guard_json(std::string_view text);

/// True if a string has characters that must not reach a terminal.
bool has_control_characters(std::string_view text);

}  // namespace ddc::interface
