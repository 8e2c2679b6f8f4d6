// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// What is between two rows of a TimeSeries.
enum class Between {
    hold,    ///< the row before
    linear,  ///< the straight line
};

/// Columns of numbers over simulated time. Before the first row its values hold, behind the last
/// one its.
class TimeSeries {
  public:
    /// @param times one or more, each later than the one before
    /// @param values row by row, as many a row as there are columns
    TimeSeries(std::vector<SimTime> times, std::vector<double> values, Between between);

    std::size_t columns() const { return values_.size() / times_.size(); }
    Between between() const { return between_; }
    const std::vector<double>& values() const { return values_; }
    /// Writes the value of each column. Allocates nothing.
    void at(SimTime time, double* out) const noexcept;

  private:
    std::vector<SimTime> times_;
    std::vector<double> values_;
    Between between_;
};

/// What of a trace (CSV), or a recording (MCAP), becomes a TimeSeries.
struct TimeColumns {
    std::string time = "t_s";
    std::vector<std::string> values;
    Between between = Between::hold;
};

/// @throws plant::FileError, also for a column that is not there
TimeSeries load_time_series(const std::filesystem::path& file, const TimeColumns& columns);

}  // namespace gateway
