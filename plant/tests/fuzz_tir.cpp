// SPDX-License-Identifier: MIT
// Passes bytes as a tyre property file. Rejected files must give a FileError; accepted ones must
// have forces at any load, slip and friction. Infinite forces are allowed: they end a session.
#include "expect.hpp"

#include <plant/file_error.hpp>
#include <plant/tyre.hpp>

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace {

using fuzz::expect;

/// A file name for this process, with the extension of the format.
std::filesystem::path file_name() {
    return std::filesystem::temp_directory_path() /
           ("fuzz_tir." + std::to_string(::getpid()) + ".tir");
}

volatile double used = 0;

void look_at(const plant::Tyre& tyre) {
    for (const double load_n : {0.0, 1.0, 4000.0, 40000.0})
        for (const double friction : {0.05, 1.0})
            for (const double slip : {-1.0, -0.02, 0.0, 0.1, 5.0}) {
                const plant::TyreForce force = tyre.force(slip, 0.3 * slip, load_n, friction);
                used = used + force.x_n + force.y_n + force.z_nm;
            }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::filesystem::path file = file_name();
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    try {
        look_at(plant::Tyre(plant::load_tyre(file)));
    } catch (const plant::FileError& error) {
        expect(!error.mistakes().empty(), "an error has a mistake");
    } catch (const std::invalid_argument& error) {
        expect(*error.what() != '\0', "a tyre that cannot be prepared has a reason");
    }
    std::filesystem::remove(file);
    return 0;
}
