// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// Small functions of texts. None depends on the locale.
namespace gateway {

/// Without the blanks at both ends.
/// @return a part of `text`
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r");

bool ends_with(std::string_view text, std::string_view end);

/// Whether it is digits from 0 to 9 alone, at least one.
bool is_digits(std::string_view text);

/// With a to z for A to Z.
std::string lower(std::string text);

/// Whether it is UTF-8 as RFC 3629 has it: no surrogates, nothing beyond U+10FFFF, and each code in
/// its shortest form.
bool is_utf8(std::string_view text);

/// The two digits of a byte, 0 to 9 and a to f.
std::string hex_digits(std::uint8_t byte);

struct AsItIs {
    std::string_view operator()(std::string_view text) const { return text; }
};

/// Texts in one, with `between` before each that has something before it.
/// @param to_text of an element, or a member of it
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
