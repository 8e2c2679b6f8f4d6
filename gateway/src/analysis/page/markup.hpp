// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gateway::page {

/// Text for HTML and SVG, within elements and within attributes in quotes. A control character,
/// which neither may have, becomes U+FFFD.
std::string escaped(std::string_view text);

/// A number with four significant digits and a real minus sign; one that is not finite by its sign.
std::string figure(double number);
/// A whole number, in groups of three digits.
std::string figure(std::uint64_t number);
/// A part of one in percent with three significant digits.
std::string percent(double part);

/// An element; what is inside is markup already.
std::string element(const std::string& name, const std::string& inside,
                    const std::string& attributes = {});

}  // namespace gateway::page
