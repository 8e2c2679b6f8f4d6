// SPDX-License-Identifier: MIT
#include "temporary_file.hpp"

#include <plant/calibration_map.hpp>
#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace calibration_map_test {

using namespace plant;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string complaint(const std::string& text, MapKind kind = MapKind::accel) {
    const TemporaryFile file(text);
    try {
        load_calibration_map(file.path(), kind);
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size() + 1);
    }
    return "";
}

/// A curve through points, implemented independently from the public description: the first
/// segment whose end is not below q.
double curve(const std::vector<double>& keys, const std::vector<double>& values, double q) {
    q = std::min(std::max(q, keys.front()), keys.back());
    std::size_t i = 0;
    while (keys[i + 1] < q) ++i;
    return values[i] + (values[i + 1] - values[i]) * ((q - keys[i]) / (keys[i + 1] - keys[i]));
}

/// The column of cells at a state.
std::vector<double> column_at(const CalibrationMap& map, double state) {
    std::vector<double> column;
    for (std::size_t i = 0; i < map.rows().size(); ++i) {
        std::vector<double> row;
        for (std::size_t j = 0; j < map.columns().size(); ++j) row.push_back(map.cell(i, j));
        column.push_back(curve(map.columns(), row, state));
    }
    return column;
}

/// A grid of random spacing whose columns all increase (sign 1) or decrease (sign -1).
CalibrationMap random_map(std::mt19937& random, std::size_t rows, std::size_t columns,
                          double sign) {
    std::uniform_real_distribution<double> step(0.01, 2.0);
    const auto labels = [&](std::size_t count) {
        std::vector<double> keys{-3.0 * step(random)};
        while (keys.size() < count) keys.push_back(keys.back() + step(random));
        return keys;
    };
    std::vector<double> cells;
    for (std::size_t i = 0; i < rows * columns; ++i) {
        cells.push_back(sign * step(random) + (i < columns ? 0.0 : cells[i - columns]));
    }
    return {labels(rows), labels(columns), cells};
}

const CalibrationMap accel({0.0, 0.5, 1.0}, {0.0, 5.0, 10.0},
                           {0.0, -0.3, -0.5, 1.0, 0.5, 0.0, 3.0, 2.0, 1.5});
const CalibrationMap brake({0.0, 0.5, 1.0}, {0.0, 5.0, 10.0},
                           {0.0, -0.4, -0.5, -1.5, -2.0, -2.0, -2.0, -2.5, -3.0});
const CalibrationMap steer({-10.0, 0.0, 10.0}, {-10.0, 0.0, 10.0},
                           {-10.0, -10.0, -10.0, 0.0, 0.0, 0.0, 10.0, 10.0, 10.0});

}  // namespace

TEST_CASE("a map gives the published values and is constant beyond its borders") {
    CHECK(accel.value(1.0, 0.0) == 3.0);
    CHECK(accel.value(2.0, 10.0) == 1.5);
    CHECK(accel.value(0.0, 10.0) == -0.5);
    CHECK(accel.value(0.75, 5.0) == 1.25);
    CHECK(brake.value(1.1, 0.0) == -2.0);
    CHECK(brake.value(1.1, 12.0) == -3.0);
    CHECK(brake.value(0.5, 10.0) == -2.0);
    CHECK(brake.value(0.75, 5.0) == -2.25);
    CHECK(accel.value(-infinity, infinity) == -0.5);
    CHECK(std::isnan(accel.value(not_a_number, 1.0)));
    CHECK(std::isnan(accel.value(0.1, not_a_number)));
}

TEST_CASE("the inverse of a map gives the published values") {
    CHECK(throttle_for(accel, 0.0, 20.0) == doctest::Approx(0.5));
    CHECK(throttle_for(accel, 2.0, 5.0) == doctest::Approx(1.0));
    CHECK(throttle_for(accel, 0.5, 5.0) == doctest::Approx(0.5));
    CHECK(throttle_for(accel, 2.0, 0.0) == doctest::Approx(0.75));
    CHECK(throttle_for(accel, 2.0, 10.0) == doctest::Approx(1.0));
    CHECK(brake.row_for(-2.5, 0.0) == doctest::Approx(1.0));
    CHECK(brake.row_for(-2.0, 11.0) == doctest::Approx(0.5));
    CHECK(brake.row_for(-2.0, 5.0) == doctest::Approx(0.5));
    CHECK(brake.row_for(-2.25, 5.0) == doctest::Approx(0.75));
    CHECK(brake.row_for(1.0, 5.0) == 0.0);
    CHECK(steer.row_for(-10.0, -10.0) == -10.0);
    CHECK(steer.row_for(-5.0, -10.0) == doctest::Approx(-5.0));
    CHECK(steer.row_for(10.0, -10.0) == 10.0);
    CHECK(steer.row_for(-10.0, 5.0) == -10.0);
    CHECK(steer.row_for(0.0, 0.0) == doctest::Approx(0.0));
    CHECK(steer.row_for(5.0, 5.0) == doctest::Approx(5.0));
}

