// SPDX-License-Identifier: MIT
// every_message DIRECTORY writes every_message.mcap, a recording with messages of every type, and
// every_message.json, with their values, for independent readers.
#include "fill_message.hpp"

#include "messages/autoware_control.hpp"
#include "messages/autoware_vehicle.hpp"
#include "messages/diagnostics.hpp"
#include "messages/markers.hpp"
#include "messages/run_messages.hpp"
#include "messages/vehicle_interface.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/ddc_messages.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <fstream>
#include <iostream>

namespace tests {
namespace {

/// All primitives, as single values and as arrays.
struct EveryPrimitive {
    std::string string_one;
    bool bool_one = false;
    std::uint8_t uint8_one = 0;
    std::int8_t int8_one = 0;
    std::uint16_t uint16_one = 0;
    std::int16_t int16_one = 0;
    std::uint32_t uint32_one = 0;
    std::int32_t int32_one = 0;
    std::uint64_t uint64_one = 0;
    std::int64_t int64_one = 0;
    float float32_one = 0;
    double float64_one = 0;
    std::array<std::uint8_t, 3> uint8_array{};
    std::array<std::int64_t, 2> int64_array{};
    std::array<std::string, 2> string_array{};
    std::vector<std::int16_t> int16_sequence;
    std::vector<float> float32_sequence;
    std::vector<double> float64_sequence;
    std::vector<std::uint64_t> uint64_sequence;
    std::vector<std::string> string_sequence;
    std::vector<ddc::recording::Vector3> message_sequence;
    std::array<ddc::recording::Header, 2> message_array;
};

}  // namespace
}  // namespace tests

template <>
struct ddc::recording::Fields<tests::EveryPrimitive> {
    using Message = tests::EveryPrimitive;
    static constexpr std::string_view name = "test_msgs/msg/EveryPrimitive";
    static constexpr auto members = std::make_tuple(
        field("string_one", &Message::string_one), field("bool_one", &Message::bool_one),
        field("uint8_one", &Message::uint8_one), field("int8_one", &Message::int8_one),
        field("uint16_one", &Message::uint16_one), field("int16_one", &Message::int16_one),
        field("uint32_one", &Message::uint32_one), field("int32_one", &Message::int32_one),
        field("uint64_one", &Message::uint64_one), field("int64_one", &Message::int64_one),
        field("float32_one", &Message::float32_one), field("float64_one", &Message::float64_one),
        field("uint8_array", &Message::uint8_array), field("int64_array", &Message::int64_array),
        field("string_array", &Message::string_array),
        field("int16_sequence", &Message::int16_sequence),
        field("float32_sequence", &Message::float32_sequence),
        field("float64_sequence", &Message::float64_sequence),
        field("uint64_sequence", &Message::uint64_sequence),
        field("string_sequence", &Message::string_sequence),
        field("message_sequence", &Message::message_sequence),
        field("message_array", &Message::message_array));
};

namespace tests {
namespace {

using namespace ddc::recording;

/// Writes both files together.
class Sample {
  public:
    explicit Sample(std::ostream& file)
        : writer_(
              [&file](std::string_view piece) {
                  file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
              },
              {{"ros2", "every_message"}, McapCompression::zstd, 8000}) {}

    template <class... Message>
    void add() {
        (add_one<Message>(), ...);
    }
    /// @return a list of topic, type, time and value in the order of the file
    nlohmann::json close() {
        writer_.write(McapMetadata{"made by", {{"name", "every_message"}}});
        writer_.write(McapAttachment{1, 2, "run.yaml", "application/yaml", "duration_s: 1\n"});
        writer_.close();
        return std::move(values_);
    }

  private:
    template <class Message>
    void add_one() {
        const MessageType& type = *message_type<Message>();
        const McapId schema = writer_.add_schema({type.name, "ros2msg", ros2msg(type)});
        const std::string topic = "/" + type.name;
        const McapId channel =
            writer_.add_channel({schema, topic, "cdr", {{"offered_qos_profiles", ""}}});
        std::uint32_t number = 0;
        for (const Filling filling :
             {Filling::zero, Filling::least, Filling::greatest, Filling::random}) {
            Message message;
            MessageFiller(filling).fill(message);
            const Bytes bytes = to_cdr(message);
            const std::string_view data(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            writer_.write(McapMessage{channel, number++, ++time_ns_, time_ns_, data});
            values_.push_back({{"topic", topic},
                               {"type", type.name},
                               {"time_ns", time_ns_},
                               {"value", json_of(message)}});
        }
    }

    McapWriter writer_;
    std::uint64_t time_ns_ = 0;
    nlohmann::json values_ = nlohmann::json::array();
};

nlohmann::json write_sample(std::ostream& file) {
    using namespace gateway::messages;
    Sample sample(file);
    sample.add<EveryPrimitive>();
    sample.add<Time, Header>();
    sample.add<Vector3, Point, Quaternion, Pose, PoseStamped, PoseWithCovariance,
               PoseWithCovarianceStamped, Twist, TwistWithCovariance, Accel, AccelWithCovariance,
               AccelWithCovarianceStamped, Transform, TransformStamped>();
    sample.add<Odometry, Path, Imu, NavSatStatus, NavSatFix, TFMessage, Clock, Log>();
    sample.add<Entry, RunStatus, gateway::messages::Command, VehicleState>();
    sample.add<Lateral, Longitudinal, Control, ActuationCommand, ActuationStatus,
               ActuationCommandStamped, ActuationStatusStamped, SteeringWheelStatusStamped,
               VehicleEmergencyStamped>();
    sample.add<GearCommand, GearReport, ControlModeReport, SteeringReport, VelocityReport,
               TurnIndicatorsCommand, TurnIndicatorsReport, HazardLightsCommand, HazardLightsReport,
               Engage>();
    sample.add<RawControlCommand, VehicleControlCommand, HighLevelControlCommand,
               VehicleStateCommand, VehicleOdometry, VehicleStateReport>();
    sample.add<KeyValue, DiagnosticStatus, DiagnosticArray>();
    sample.add<ColorRGBA, gateway::messages::Duration, CompressedImage, UVCoordinate, MeshFile,
               Marker, MarkerArray>();
    return sample.close();
}

}  // namespace
}  // namespace tests

int main(int count, char** words) {
    if (count != 2) {
        std::cerr << "Usage: every_message DIRECTORY\n";
        return 2;
    }
    const std::string base = std::string(words[1]) + "/every_message";
    std::ofstream file(base + ".mcap", std::ios::binary), values(base + ".json");
    values << tests::write_sample(file);
    file.close();
    values.close();
    return file && values ? 0 : 1;
}
