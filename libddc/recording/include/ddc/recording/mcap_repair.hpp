// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap_reader.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <cstdint>
#include <string>

namespace ddc::recording {

/// Result of a repair.
struct McapRepair {
    std::uint64_t messages = 0;    ///< number of messages that were kept
    std::uint64_t good_bytes = 0;  ///< of the file, from its start
    std::string problem;           ///< the damage after these bytes; empty if there was none
};

/// Writes the contents of a file up to the first damage as a complete file, with summary and end. A
/// complete file that this project wrote is reproduced byte for byte.
/// @throws McapError if it does not begin like an MCAP file, or its compression is not supported
McapRepair repair_mcap(std::istream& in, const std::string& file_name, McapWriter::Sink sink);

}  // namespace ddc::recording