TEST_CASE("an acceleration below the row without throttle needs the brake") {
    CHECK_FALSE(throttle_for(accel, -0.31, 5.0).has_value());
    CHECK(throttle_for(accel, -0.3, 5.0) == 0.0);
    CHECK_FALSE(throttle_for(accel, -0.1, 0.0).has_value());
}

TEST_CASE("lookup and inverse equal the formula on random grids") {
    std::mt19937 random(20);
    std::uniform_int_distribution<std::size_t> size(2, 17);
    for (int i = 0; i < 200; ++i) {
        const double sign = i % 2 == 0 ? 1.0 : -1.0;
        const CalibrationMap map = random_map(random, size(random), size(random), sign);
        std::uniform_real_distribution<double> row(map.rows().front() - 1.0,
                                                   map.rows().back() + 1.0);
        std::uniform_real_distribution<double> state(map.columns().front() - 1.0,
                                                     map.columns().back() + 1.0);
        for (int k = 0; k < 50; ++k) {
            // Every fifth point is on the grid.
            const double u = k % 5 == 0 ? map.rows()[1] : row(random);
            const double v = k % 5 == 0 ? map.columns()[1] : state(random);
            std::vector<double> column = column_at(map, v);
            const double effect = curve(map.rows(), column, u);
            CHECK(std::abs(map.value(u, v) - effect) <= 1e-12);
            const double held = std::min(std::max(u, map.rows().front()), map.rows().back());
            CHECK(std::abs(map.row_for(effect, v) - held) <= 1e-9);
        }
    }
}

TEST_CASE("the brake status of the public simulator reverses the rows") {
    // On an even grid the sum of both results is the last row; beyond the rows both are correct.
    CHECK(reference_brake_status(brake, -0.3, 0.0) ==
          doctest::Approx(1.0 - brake.row_for(-0.3, 0.0)));
    CHECK(reference_brake_status(brake, -2.2, 6.0) ==
          doctest::Approx(1.0 - brake.row_for(-2.2, 6.0)));
    CHECK(reference_brake_status(brake, -9.0, 5.0) == 1.0);
    CHECK(reference_brake_status(brake, 9.0, 5.0) == 0.0);
    const CalibrationMap uneven({0.0, 0.1, 1.0}, {0.0, 1.0}, {0.0, 0.0, -1.0, -1.0, -4.0, -4.0});
    CHECK(reference_brake_status(uneven, -0.25, 0.0) == doctest::Approx(0.1 + 0.75 * 0.9));
}

TEST_CASE("a map is read from CSV with blanks, CRLF and exponents") {
    const TemporaryFile file(
        "\xEF\xBB\xBF"
        "default, 0.0,1.5e0 ,\t3\r\n0,-1e-1,0,0\r\n\r\n 0.5,1, 2,3\r\n");
    const CalibrationMap map = load_calibration_map(file.path(), MapKind::accel);
    CHECK(map.rows() == std::vector<double>{0.0, 0.5});
    CHECK(map.columns() == std::vector<double>{0.0, 1.5, 3.0});
    CHECK(map.cell(0, 0) == -0.1);
    CHECK(map.cell(1, 2) == 3.0);
}

TEST_CASE("an invalid map is rejected with the place of the error") {
    CHECK(complaint("") == "1:1: is empty");
    CHECK(complaint(" \r\n\n") == "3:1: is empty");
    CHECK(complaint("default,0,1\n0,0,0\n") ==
          "3:1: must have two rows or more after the first line");
    CHECK(complaint("default,0\n0,0\n1,1\n") ==
          "1:9: must have two columns or more after the row labels");
    CHECK(complaint("default\n0\n1\n") ==
          "1:1: must have two columns or more after the row labels");
    CHECK(complaint("default,0,1\n0,0\n1,1,1\n") == "2:3: the row is shorter than the first line");
    CHECK(complaint("default,0,1\n0,0,\n1,1,1\n") == "2:5: cell: must be a finite number");
    CHECK(complaint("default,0,1\n0,0,0\n1,1,1,1\n") ==
          "3:7: the row is longer than the first line");
    CHECK(complaint("default,0,1,\n0,0,0,\n1,1,1,\n") ==
          "1:13: column label: must be a finite number");
    CHECK(complaint("default,0,1\n0,0,0,\n1,1,1,\n") ==
          "2:7: the row is longer than the first line");
    CHECK(complaint("default,0,one\n0,0,0\n1,1,1\n") ==
          "1:11: column label: must be a finite number");
    CHECK(complaint("default,0,1\nlow,0,0\n1,1,1\n") == "2:1: row label: must be a finite number");
    CHECK(complaint("default,0,1\n0,0, 0.1x\n1,1,1\n") == "2:6: cell: must be a finite number");
    CHECK(complaint("default,0,1\n0,0,nan\n1,1,1\n") == "2:5: cell: must be a finite number");
    CHECK(complaint("default,0,1\n0,0,-inf\n1,1,1\n") == "2:5: cell: must be a finite number");
    CHECK(complaint("default,0,1\n0,0,1e999\n1,1,1\n") == "2:5: cell: must be a finite number");
    CHECK(complaint("default,0,1\n0,0,1e300\n1,1,1\n") == "2:5: cell: must be within -1e9 and 1e9");
    CHECK(complaint("default,0,0\n0,0,0\n1,1,1\n") ==
          "1:11: column label: must be greater than the one before");
    CHECK(complaint("default,0,1\n0,0,0\n0,1,1\n") ==
          "3:1: row label: must be greater than the one above");
}

