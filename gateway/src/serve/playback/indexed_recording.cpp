// SPDX-License-Identifier: MIT
#include "indexed_recording.hpp"

#include <gateway/base/time.hpp>
#include "output/output_file.hpp"

#include <plant/open_file.hpp>

#include <stdexcept>
#include <string>

namespace gateway::foxglove {
namespace {

namespace fs = std::filesystem;
using ddc::recording::McapError;
using ddc::recording::McapIndexedReader;

std::ifstream open(const fs::path& file) {
    const fs::path part = OutputFile::newest_part_of(file);
    if (!fs::exists(file) && fs::exists(part))
        throw std::invalid_argument(file.string() + ": was not closed, and only exists as " +
                                    part.string() + "; `ddc-gateway mcap repair " + file.string() +
                                    "` repairs it");
    return plant::open_file(file);
}

/// @throws std::invalid_argument if the file is not a complete recording
std::unique_ptr<McapIndexedReader> read_index(std::istream& in, const fs::path& file) {
    try {
        auto recording = std::make_unique<McapIndexedReader>(in, file.string());
        if (recording->last_ns() > static_cast<std::uint64_t>(SimTime::max().count()))
            throw std::invalid_argument(file.string() + ": has a message at " +
                                        std::to_string(recording->last_ns()) +
                                        " ns, beyond the largest time that can be shown");
        return recording;
    } catch (const McapError& error) {
        const std::string advice = "; `ddc-gateway mcap repair " + file.string() +
                                   " --output WHOLE.mcap` writes a complete one with an index";
        throw std::invalid_argument(error.what() + (error.offset() == 0 ? "" : advice));
    }
}

}  // namespace

IndexedRecording::IndexedRecording(const fs::path& file)
    : stream(open(file)), reader(read_index(stream, file)) {}

}  // namespace gateway::foxglove
