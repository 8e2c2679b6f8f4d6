// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway {

/// The key of a channel's metadata under which a recording of a run tells which numbers of its
/// messages are columns of the run's trace: a line `PATH NAME` for each.
inline constexpr const char* columns_key = "columns";

/// `pose.pose.position.x` and `x_m`.
struct NamedPath {
    std::string path, name;
};
using NamedPaths = std::vector<NamedPath>;

/// The value of that key.
inline std::string columns_text(const NamedPaths& columns) {
    std::string text;
    for (const NamedPath& column : columns) text += column.path + " " + column.name + "\n";
    return text;
}

}  // namespace gateway
