// SPDX-License-Identifier: MIT
#include "recording_layout.hpp"

#include "foxglove/layout.hpp"
#include "indexed_recording.hpp"
#include "mcap/vehicle_messages.hpp"
#include "text/text.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>

#include <string_view>
#include <vector>

namespace gateway::foxglove {
namespace {

using namespace ddc::recording;

constexpr std::string_view odometry_topic = "/vehicle/odometry";

/// The vehicle's frame in the last message of a channel with odometry.
std::string frame_in(McapIndexedReader& recording, McapId channel) {
    std::string frame = vehicle_frame;
    recording.show_latest(channel, recording.last_ns(), [&](const McapMessage& message) {
        const auto* bytes = reinterpret_cast<const std::byte*>(message.data.data());
        frame = from_cdr<Odometry>(bytes, message.data.size()).child_frame_id;
    });
    return frame;
}

std::vector<VehicleNames> vehicles_in(McapIndexedReader& recording) {
    std::vector<VehicleNames> vehicles;
    for (const auto& [id, channel] : recording.channels()) {
        const std::string& topic = channel.topic;
        const McapSchema* schema = recording.schema(channel.schema);
        const bool is_odometry = ends_with(topic, odometry_topic) && schema != nullptr &&
                                 schema->name == Fields<Odometry>::name &&
                                 channel.encoding == "cdr";
        if (is_odometry)
            vehicles.push_back(
                {topic.substr(0, topic.size() - odometry_topic.size()), frame_in(recording, id)});
    }
    return vehicles;
}

}  // namespace

std::string layout_of_recording(const std::filesystem::path& file) {
    const IndexedRecording recording(file);
    std::vector<std::string> topics;
    for (const auto& [id, channel] : recording.reader->channels()) topics.push_back(channel.topic);
    return layout_of(topics, vehicles_in(*recording.reader));
}

}  // namespace gateway::foxglove
