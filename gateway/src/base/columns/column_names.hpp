// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway {

/// Key of a channel's metadata in a recording of a run: it lists the numbers of the messages that
/// are columns of the run's trace, one line `PATH NAME` for each.
inline constexpr const char* columns_key = "columns";

/// A number of a message and its column, such as `pose.pose.position.x` and `x_m`.
struct NamedPath {
    std::string path, name;
};
using NamedPaths = std::vector<NamedPath>;

/// Formats the value of columns_key.
inline std::string columns_text(const NamedPaths& columns) {
    std::string text;
    for (const NamedPath& column : columns) text += column.path + " " + column.name + "\n";
    return text;
}

}  // namespace gateway
