// SPDX-License-Identifier: MIT
#pragma once

#include "mcap_records.hpp"

#include <map>
#include <string>

/// Contents of the records of an MCAP file, for all readers.
namespace ddc::recording {

/// Schemas and channels that a reader has read so far.
struct McapDefinitions {
    /// @throws McapError if an id is redefined
    void take_schema(RecordContent& content);
    /// @throws McapError also for an unknown schema
    void take_channel(RecordContent& content);
    /// The message refers to the bytes of `content`. @throws McapError for an unknown channel
    McapMessage take_message(RecordContent& content) const;
    /// Null for id 0.
    const McapSchema* schema(McapId id) const;

    std::map<McapId, McapSchema> schemas;
    std::map<McapId, McapChannel> channels;
};

/// Replaces `records` with the records of a chunk, and checks their CRC.
/// @throws McapError
void unpack_chunk(RecordContent& content, std::string& records);

}  // namespace ddc::recording
