// SPDX-License-Identifier: MIT
#include <plant/calibration_map.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace plant {
namespace {

/// Interpolation of v0 at k0 and v1 at k1, with the order of operations of the public models.
double lerp(double k0, double k1, double v0, double v1, double q) {
    return v0 + (v1 - v0) * ((q - k0) / (k1 - k0));
}

/// As std::clamp, by value: two instructions, and NaN stays NaN.
double clamped(double value, double low, double high) {
    return std::min(std::max(value, low), high);
}

/// Index of the last key below q that has a successor, or 0. The last steps of the search are
/// linear, with predictable branches, since a state changes little between lookups.
std::size_t segment(const std::vector<double>& keys, double q) {
    std::size_t first = 0;
    std::size_t count = keys.size() - 1;
    while (count > 16) {
        const std::size_t half = count / 2;
        first += keys[first + half] < q ? half : 0;
        count -= half;
    }
    for (; count > 1 && keys[first + 1] < q; --count) ++first;
    return first;
}

/// A position between two columns.
struct MapColumn {
    std::size_t index;
    double share;  ///< fraction of the distance from column `index` to the next

    MapColumn(const std::vector<double>& columns, double state) {
        const double q = clamped(state, columns.front(), columns.back());
        index = segment(columns, q);
        share = (q - columns[index]) / (columns[index + 1] - columns[index]);
    }

    double cell(const CalibrationMap& map, std::size_t row) const {
        const double v0 = map.cell(row, index);
        return v0 + (map.cell(row, index + 1) - v0) * share;
    }
};

/// The last row before `cell` that has a successor. @param sign 1 if cells increase, -1 if they
/// decrease
std::size_t row_before(const CalibrationMap& map, const MapColumn& at, double cell, double sign) {
    std::size_t first = 0;
    for (std::size_t count = map.rows().size() - 1; count > 1;) {
        const std::size_t half = count / 2;
        first += sign * at.cell(map, first + half) < sign * cell ? half : 0;
        count -= half;
    }
    return first;
}

bool usable(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(),
                       [](double v) { return std::abs(v) <= CalibrationMap::largest; });
}

bool rising(const std::vector<double>& values) {
    const auto not_above = [](double a, double b) { return a >= b; };
    return std::adjacent_find(values.begin(), values.end(), not_above) == values.end();
}

}  // namespace

CalibrationMap::CalibrationMap(std::vector<double> rows, std::vector<double> columns,
                               std::vector<double> cells)
    : rows_(std::move(rows)), columns_(std::move(columns)), cells_(std::move(cells)) {
    if (rows_.size() < 2) throw std::invalid_argument("a map needs two rows or more");
    if (columns_.size() < 2) throw std::invalid_argument("a map needs two columns or more");
    if (cells_.size() / columns_.size() != rows_.size() || cells_.size() % columns_.size() != 0) {
        throw std::invalid_argument("a map needs a cell for each row and column");
    }
    if (!usable(rows_) || !usable(columns_) || !usable(cells_)) {
        throw std::invalid_argument("a map's numbers must be within -1e9 and 1e9");
    }
    if (!rising(rows_)) throw std::invalid_argument("the labels of rows must increase");
    if (!rising(columns_)) throw std::invalid_argument("the labels of columns must increase");
}

double CalibrationMap::value(double row, double column) const noexcept {
    const MapColumn at(columns_, column);
    const double q = clamped(row, rows_.front(), rows_.back());
    const std::size_t i = segment(rows_, q);
    return lerp(rows_[i], rows_[i + 1], at.cell(*this, i), at.cell(*this, i + 1), q);
}

double CalibrationMap::row_for(double cell, double column) const noexcept {
    const MapColumn at(columns_, column);
    const double first = at.cell(*this, 0);
    const double last = at.cell(*this, rows_.size() - 1);
    const double q = clamped(cell, std::min(first, last), std::max(first, last));
    const std::size_t i = row_before(*this, at, q, first < last ? 1.0 : -1.0);
    return lerp(at.cell(*this, i), at.cell(*this, i + 1), rows_[i], rows_[i + 1], q);
}

std::optional<double> throttle_for(const CalibrationMap& accel_map, double acceleration_mps2,
                                   double speed_mps) noexcept {
    if (acceleration_mps2 < accel_map.value(accel_map.rows().front(), speed_mps)) return {};
    return accel_map.row_for(acceleration_mps2, speed_mps);
}

double reference_brake_status(const CalibrationMap& brake_map, double acceleration_mps2,
                              double speed_mps) noexcept {
    const MapColumn at(brake_map.columns(), speed_mps);
    const auto& rows = brake_map.rows();
    const std::size_t last = rows.size() - 1;
    if (acceleration_mps2 < at.cell(brake_map, last)) return rows.back();
    if (acceleration_mps2 > at.cell(brake_map, 0)) return rows.front();
    const std::size_t i = row_before(brake_map, at, acceleration_mps2, -1.0);
    const std::size_t mirrored = last - 1 - i;
    return lerp(at.cell(brake_map, i + 1), at.cell(brake_map, i), rows[mirrored],
                rows[mirrored + 1], acceleration_mps2);
}

}  // namespace plant
