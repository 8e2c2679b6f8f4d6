// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plant {

/// The one of `keys` that is least different from `key` (Levenshtein's distance), or nothing if all
/// differ in more than two letters and in more than a third of them.
std::string_view nearest_key(const std::string& key, const std::vector<std::string_view>& keys);

}  // namespace plant
