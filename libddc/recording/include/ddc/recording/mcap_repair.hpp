// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap_reader.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <cstdint>
#include <string>

namespace ddc::recording {

struct McapRepair {
    std::uint64_t messages = 0;    ///< that were kept
    std::uint64_t good_bytes = 0;  ///< of the file, from its start
    std::string problem;           ///< what came behind them; empty if the file was whole
};

/// Writes what is whole of a file, up to the first damage, as a file with summary and end. A whole
/// file of this project's comes out as it was, byte by byte.
/// @throws McapError if it does not begin as an MCAP file, or is compressed as is not read here
McapRepair repair_mcap(std::istream& in, const std::string& file_name, McapWriter::Sink sink);

}  // namespace ddc::recording