TEST_CASE("cells must increase or decrease as their kind requires") {
    const std::string rising = "default,0,1\n0,0,0\n1,1,1\n";
    const std::string falling = "default,0,1\n0,0,0\n1,-1,-1\n";
    const std::string level = "default,0,1\n0,0,0\n1,1,0\n";
    CHECK(complaint(rising, MapKind::accel).empty());
    CHECK(complaint(rising, MapKind::steer).empty());
    CHECK(complaint(falling, MapKind::brake).empty());
    CHECK(complaint(falling, MapKind::accel) == "3:3: cell: must be greater than the one above");
    CHECK(complaint(falling, MapKind::steer) == "3:3: cell: must be greater than the one above");
    CHECK(complaint(rising, MapKind::brake) ==
          "3:3: cell: must be less than the one above in a brake map");
    CHECK(complaint(level, MapKind::accel) == "3:5: cell: must be greater than the one above");
    CHECK(complaint(level, MapKind::brake) ==
          "3:3: cell: must be less than the one above in a brake map");
}

TEST_CASE("a missing map is an error and does not disable the conversion") {
    CHECK_THROWS_WITH_AS(load_calibration_map("/nowhere/map.csv", MapKind::accel),
                         "/nowhere/map.csv: cannot be read: No such file or directory", FileError);
    CHECK_THROWS_AS(load_calibration_map("/", MapKind::accel), FileError);
}

TEST_CASE("a map created from numbers is validated") {
    CHECK_THROWS_AS(CalibrationMap({0.0}, {0.0, 1.0}, {0.0, 1.0}), std::invalid_argument);
    CHECK_THROWS_AS(CalibrationMap({0.0, 1.0}, {0.0}, {0.0, 1.0}), std::invalid_argument);
    CHECK_THROWS_AS(CalibrationMap({0.0, 1.0}, {}, {}), std::invalid_argument);
    CHECK_THROWS_AS(CalibrationMap({0.0, 1.0}, {0.0, 1.0}, {0.0, 1.0, 2.0}), std::invalid_argument);
    CHECK_THROWS_AS(CalibrationMap({0.0, 1.0}, {0.0, 1.0}, {0.0, 1.0, 2.0, 3.0, 4.0}),
                    std::invalid_argument);
    CHECK_THROWS_AS(CalibrationMap({0.0, 1.0}, {1.0, 0.0}, {0.0, 1.0, 2.0, 3.0}),
                    std::invalid_argument);
    CHECK_THROWS_AS(CalibrationMap({0.0, not_a_number}, {0.0, 1.0}, {0.0, 1.0, 2.0, 3.0}),
                    std::invalid_argument);
    CHECK_THROWS_AS(CalibrationMap({0.0, 1.0}, {0.0, 1.0}, {0.0, 1.0, 2.0, infinity}),
                    std::invalid_argument);
}

TEST_CASE("the default maps equal their files and have the same row without pedals") {
    const std::string folder = std::string(PLANT_DATA) + "/actuation/";
    const auto same = [](const CalibrationMap& a, const CalibrationMap& b) {
        REQUIRE(a.rows() == b.rows());
        REQUIRE(a.columns() == b.columns());
        for (std::size_t i = 0; i < a.rows().size(); ++i) {
            for (std::size_t j = 0; j < a.columns().size(); ++j)
                CHECK(a.cell(i, j) == b.cell(i, j));
        }
    };
    same(default_accel_map(), load_calibration_map(folder + "accel_map.csv", MapKind::accel));
    same(default_brake_map(), load_calibration_map(folder + "brake_map.csv", MapKind::brake));
    same(default_steer_map(), load_calibration_map(folder + "steer_map.csv", MapKind::steer));
    REQUIRE(default_accel_map().columns() == default_brake_map().columns());
    for (std::size_t j = 0; j < default_accel_map().columns().size(); ++j) {
        CHECK(default_accel_map().cell(0, j) == default_brake_map().cell(0, j));
    }
}

}  // namespace calibration_map_test
