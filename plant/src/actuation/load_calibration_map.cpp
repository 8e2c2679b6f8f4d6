// SPDX-License-Identifier: MIT
#include <plant/calibration_map.hpp>

#include "actuation/default_maps.hpp"

#include <plant/csv_reader.hpp>

#include <cmath>
#include <utility>

namespace plant {
namespace {

double number(CsvReader& csv, const char* key) {
    const double value = csv.number(key);
    if (std::abs(value) > CalibrationMap::largest) csv.fail(key, "must be within -1e9 and 1e9");
    return value;
}

std::vector<double> read_columns(CsvReader& csv) {
    if (!csv.next_row()) csv.fail("", "is empty");
    csv.field();
    std::vector<double> columns;
    while (csv.more()) {
        const double label = number(csv, "column label");
        if (!columns.empty() && label <= columns.back()) {
            csv.fail("column label", "must be greater than the one before");
        }
        columns.push_back(label);
    }
    if (columns.size() < 2) csv.fail("", "must have two columns or more after the row labels");
    return columns;
}

/// Reads the fields of a row after its label and appends them to the cells.
void read_cells(CsvReader& csv, std::size_t width, MapKind kind, std::vector<double>& cells) {
    const bool falling = kind == MapKind::brake;
    const bool is_first = cells.empty();
    for (std::size_t i = 0; i < width; ++i) {
        if (!csv.more()) csv.fail("", "the row is shorter than the first line");
        const double cell = number(csv, "cell");
        const double above = is_first ? 0.0 : cells[cells.size() - width];
        if (!is_first && (falling ? cell >= above : cell <= above)) {
            csv.fail("cell", falling ? "must be less than the one above in a brake map"
                                     : "must be greater than the one above");
        }
        cells.push_back(cell);
    }
    if (!csv.more()) return;
    csv.field();
    csv.fail("", "the row is longer than the first line");
}

CalibrationMap read_map(CsvReader&& csv, MapKind kind) {
    std::vector<double> columns = read_columns(csv);
    std::vector<double> rows, cells;
    while (csv.next_row()) {
        const double label = number(csv, "row label");
        if (!rows.empty() && label <= rows.back()) {
            csv.fail("row label", "must be greater than the one above");
        }
        rows.push_back(label);
        read_cells(csv, columns.size(), kind, cells);
    }
    if (rows.size() < 2) csv.fail("", "must have two rows or more after the first line");
    return {std::move(rows), std::move(columns), std::move(cells)};
}

}  // namespace

CalibrationMap load_calibration_map(const std::filesystem::path& file, MapKind kind) {
    return read_map(open_csv(file), kind);
}

const CalibrationMap& default_accel_map() {
    static const CalibrationMap map = read_map({accel_map_csv, "accel_map.csv"}, MapKind::accel);
    return map;
}

const CalibrationMap& default_brake_map() {
    static const CalibrationMap map = read_map({brake_map_csv, "brake_map.csv"}, MapKind::brake);
    return map;
}

const CalibrationMap& default_steer_map() {
    static const CalibrationMap map = read_map({steer_map_csv, "steer_map.csv"}, MapKind::steer);
    return map;
}

}  // namespace plant
