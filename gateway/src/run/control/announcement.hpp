// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway {

/// The addresses of a process, for the process that has started it: a line of JSON as in
/// schemas/announcement.schema.json. Log lines are for users; programs do not parse them.
struct Announcement {
    /// "127.0.0.1:8100"; bound addresses, with the actual port.
    using Addresses = std::vector<std::string>;

    int pid = 0;
    Addresses http;      ///< of the data port, the studio, or the viewer of a recording
    Addresses vds1;      ///< of the CMD ports, in the order of the configuration
    Addresses montisim;  ///< of MontiSim's TCP protocol
    std::string token;   ///< for HTTP; empty: none is required
    std::string table;   ///< empty: none
};

/// @return the line, with the newline
std::string to_line(const Announcement& announcement);

/// @param line with or without the newline
/// @throws std::invalid_argument if the line is invalid
Announcement read_announcement(const std::string& line);

}  // namespace gateway
