// SPDX-License-Identifier: MIT
#include "recorded_commands.hpp"

#include <gateway/base/vehicle_state.hpp>
#include "columns/recording_clock.hpp"
#include "columns/repair_advice.hpp"
#include "messages/run_messages.hpp"

#include <plant/file_error.hpp>
#include <plant/number_text.hpp>
#include <plant/open_file.hpp>

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/mcap_reader.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gateway {
namespace {

using namespace ddc::recording;

struct RecordedCommand {
    double t_s;
    plant::Gear gear;
    messages::Command command;
};

plant::Gear gear_of(std::uint8_t reported) {
    const auto gear = static_cast<Gear>(reported);
    if (gear == Gear::reverse) return plant::Gear::reverse;
    return gear == Gear::neutral || gear == Gear::park ? plant::Gear::neutral : plant::Gear::drive;
}

/// Messages of earlier releases have a time where newer ones have a header.
/// @return the message with an empty frame after the time
std::string with_frame(std::string_view data) {
    constexpr std::size_t time_end = 12;  // behind the encapsulation and the time
    constexpr std::string_view empty_text{"\x01\0\0\0\0\0\0\0", 8};  // padded
    std::string whole(data.substr(0, time_end));
    whole += empty_text;
    return whole.append(data.substr(std::min(time_end, data.size())));
}

bool has_header(const McapSchema* schema) {
    return schema == nullptr || schema->data.rfind("std_msgs/Header header", 0) == 0;
}

template <class Message>
Message message_of(std::string_view data, const McapSchema* schema) {
    const std::string whole = has_header(schema) ? std::string(data) : with_frame(data);
    return from_cdr<Message>(reinterpret_cast<const std::byte*>(whole.data()), whole.size());
}

/// @throws CdrError, McapError
std::vector<RecordedCommand> read_commands(McapReader& reader) {
    std::vector<RecordedCommand> commands;
    plant::Gear gear = plant::Gear::drive;
    std::uint64_t epoch_ns = 0;
    while (const auto item = reader.next()) {
        if (const auto* metadata = std::get_if<McapMetadata>(&*item))
            read_epoch(*metadata, epoch_ns);
        const auto* message = std::get_if<McapMessage>(&*item);
        if (message == nullptr) continue;
        const McapChannel& channel = reader.channel(message->channel);
        const std::string& topic = channel.topic;
        const McapSchema* const schema = reader.schema(channel.schema);
        if (topic == "/vehicle/state")
            gear = gear_of(message_of<messages::VehicleState>(message->data, schema).gear);
        else if (topic == "/command/after_filters")
            commands.push_back({static_cast<double>(message->log_time_ns - epoch_ns) / 1e9, gear,
                                message_of<messages::Command>(message->data, schema)});
    }
    return commands;
}

void check(const std::filesystem::path& file, const std::vector<RecordedCommand>& commands,
           std::size_t index, const char* level) {
    const RecordedCommand& each = commands[index];
    const messages::Command& command = each.command;
    const auto fail = [&](const std::string& reason) {
        throw plant::FileError(file.string(), 0, 0, "",
                               "command at " + plant::plain(each.t_s) + " s: " + reason);
    };
    if (command.level != level)
        fail("has the level " + command.level + "; this vehicle accepts " + level);
    if (!std::isfinite(command.steer_rad + command.throttle + command.brake +
                       command.actuation_accel + command.actuation_brake + command.actuation_steer))
        fail("has a number that is not finite");
    if (index > 0 && each.t_s <= commands[index - 1].t_s) fail("times must rise");
}

/// @param level the level that all commands must have
std::vector<RecordedCommand> commands_of(const std::filesystem::path& file, const char* level,
                                         const Log& log) {
    std::ifstream in = plant::open_file(file);
    std::vector<RecordedCommand> commands;
    try {
        McapReader reader(in, file.string());
        commands = read_commands(reader);
        if (reader.is_cut()) log(file.string() + ": was not closed; the end of the run is missing");
    } catch (const McapError& error) {
        throw std::invalid_argument(with_repair_advice(error));
    } catch (const CdrError& error) {
        throw plant::FileError(file.string(), 0, 0, "", error.what());
    }
    if (commands.empty())
        throw plant::FileError(
            file.string(), 0, 0, "",
            "has no messages on /command/after_filters, so it is not a recording "
            "of a run");
    for (std::size_t i = 0; i < commands.size(); ++i) check(file, commands, i, level);
    return commands;
}

}  // namespace

std::vector<plant::ControlPoint> recorded_controls(const std::filesystem::path& file,
                                                   const Log& log) {
    std::vector<plant::ControlPoint> points;
    for (const RecordedCommand& each : commands_of(file, "pedals", log)) {
        plant::Command command;
        command.steer_rad = each.command.steer_rad;
        command.throttle = each.command.throttle;
        command.brake = each.command.brake;
        command.gear = each.gear;
        points.push_back({each.t_s, command});
    }
    return points;
}

/// The time of a row is that at the end of its step, the time of the next cycle.
std::vector<plant::ActuationRow> recorded_actuation(const std::filesystem::path& file,
                                                    const Log& log) {
    const std::vector<RecordedCommand> commands = commands_of(file, "actuation", log);
    std::vector<plant::ActuationRow> rows;
    for (std::size_t i = 0; i + 1 < commands.size(); ++i) {
        const messages::Command& command = commands[i].command;
        plant::ActuationRow row;
        row.t_s = commands[i + 1].t_s;
        row.input.command = {command.actuation_accel, command.actuation_brake,
                             command.actuation_steer};
        row.input.gear = plant::gear_code(commands[i].gear);
        rows.push_back(row);
    }
    return rows;
}

}  // namespace gateway
