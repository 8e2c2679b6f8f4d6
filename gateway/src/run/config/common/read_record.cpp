// SPDX-License-Identifier: MIT
#include "read_record.hpp"

namespace gateway {

void read_record(plant::YamlReader& reader, std::optional<std::filesystem::path>& file,
                 RecordingEpoch& epoch) {
    if (!reader.is_map("record")) {
        reader.output_file("record", file);
        return;
    }
    auto section = reader.section("record");
    section->require("file");
    section->output_file("file", file);
    section->choice("epoch", epoch, {"zero", "start"});
}

}  // namespace gateway
