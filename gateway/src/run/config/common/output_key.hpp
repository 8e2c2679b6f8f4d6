// SPDX-License-Identifier: MIT
#pragma once

#include "text/text.hpp"

#include <string>

namespace gateway {

/// Whether a scalar at these keys of a run names a trace or a recording, which is written.
inline bool is_output_key(const std::string& keys) {
    for (const std::string output : {"trace", "record", "record.file"})
        if (keys == output || ends_with(keys, "]." + output)) return true;
    return false;
}

}  // namespace gateway
