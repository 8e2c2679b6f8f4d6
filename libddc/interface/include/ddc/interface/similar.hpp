// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace ddc::interface {

/// Those of `candidates` that look most like `text`: at most three, none if none does.
std::vector<std::string> similar(const std::string& text,
                                 const std::vector<std::string>& candidates);

}  // namespace ddc::interface
