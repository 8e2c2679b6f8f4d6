// SPDX-License-Identifier: MIT
#include <plant/identification.hpp>
#include "actuation/gear.hpp"
#include "parameters/csv_columns.hpp"

#include <array>
#include <cmath>

namespace plant {
namespace {

const std::vector<const char*> column_names{
    "t", "accel_cmd", "brake_cmd", "gear", "steer_cmd", "slope_accx", "vx", "ax", "steer_report"};
constexpr std::size_t time_column = 0;
constexpr std::size_t gear_column = 3;

constexpr std::array<std::vector<double> Recording::*, 9> columns{
    &Recording::t_s,    &Recording::accel_cmd, &Recording::brake_cmd,
    &Recording::gear,   &Recording::steer_cmd, &Recording::slope_mps2,
    &Recording::vx_mps, &Recording::ax_mps2,   &Recording::steer_report_rad};

}  // namespace

Recording load_recording(const std::filesystem::path& file) {
    CsvReader csv = open_csv(file);
    CsvColumns named(csv, column_names, 1);
    Recording recording;
    const auto take = [&](std::size_t column, double value) {
        std::vector<double>& values = recording.*columns[column];
        if (column == time_column && std::abs(value) > latest_row_s)
            csv.fail("t", latest_row_reason);
        if (column == time_column && !values.empty() && value <= values.back()) {
            csv.fail("t", "must be greater than in the row above");
        }
        if (column == gear_column && !is_gear_code(value)) csv.fail("gear", gear_code_reason);
        values.push_back(value);
    };
    while (named.next_row(take)) continue;
    if (recording.t_s.empty()) csv.fail("", "has no rows");
    return recording;
}

}  // namespace plant
