// SPDX-License-Identifier: MIT
// Passes bytes as a CSV file to all readers: calibration maps, recordings, rows of actuation,
// tables of controls. Accepted files must have the documented properties; rejected files must give
// a FileError with a place.
#include "expect.hpp"
#include "memory_file.hpp"

#include <plant/actuation_replay.hpp>
#include <plant/calibration_map.hpp>
#include <plant/file_error.hpp>
#include <plant/identification.hpp>
#include <plant/scenario.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using fuzz::expect;

template <class Load, class Check>
void read(const Load& load, const Check& check) {
    try {
        check(load());
    } catch (const plant::FileError& error) {
        const plant::Mistake& mistake = error.mistakes().at(0);
        expect(mistake.line > 0 && mistake.column > 0, "an error has a place");
        expect(!mistake.reason.empty(), "an error has a reason");
    }
}

bool rises(const std::vector<double>& values) {
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (!(values[i] > values[i - 1])) return false;
    }
    return true;
}

void check_map(const plant::CalibrationMap& map) {
    const auto& rows = map.rows();
    const auto& columns = map.columns();
    expect(rows.size() >= 2 && columns.size() >= 2, "a map has two rows and columns");
    expect(rises(rows) && rises(columns), "labels increase");
    for (const double column : {columns.front(), 0.3, columns.back(), HUGE_VAL}) {
        for (const double row : {-HUGE_VAL, rows.front(), 0.5, rows.back()}) {
            expect(std::isfinite(map.value(row, column)), "a lookup is finite");
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using plant::MapKind;
    const MemoryFile file(data, size);
    for (const MapKind kind : {MapKind::accel, MapKind::brake, MapKind::steer}) {
        read([&] { return plant::load_calibration_map(file.path(), kind); }, check_map);
    }
    read([&] { return plant::load_recording(file.path()); },
         [](const plant::Recording& r) {
             expect(rises(r.t_s) && !r.t_s.empty(), "times increase");
         });
    read([&] { return plant::load_actuation_rows(file.path()); },
         [](const auto& rows) { expect(!rows.empty(), "there are rows"); });
    read([&] { return plant::load_controls_csv(file.path()); },
         [](const auto& points) { expect(!points.empty(), "there are points"); });
    return 0;
}
