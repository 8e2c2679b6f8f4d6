// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace plant {

/// Removes the blanks at both ends. @return a view of `text`
inline std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// Joins the texts with commas.
template <class Texts>
std::string joined(const Texts& texts) {
    std::string all;
    for (const auto& text : texts) all.append(all.empty() ? "" : ", ").append(text);
    return all;
}

}  // namespace plant
