// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plant {

/// The one of `keys` with the smallest Levenshtein distance from `key`; empty if every distance is
/// more than two letters and more than a third of the letters.
std::string_view nearest_key(const std::string& key, const std::vector<std::string_view>& keys);

}  // namespace plant
