// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// Functions on texts. None depends on the locale.
namespace gateway {

/// Removes the blanks at both ends.
/// @return a view of `text`
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

bool ends_with(std::string_view text, std::string_view end);

/// Whether a text consists of the digits 0 to 9, at least one.
bool is_digits(std::string_view text);

/// Whether it is a control character of ASCII.
inline bool is_control(char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
}

/// Replaces A to Z by a to z.
std::string lower(std::string text);

/// Whether a text is UTF-8 as of RFC 3629: no surrogates, nothing above U+10FFFF, and each
/// character in its shortest form.
bool is_utf8(std::string_view text);

/// The two hexadecimal digits of a byte, in lower case.
std::string hex_digits(std::uint8_t byte);

struct AsItIs {
    std::string_view operator()(std::string_view text) const { return text; }
};

/// Joins texts, with `between` before each that is not first.
/// @param to_text function or member that returns the text of an element
template <class Texts, class ToText = AsItIs>
std::string joined(const Texts& texts, std::string_view between = ", ", ToText to_text = {}) {
    std::string all;
    for (const auto& text : texts) {
        if (!all.empty()) all += between;
        all += std::invoke(to_text, text);
    }
    return all;
}

}  // namespace gateway
