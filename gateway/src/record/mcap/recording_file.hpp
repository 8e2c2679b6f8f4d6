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

/// A recording of one program's run, written on a separate thread: a chunk is closed at 1 MiB,
/// and after one second by the simulated or by the wall clock. One thread adds messages, which
/// neither allocates nor locks nor waits; where the disk does not keep up, at most 32 MB of
/// messages wait, and more are dropped and counted. Log lines may come from any thread.
class RecordingFile : public MessageSink {
  public:
    /// @param report called at once, from the writing thread, when the file cannot be written any
    /// more; no lock is held meanwhile
    RecordingFile(std::shared_ptr<OutputFile> file, Log report);
    /// Closes it.
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
    void tell(Summary& summary) const override;

    /// A line at the simulated time of the last turn; none before the first, since those tell of
    /// processes and differ from run to run. From any thread.
    void log(const std::string& text);

    /// Writes what is left, then the summary, and finishes the file, in two seconds; a disk that
    /// has not taken all by then is left behind. @return what went wrong, or nothing
    std::string close(const std::string& summary);
    /// Messages that are not in the file, as far as is known.
    std::uint64_t dropped() const noexcept;

  private:
    struct State;

    std::uint32_t cycle_ = 0;
    bool is_in_cycle_ = false;  ///< it had a message
    std::int64_t cycle_ns_ = 0;
    ddc::recording::McapId topics_ = 0;
    std::atomic<std::int64_t> now_ns_{0};  ///< of the last turn
    bool is_closed_ = false;
    std::shared_ptr<State> state_;
    WritingThread thread_;
};

}  // namespace gateway
