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
    /// Of the columns of a table, all topics together.
    static constexpr std::size_t most_name_bytes = 64'000'000;

    /// @param first the place of its first column
    /// @throws std::invalid_argument for a definition or names of columns that cannot be used
    TopicColumns(const ddc::recording::McapChannel& channel,
                 const ddc::recording::McapSchema* schema, std::size_t first);

    std::vector<std::string> names() const;
    /// Fields that are no columns, as they have no fixed number of numbers.
    const std::vector<std::string>& left_out() const { return numbers_.left_out(); }
    const std::string& topic() const { return topic_; }
    /// Of all numbers of its type under the names that they would have without names of their own.
    std::size_t name_bytes() const { return name_bytes_; }

    /// Puts the message's numbers into their columns. @throws ddc::recording::CdrError
    void read(std::string_view message, std::vector<double>& row);

  private:
    void limit_names();
    void take_names(const std::string& text);
    void take_all();

    std::string topic_;
    std::size_t first_;
    std::size_t name_bytes_ = 0;
    ddc::recording::MessageNumbers numbers_;
    std::vector<std::pair<std::size_t, std::string>> columns_;  ///< which number, and its name
    std::vector<double> read_;
};

}  // namespace gateway
