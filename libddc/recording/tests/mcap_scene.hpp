// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap_reader.hpp>
#include <ddc/recording/mcap_repair.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <sstream>
#include <string>
#include <vector>

/// Files in memory.
namespace mcap_scene {

using namespace ddc::recording;

inline McapWriter::Sink into(std::string& file) {
    return [&file](std::string_view piece) { file += piece; };
}

inline McapWriterOptions small_chunks(McapCompression compression = McapCompression::zstd) {
    return {{"", "test"}, compression, 200};
}

/// Three chunks of two channels, an attachment and metadata.
inline std::string file_of_all(const McapWriterOptions& options = small_chunks()) {
    std::string file;
    McapWriter writer(into(file), options);
    const McapId schema = writer.add_schema({"test/msg/Text", "ros2msg", "string text\n"});
    const McapId first = writer.add_channel({schema, "/first", "cdr", {{"key", "value"}}});
    const McapId second = writer.add_channel({0, "/second", "raw", {}});
    writer.write(McapMetadata{"interface", {{"name", "pursuit"}, {"version", "2.0"}}});
    for (std::uint32_t i = 0; i < 12; ++i)
        writer.write(
            {i % 3 == 0 ? second : first, i, i * 10U, i * 10U + 1, "message " + std::to_string(i)});
    writer.write(McapAttachment{5, 6, "run.yaml", "application/yaml", "duration_s: 1\n"});
    writer.close();
    return file;
}

/// Contents of a file, one line for each item, and how it ends.
struct Reading {
    std::vector<std::string> items;
    std::string error;
    bool is_cut = false;
    std::uint64_t good_bytes = 0;
    std::uint64_t chunks = 0;
};

inline std::string line_of(const McapReader& reader, const McapReader::Item& item) {
    if (const auto* message = std::get_if<McapMessage>(&item)) {
        const McapChannel& channel = reader.channel(message->channel);
        const McapSchema* schema = reader.schema(channel.schema);
        return channel.topic + " " + (schema != nullptr ? schema->name : "-") + " " +
               std::to_string(message->sequence) + " " + std::to_string(message->log_time_ns) +
               " " + std::to_string(message->publish_time_ns) + " " + std::string(message->data);
    }
    if (const auto* attachment = std::get_if<McapAttachment>(&item))
        return "attachment " + attachment->name + " " + attachment->media_type + " " +
               attachment->data;
    const auto& metadata = std::get<McapMetadata>(item);
    std::string line = "metadata " + metadata.name;
    for (const auto& [key, value] : metadata.values) line += " " + key + "=" + value;
    return line;
}

inline Reading read(const std::string& file) {
    Reading reading;
    std::istringstream in(file);
    try {
        McapReader reader(in, "file");
        while (const auto item = reader.next()) reading.items.push_back(line_of(reader, *item));
        reading.is_cut = reader.is_cut();
        reading.good_bytes = reader.good_bytes();
        reading.chunks = reader.chunks();
    } catch (const McapError& error) {
        reading.error = error.what();
    }
    return reading;
}

struct Repaired {
    std::string file;
    McapRepair report;
};

inline Repaired repair(const std::string& file) {
    Repaired repaired;
    std::istringstream in(file);
    repaired.report = repair_mcap(in, "file", into(repaired.file));
    return repaired;
}

}  // namespace mcap_scene
