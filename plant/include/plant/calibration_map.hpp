// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace plant {

/// A measured characteristic on a grid. Rows: actuation (pedal 0..1, voltage). Columns: state
/// (speed in m/s, tyre angle in rad). Cells: effect (acceleration in m/s2, rate of the tyre angle
/// in rad/s). Bilinear between the grid points, constant beyond the borders.
class CalibrationMap {
  public:
    /// Largest permitted absolute value of any number of a map, so that differences are finite.
    static constexpr double largest = 1e9;

    /// @throws std::invalid_argument unless there are at least two rows and two columns, all
    /// numbers are within +-largest, and the labels of rows and columns increase strictly.
    /// @param cells row by row
    CalibrationMap(std::vector<double> rows, std::vector<double> columns,
                   std::vector<double> cells);

    /// The effect; NaN if an argument is NaN.
    double value(double row, double column) const noexcept;

    /// The actuation with the effect `cell`, limited to the first and last row. The cells of every
    /// column must be monotonic in the same direction.
    double row_for(double cell, double column) const noexcept;

    /// Labels of the rows, strictly increasing.
    const std::vector<double>& rows() const { return rows_; }
    /// Labels of the columns, strictly increasing.
    const std::vector<double>& columns() const { return columns_; }
    /// The effect at a grid point. @pre both indices are in range
    double cell(std::size_t row, std::size_t column) const {
        return cells_[row * columns_.size() + column];
    }

  private:
    std::vector<double> rows_;
    std::vector<double> columns_;
    std::vector<double> cells_;
};

/// Kind of a map. The cells of each column must increase with the actuation for accel and steer and
/// decrease for brake.
enum class MapKind { accel, brake, steer };

/// Reads a map from CSV. First line: "default" (or any word) and the labels of the columns. Further
/// lines: label of the row, then its cells. @throws FileError "file:line:column: reason" for input
/// that CalibrationMap rejects, for rows of different lengths, and for cells that are not monotonic
/// in the direction of the kind.
CalibrationMap load_calibration_map(const std::filesystem::path& file, MapKind kind);

/// Acceleration by throttle and speed of a family car, equal to plant/data/actuation/accel_map.csv.
/// This and the next two maps are estimated, not measured. The references stay valid.
const CalibrationMap& default_accel_map();
/// Acceleration by brake pedal and speed, equal to plant/data/actuation/brake_map.csv.
const CalibrationMap& default_brake_map();
/// Rate of the tyre angle by voltage and tyre angle, equal to plant/data/actuation/steer_map.csv.
const CalibrationMap& default_steer_map();

/// The throttle that gives an acceleration, at most the last row of the map. Empty if the car
/// accelerates more than that without throttle, so that the brake is needed.
std::optional<double> throttle_for(const CalibrationMap& accel_map, double acceleration_mps2,
                                   double speed_mps) noexcept;

/// The brake pedal that the public simulator reports for an acceleration. It reverses the order of
/// the rows by mistake (row_for is correct); beyond the first and the last row it is correct.
double reference_brake_status(const CalibrationMap& brake_map, double acceleration_mps2,
                              double speed_mps) noexcept;

}  // namespace plant
