// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap.hpp>
#include <ddc/recording/message_numbers.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gateway {

/// The columns of one topic of a recording.
class TopicColumns {
  public:
    /// Limit for the names of all columns of a table, over all topics.
    static constexpr std::size_t most_name_bytes = 64'000'000;

    /// @param first index of its first column in the row
    /// @throws std::invalid_argument for an unusable definition of the type or of the columns
    TopicColumns(const ddc::recording::McapChannel& channel,
                 const ddc::recording::McapSchema* schema, std::size_t first);

    std::vector<std::string> names() const;
    /// Fields without columns, since they have no fixed number of elements.
    const std::vector<std::string>& left_out() const { return numbers_.left_out(); }
    const std::string& topic() const { return topic_; }
    /// Total length of the names of all numbers of its type, if they are named by their paths.
    std::size_t name_bytes() const { return name_bytes_; }

    /// Writes the message's numbers to their columns of the row. @throws ddc::recording::CdrError
    void read(std::string_view message, std::vector<double>& row);

  private:
    void limit_names();
    void take_names(const std::string& text);
    void take_all();

    std::string topic_;
    std::size_t first_;
    std::size_t name_bytes_ = 0;
    ddc::recording::MessageNumbers numbers_;
    std::vector<std::pair<std::size_t, std::string>> columns_;  ///< index of the number, and name
    std::vector<double> read_;
};

}  // namespace gateway
