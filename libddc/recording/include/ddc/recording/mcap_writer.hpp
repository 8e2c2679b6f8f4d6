// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap.hpp>

#include <functional>
#include <memory>

namespace ddc::recording {

/// Compression of the chunks.
enum class McapCompression { none, zstd };

/// Options of a McapWriter.
struct McapWriterOptions {
    McapHeader header;
    McapCompression compression = McapCompression::zstd;
    /// Bytes of uncompressed records at which a chunk is closed.
    std::size_t chunk_size = std::size_t{1} << 20U;
};

/// Writes an MCAP file from front to back: messages in chunks with indexes, CRCs everywhere, and a
/// summary at the end. The output depends only on the calls. A file that was not closed is readable
/// up to its last chunk.
class McapWriter {
  public:
    /// Receives the file piece by piece. Each piece ends at the end of a record.
    using Sink = std::function<void(std::string_view)>;

    /// Writes the start of the file. What `sink` throws is passed on, here and by all functions
    /// that write; the file is then not to be continued.
    McapWriter(Sink sink, McapWriterOptions options);
    McapWriter(const McapWriter&) = delete;
    McapWriter& operator=(const McapWriter&) = delete;
    /// Does not call close(): without it the file is incomplete.
    ~McapWriter();

    /// @return the id. The schema is written with the first of its channels.
    /// @throws std::length_error beyond 65,535
    McapId add_schema(McapSchema schema);
    /// @return the id. The channel is written before the next message of any channel.
    /// Precondition: the schema was added, or is 0.
    /// @throws std::length_error beyond 65,535
    McapId add_channel(McapChannel channel);

    /// Adds to the open chunk, and closes it if it is full. Precondition: the channel was added.
    void write(const McapMessage& message);
    /// Writes the attachment after the open chunk, which it closes.
    void write(const McapAttachment& attachment);
    /// Writes the metadata after the open chunk, which it closes.
    void write(const McapMetadata& metadata);
    /// Closes the open chunk, if there is one.
    void flush();
    /// Bytes of uncompressed records in the open chunk.
    std::size_t open_bytes() const noexcept;
    /// Flushes, and writes the end of the file. Nothing may be written afterwards.
    void close();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ddc::recording
