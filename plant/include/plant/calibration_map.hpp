// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace plant {

/// A measured characteristic on a grid: rows are the actuation (pedal 0..1, voltage), columns the
/// state (speed in m/s, tyre angle in rad), cells the effect (acceleration in m/s2, rate of the
/// tyre angle in rad/s). Between the grid's points it is bilinear, beyond its borders it is held.
class CalibrationMap {
  public:
    /// No number of a map may be greater, so that differences stay finite.
    static constexpr double largest = 1e9;

    /// @throws std::invalid_argument unless there are two rows and two columns or more, every
    /// number is within +-largest and the labels of rows and of columns rise strictly.
    /// @param cells row after row
    CalibrationMap(std::vector<double> rows, std::vector<double> columns,
                   std::vector<double> cells);

    /// The effect; not a number if an argument is none.
    double value(double row, double column) const noexcept;

    /// The actuation that has the effect `cell`, held at the first and the last row. Every column
    /// of cells must rise or every one must fall.
    double row_for(double cell, double column) const noexcept;

    const std::vector<double>& rows() const { return rows_; }
    const std::vector<double>& columns() const { return columns_; }
    double cell(std::size_t row, std::size_t column) const {
        return cells_[row * columns_.size() + column];
    }

  private:
    std::vector<double> rows_;
    std::vector<double> columns_;
    std::vector<double> cells_;
};

/// What a map shows, and so in which direction its columns must run: the effect of accel and steer
/// rises with the actuation, that of brake falls.
enum class MapKind { accel, brake, steer };

/// Reads a map as CSV: first line "default" (any word) and the labels of the columns, then one line
/// per row, its label first. @throws FileError "file:line:column: reason" for what
/// CalibrationMap refuses, for rows of another length and for cells that do not run in the kind's
/// direction.
CalibrationMap load_calibration_map(const std::filesystem::path& file, MapKind kind);

/// A family car's maps, equal to plant/data/actuation/*.csv. Estimated, not measured.
const CalibrationMap& default_accel_map();
const CalibrationMap& default_brake_map();
const CalibrationMap& default_steer_map();

/// The throttle that accelerates a car so much, at most the map's last row. Nothing if it
/// accelerates more even without throttle: then the brake is the pedal.
std::optional<double> throttle_for(const CalibrationMap& accel_map, double acceleration_mps2,
                                   double speed_mps) noexcept;

/// The brake pedal that the public simulator reports for an acceleration. It mirrors the rows by
/// mistake (the right answer is row_for); only beyond the first and the last row it is right.
double reference_brake_status(const CalibrationMap& brake_map, double acceleration_mps2,
                              double speed_mps) noexcept;

}  // namespace plant
