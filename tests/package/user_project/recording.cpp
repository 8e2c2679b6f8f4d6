// SPDX-License-Identifier: MIT
// A message in an MCAP file, written and read.
#include <ddc/recording/mcap_reader.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <sstream>

int main() {
    namespace recording = ddc::recording;
    std::stringstream file;
    recording::McapWriter writer([&](std::string_view piece) { file << piece; }, {});
    const recording::McapId channel = writer.add_channel({0, "speed", "json", {}});
    writer.write(recording::McapMessage{channel, 0, 0, 0, "{\"mps\": 1.5}"});
    writer.close();

    recording::McapReader reader(file, "speed.mcap");
    const auto item = reader.next();
    const auto* message = item ? std::get_if<recording::McapMessage>(&*item) : nullptr;
    return message != nullptr && message->data == "{\"mps\": 1.5}" ? 0 : 1;
}
