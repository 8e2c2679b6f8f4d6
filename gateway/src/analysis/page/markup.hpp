// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gateway::page {

/// Escapes text for HTML and SVG, in elements and in quoted attributes. Control characters, which
/// neither may contain, become U+FFFD.
std::string escaped(std::string_view text);

/// A number with four significant digits and a typographic minus sign; infinity as a sign.
std::string figure(double number);
/// A whole number, with groups of three digits.
std::string figure(std::uint64_t number);
/// A fraction in percent with three significant digits.
std::string percent(double part);

/// An element. @param inside markup
std::string element(const std::string& name, const std::string& inside,
                    const std::string& attributes = {});

}  // namespace gateway::page
