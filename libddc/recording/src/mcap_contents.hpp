// SPDX-License-Identifier: MIT
#pragma once

#include "mcap_records.hpp"

#include <map>
#include <string>

/// What is in the records of an MCAP file, for all who read them.
namespace ddc::recording {

/// Schemas and channels as a reader comes to know them.
struct McapDefinitions {
    /// @throws McapError if an id is given another meaning
    void take_schema(RecordContent& content);
    /// @throws McapError also for a schema that is unknown
    void take_channel(RecordContent& content);
    /// The bytes of the message are the content's. @throws McapError for a channel that is unknown
    McapMessage take_message(RecordContent& content) const;
    /// Null for 0.
    const McapSchema* schema(McapId id) const;

    std::map<McapId, McapSchema> schemas;
    std::map<McapId, McapChannel> channels;
};

/// Puts the records of a chunk in the place of what `records` held, and checks their CRC.
/// @throws McapError
void unpack_chunk(RecordContent& content, std::string& records);

}  // namespace ddc::recording
