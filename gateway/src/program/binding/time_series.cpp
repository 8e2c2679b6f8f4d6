// SPDX-License-Identifier: MIT
#include "time_series.hpp"

#include "columns/trace.hpp"
#include "text/text.hpp"

#include <plant/file_error.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace gateway {
namespace {

constexpr plant::Range any_number;
constexpr plant::Range row_time_s{-1e9, 1e9};

std::size_t column(const Trace& rows, const std::string& name) {
    const auto found = rows.find(name);
    if (!found)
        rows.fail("", "there is no column '" + name + "'; there are " + joined(rows.columns()));
    return *found;
}

SimTime as_time(double seconds) {
    return std::chrono::round<SimTime>(std::chrono::duration<double>(seconds));
}

}  // namespace

TimeSeries::TimeSeries(std::vector<SimTime> times, std::vector<double> values, Between between)
    : times_(std::move(times)), values_(std::move(values)), between_(between) {}

void TimeSeries::at(SimTime time, double* out) const noexcept {
    const std::size_t width = columns();
    const auto later = std::upper_bound(times_.begin(), times_.end(), time);
    const auto next = static_cast<std::size_t>(later - times_.begin());
    const std::size_t here = next > 0 ? next - 1 : 0;
    const double* values = values_.data() + here * width;
    const bool is_between = between_ == Between::linear && next > 0 && next < times_.size();
    const double share = is_between ? std::chrono::duration<double>(time - times_[here]) /
                                          std::chrono::duration<double>(times_[next] - times_[here])
                                    : 0.0;
    for (std::size_t i = 0; i < width; ++i)
        out[i] = is_between ? values[i] + share * (values[i + width] - values[i]) : values[i];
}

TimeSeries load_time_series(const std::filesystem::path& file, const TimeColumns& columns) {
    const auto rows = open_trace(file);
    const std::size_t time = column(*rows, columns.time);
    std::vector<std::size_t> places;
    for (const std::string& name : columns.values) places.push_back(column(*rows, name));
    std::vector<SimTime> times;
    std::vector<double> values;
    while (rows->next_row()) {
        times.push_back(as_time(rows->number(time, row_time_s)));
        if (times.size() > 1 && times.back() <= times[times.size() - 2])
            rows->fail(columns.time, "must be later than in the previous row");
        for (const std::size_t place : places) values.push_back(rows->number(place, any_number));
    }
    if (times.empty()) throw plant::FileError(file.string(), 0, 0, "", "has no row");
    return {std::move(times), std::move(values), columns.between};
}

}  // namespace gateway
