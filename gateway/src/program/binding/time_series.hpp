// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// Interpolation between two rows of a TimeSeries.
enum class Between {
    hold,    ///< the value of the previous row
    linear,  ///< linear interpolation
};

/// Columns of numbers over simulated time. Before the first row and after the last one, the values
/// of that row apply.
class TimeSeries {
  public:
    /// @param times one or more, increasing
    /// @param values row by row; a whole number of columns
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

/// The columns of a trace (CSV) or recording (MCAP) that a TimeSeries uses.
struct TimeColumns {
    std::string time = "t_s";
    std::vector<std::string> values;
    Between between = Between::hold;
};

/// @throws plant::FileError, also for a missing column
TimeSeries load_time_series(const std::filesystem::path& file, const TimeColumns& columns);

}  // namespace gateway
