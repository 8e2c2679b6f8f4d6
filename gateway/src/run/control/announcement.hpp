// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway {

/// Where a process is reached, for the one that has started it: a line of JSON as in
/// schemas/announcement.schema.json. Log lines are for people, and no program reads them.
struct Announcement {
    /// "127.0.0.1:8100"; each is one that is bound, with the port that was found free.
    using Addresses = std::vector<std::string>;

    int pid = 0;
    Addresses http;      ///< of the data port, of the studio, or of a recording that is shown
    Addresses vds1;      ///< where CMDs are taken, in the order of the configuration
    Addresses montisim;  ///< of MontiSim's TCP protocol
    std::string token;   ///< for HTTP; empty: none is needed
    std::string table;   ///< empty: the process has none
};

/// @return the line, with its end
std::string to_line(const Announcement& announcement);

/// @param line with or without its end
/// @throws std::invalid_argument for a line that is no announcement
Announcement read_announcement(const std::string& line);

}  // namespace gateway
