// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap.hpp>

#include <functional>
#include <memory>

namespace ddc::recording {

enum class McapCompression { none, zstd };

struct McapWriterOptions {
    McapHeader header;
    McapCompression compression = McapCompression::zstd;
    /// Bytes of uncompressed records at which a chunk is closed.
    std::size_t chunk_size = std::size_t{1} << 20U;
};

/// Writes an MCAP file from front to back: messages in chunks with indexes, CRCs everywhere, and a
/// summary at the end. What it writes follows from its calls alone. Up to the last chunk a file can
/// be read that was never closed.
class McapWriter {
  public:
    /// Is given the file piece by piece. Each piece ends where a reader may stop.
    using Sink = std::function<void(std::string_view)>;

    McapWriter(Sink sink, McapWriterOptions options);
    McapWriter(const McapWriter&) = delete;
    McapWriter& operator=(const McapWriter&) = delete;
    /// Closes nothing.
    ~McapWriter();

    /// @return its id. It is in the file with the first of its channels.
    /// @throws std::length_error beyond 65,535
    McapId add_schema(McapSchema schema);
    /// @return its id. It is in the file from the next message on, whatever channel that is of.
    /// Precondition: the schema was added, or is 0.
    /// @throws std::length_error beyond 65,535
    McapId add_channel(McapChannel channel);

    /// Into the open chunk, which is closed if it is full. Precondition: the channel was added.
    void write(const McapMessage& message);
    /// @name Behind what was written so far: an open chunk is closed
    /// @{
    void write(const McapAttachment& attachment);
    void write(const McapMetadata& metadata);
    /// @}
    /// Closes the open chunk, if there is one.
    void flush();
    /// Bytes of uncompressed records in the open chunk.
    std::size_t open_bytes() const noexcept;
    /// Flushes, and writes the end of the file. Nothing may be written after it.
    void close();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ddc::recording
