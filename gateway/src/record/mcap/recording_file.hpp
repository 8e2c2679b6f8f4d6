// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "message_sink.hpp"
#include "output/output_file.hpp"
#include "output/writing_thread.hpp"

#include <ddc/recording/mcap_writer.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace gateway {

/// A recording of one program's run, written on a separate thread: a chunk is closed at 1 MiB, and
/// after one second of simulated or wall time. One thread adds messages, which neither allocates
/// nor locks nor waits. If the disk is too slow, up to 32 MB of messages wait; further ones are
/// dropped and counted. Any thread may add log lines.
class RecordingFile : public MessageSink {
  public:
    /// @param report called from the writing thread, without a lock, as soon as the file cannot be
    /// written any more
    RecordingFile(std::shared_ptr<OutputFile> file, Log report);
    /// Closes the file.
    ~RecordingFile() override;
    RecordingFile(const RecordingFile&) = delete;
    RecordingFile& operator=(const RecordingFile&) = delete;

    /// @name Before the first message
    /// @{
    using MessageSink::add_topic;
    ddc::recording::McapId add_topic(const std::string& topic,
                                     const ddc::recording::MessageType& type,
                                     const NamedPaths& columns) override;
    void attach(const std::string& name, const std::string& media_type, std::string data);
    void describe(const std::string& name, ddc::recording::McapTexts values);
    /// @}

    std::byte* begin(ddc::recording::McapId topic, SimTime now, std::size_t size) override;
    void end_cycle() override;
    void add_to(Summary& summary) const override;

    /// Adds a line at the simulated time of the last cycle. Ignores lines before the first cycle,
    /// which are about processes and differ from run to run, and periodic status lines. Callable
    /// from any thread.
    void log(const LogMessage& line);

    /// Writes the remaining messages and the summary, and closes the file. Returns after at most
    /// two seconds, also if the disk still blocks. @return the error, or an empty text
    std::string close(const std::string& summary);
    /// The number of messages known to be missing from the file.
    std::uint64_t dropped() const noexcept;

  private:
    struct State;

    std::uint32_t cycle_ = 0;
    bool is_in_cycle_ = false;  ///< it had a message
    std::int64_t cycle_ns_ = 0;
    ddc::recording::McapId topics_ = 0;
    std::atomic<std::int64_t> now_ns_{0};  ///< of the last cycle
    bool is_closed_ = false;
    std::shared_ptr<State> state_;
    WritingThread thread_;
};

}  // namespace gateway
