// SPDX-License-Identifier: MIT
// The input is a route, once as GeoJSON and once as CSV. An accepted route has finite distances; a
// rejected one throws plant::FileError.
#include "expect.hpp"

#include "route/route.hpp"

#include <plant/file_error.hpp>

#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using fuzz::expect;

/// A file name of this process; the extension selects the format.
std::filesystem::path file_name(const char* ending) {
    return std::filesystem::temp_directory_path() /
           ("fuzz_route." + std::to_string(::getpid()) + ending);
}

void check(const gateway::Route& route) {
    const gateway::Point& first = route.points().front();
    expect(route.points().size() >= 2, "a route has two points");
    expect(std::isfinite(route.initial_yaw_rad()), "a route has a direction");
    for (const double off_m : {0.0, 0.5, 1e6}) {
        const auto nearest = route.nearest(first.x_m + off_m, first.y_m - off_m);
        expect(std::isfinite(nearest.distance_m), "a distance is finite");
        expect(nearest.segment + 1 < route.points().size(), "there is such a segment");
        expect(gateway::trajectory_ahead(route, nearest.segment).length >= 2,
               "there is a way ahead");
    }
}

void read(const char* ending, const std::uint8_t* data, std::size_t size) {
    const std::filesystem::path file = file_name(ending);
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    try {
        check(gateway::load_route(file, {}));
    } catch (const plant::FileError& error) {
        expect(std::string(error.what()).find(file.string()) == 0, "an error names the file");
    }
    std::filesystem::remove(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    read(".geojson", data, size);
    read(".csv", data, size);
    return 0;
}
