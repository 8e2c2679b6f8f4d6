// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/cdr.hpp>

#include <string>
#include <string_view>

/// Converts hexadecimal digits to bytes; blanks between them are skipped.
inline ddc::recording::Bytes from_hex(std::string_view digits) {
    std::string plain;
    for (const char c : digits)
        if (c != ' ') plain += c;
    ddc::recording::Bytes bytes;
    for (std::size_t i = 0; i + 1 < plain.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(plain.substr(i, 2), nullptr, 16)));
    return bytes;
}

inline std::string to_hex(const ddc::recording::Bytes& bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += digits[std::to_integer<std::size_t>(byte) / 16];
        text += digits[std::to_integer<std::size_t>(byte) % 16];
    }
    return text;
}

/// Removes blanks, for comparison with to_hex.
inline std::string hex(std::string_view digits) {
    return to_hex(from_hex(digits));
}
