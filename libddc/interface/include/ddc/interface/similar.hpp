// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace ddc::interface {

/// At most three of the `candidates` that are most similar to `text`; none if no one is similar.
std::vector<std::string> similar(const std::string& text,
                                 const std::vector<std::string>& candidates);

}  // namespace ddc::interface
