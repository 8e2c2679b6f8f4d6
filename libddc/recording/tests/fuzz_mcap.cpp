// SPDX-License-Identifier: MIT
// The bytes are read as an MCAP file, its messages as messages of ROS 2, and as a type definition.
// Each refusal must be an error with a position; a repaired file must be complete and equal.
#include "expect.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/mcap_indexed_reader.hpp>
#include <ddc/recording/mcap_repair.hpp>
#include <ddc/recording/message_numbers.hpp>
#include <ddc/recording/ros2msg_reader.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace ddc::recording;

using fuzz::expect;

template <class Message>
void read_as(std::string_view data) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data.data());
    try {
        const auto message = from_cdr<Message>(bytes, data.size());
        expect(to_cdr(from_cdr<Message>(to_cdr(message))) == to_cdr(message), "CDR repeats");
    } catch (const CdrError& error) {
        expect(error.offset() <= data.size(), "an error is in the message");
    }
}

void read_as_any(std::string_view data) {
    read_as<Odometry>(data);
    read_as<TFMessage>(data);
    read_as<Path>(data);
    read_as<Log>(data);
}

/// Reads it as a message of a type that the file itself defines.
void read_as_defined(const McapSchema& schema, std::string_view data) {
    try {
        const MessageNumbers numbers(read_ros2msg(schema.name, schema.data));
        std::vector<double> values(numbers.paths().size());
        numbers.read(reinterpret_cast<const std::byte*>(data.data()), data.size(), values.data());
    } catch (const Ros2msgError&) {
    } catch (const std::length_error&) {
    } catch (const CdrError& error) {
        expect(error.offset() <= data.size(), "an error is in the message");
    }
}

/// The data of all messages. Checks the end of a file that must be complete.
std::vector<std::string> messages_of(const std::string& file, bool must_be_whole) {
    std::vector<std::string> messages;
    std::istringstream in(file);
    try {
        McapReader reader(in, "file");
        while (const auto item = reader.next())
            if (const auto* message = std::get_if<McapMessage>(&*item)) {
                const McapSchema* schema = reader.schema(reader.channel(message->channel).schema);
                if (schema != nullptr) read_as_defined(*schema, message->data);
                messages.emplace_back(message->data);
            }
        expect(!must_be_whole || !reader.is_cut(), "a repaired file is not cut");
    } catch (const McapError& error) {
        expect(!must_be_whole, error.what());
        expect(std::string(error.what()).rfind("file: byte ", 0) == 0, "it has a position");
    }
    return messages;
}

/// The data of all messages, read with the index, in the order of their times.
std::vector<std::string> indexed_messages_of(const std::string& file, bool must_be_whole) {
    std::vector<std::string> messages;
    std::istringstream in(file);
    const auto attempt = [&](const auto& read) {
        try {
            return read();
        } catch (const McapError& error) {
            expect(!must_be_whole, error.what());
            expect(std::string(error.what()).rfind("file: byte ", 0) == 0, "it has a position");
            return false;
        }
    };
    attempt([&] {
        McapIndexedReader reader(in, "file");
        std::uint64_t last_ns = 0;
        const auto take_next = [&] {
            const auto message = reader.next(reader.last_ns());
            if (!message) return false;
            expect(message->log_time_ns >= last_ns, "times do not decrease");
            last_ns = message->log_time_ns;
            messages.emplace_back(message->data);
            return true;
        };
        while (attempt(take_next)) {
        }
        for (const auto& [id, channel] : reader.channels())
            attempt([&, channel_id = id] {
                reader.show_latest(channel_id, last_ns, [&](const McapMessage& message) {
                    expect(message.log_time_ns <= last_ns, "no message is later");
                });
                return true;
            });
        return true;
    });
    return messages;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string file(reinterpret_cast<const char*>(data), size);
    const std::vector<std::string> messages = messages_of(file, false);
    for (const std::string& message : messages) read_as_any(message);
    indexed_messages_of(file, false);
    read_as_any(file);
    read_as_defined({"some_msgs/msg/Any", "ros2msg", file}, file);
    std::string repaired;
    std::istringstream in(file);
    try {
        repair_mcap(in, "file", [&](std::string_view piece) { repaired += piece; });
    } catch (const McapError&) {
        return 0;  // it does not begin like an MCAP file
    }
    expect(messages_of(repaired, true) == messages, "a repaired file has the same messages");
    std::vector<std::string> sorted = messages, indexed = indexed_messages_of(repaired, true);
    std::sort(sorted.begin(), sorted.end());
    std::sort(indexed.begin(), indexed.end());
    expect(indexed == sorted, "and also when read with its index");
    return 0;
}
