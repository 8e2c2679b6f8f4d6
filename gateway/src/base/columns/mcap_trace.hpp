// SPDX-License-Identifier: MIT
#pragma once

#include "topic_columns.hpp"
#include "trace.hpp"

#include <ddc/recording/mcap_reader.hpp>

#include <cstdint>
#include <fstream>
#include <map>

namespace gateway {

/// Whether the file begins with the first byte of MCAP files.
bool is_mcap(const std::filesystem::path& file);

/// A recording as rows: one per cycle of a run, or one per time of another recording.
class McapTrace : public Trace {
  public:
    /// @param topics only these; empty for all
    McapTrace(const std::filesystem::path& file, const std::vector<std::string>& topics);

    bool next_row() override;
    std::string text(std::size_t column) const override;
    double number(std::size_t column, const plant::Range& range) const override;
    std::optional<double> finite(std::size_t column) const override;
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const override {
        fail_row(key, reason);
    }
    double share() const override;
    std::vector<std::string> notes() const override;

  private:
    using Item = ddc::recording::McapReader::Item;
    struct Key {
        std::uint64_t time_ns;
        std::uint32_t cycle;
        bool operator==(const Key& other) const {
            return time_ns == other.time_ns && cycle == other.cycle;
        }
    };

    void open();
    /// @param names gets the columns of the topics appended
    void learn_topics(const std::vector<std::string>& topics, std::vector<std::string>& names);
    void add_topic(ddc::recording::McapId id, const ddc::recording::McapChannel& channel,
                   std::vector<std::string>& names);
    bool read_message();
    Key key_of_message() const;
    bool read_row();
    void take_message();
    [[noreturn]] void fail_row(const std::string& key, const std::string& reason) const;
    [[noreturn]] void fail_file(const std::string& what) const;

    std::string file_;
    std::ifstream in_;
    std::unique_ptr<ddc::recording::McapReader> reader_;
    bool is_run_ = false;   ///< the recording is of a run: its topics name their columns
    bool is_full_ = false;  ///< the limit is reached: further topics get no columns
    std::size_t name_bytes_ = 0;
    std::map<ddc::recording::McapId, TopicColumns> topics_;
    std::optional<ddc::recording::McapMessage> message_;  ///< the first one of the next row
    std::vector<double> values_;
    std::size_t filled_ = 0;      ///< messages of the row
    std::uint64_t epoch_ns_ = 0;  ///< the time of the messages at the simulated time 0
    std::uint64_t first_ns_ = 0;
    std::uint64_t partial_cycles_ = 0;
    std::vector<std::string> notes_;
};

}  // namespace gateway
