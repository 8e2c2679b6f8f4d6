// SPDX-License-Identifier: MIT
#include "origin.hpp"

#include <algorithm>
#include <cctype>

namespace gateway {
namespace {

bool is_of_scheme(unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
}

bool is_of_place(unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '.' || c == '-' || c == ':' ||
           c == '[' || c == ']';
}

}  // namespace

std::string origin_problem(const std::string& text) {
    if (text == "null" || text == "file://") return {};
    const std::size_t colon = text.find("://");
    const bool has_scheme =
        colon != std::string::npos && colon > 0 &&
        std::all_of(text.begin(), text.begin() + static_cast<long>(colon), is_of_scheme);
    const std::string place = has_scheme ? text.substr(colon + 3) : "";
    if (!place.empty() && std::all_of(place.begin(), place.end(), is_of_place)) return {};
    return "must be origins as a browser writes them, such as https://app.foxglove.dev, without a "
           "path; \"null\" and file:// are the pages of files";
}

}  // namespace gateway
